package dev.tailrace;

import dev.tailrace.capture.Capture;
import dev.tailrace.capture.EventObserver;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.Finding;
import dev.tailrace.logging.Events;
import dev.tailrace.logging.LoggerTree;
import dev.tailrace.runtime.ConfigurationWatch;
import dev.tailrace.runtime.Lifecycle;
import dev.tailrace.runtime.Reporter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Starts, stops and measures the engine of this class loader. Thread-safe.
 *
 * <p>The engine starts with the first logger, and stops with {@link #shutdown} or the JVM. A log call after a shutdown starts the engine
 * again. The engine also stops when this class loader was closed, for instance because a web application was undeployed; lines that are
 * logged after that are dropped.
 */
public final class Tailrace {
    private static final Lifecycle LIFECYCLE = Logger.LIFECYCLE;

    private Tailrace() {}

    /** The logger of this name; the same object for the same name. Starts the engine with the first call. */
    public static Logger logger(String name) {
        return Logger.of(name);
    }

    /**
     * Returns when all lines that were logged before this call are in their files, or after the shutdown timeout; false after the timeout.
     */
    public static boolean flush() {
        return LIFECYCLE.flush();
    }

    /**
     * Writes all lines, waits for running compressions up to a deadline, and stops the engine. After that, nothing keeps this class loader
     * in memory: no exit hook, and no thread, unless it is stuck in a write.
     */
    public static void shutdown() {
        LIFECYCLE.shutdown();
    }

    /**
     * For a front: names one of its classes that applications call. If the class loader can be closed while a thread still logs, the class
     * and everything it needs are loaded ahead.
     */
    public static void preload(Class<?> root) {
        LIFECYCLE.preload(root);
    }

    /**
     * For a front: reports a finding of the front. It appears on standard error like the engine's findings, even if the engine doesn't run.
     * Never blocks.
     */
    public static void report(Finding finding) {
        Reporter.print(finding);
    }

    /**
     * How many events of a level were logged through this class loader's engine since its first start: all events that their logger's level
     * and the turbo filters let pass, even if an appender's filter refused them. Log calls share no counter for this: this method adds up a
     * few hundred numbers, and may miss log calls that are running.
     */
    public static long logged(Level level) {
        return Events.POOL.counted(level.code());
    }

    /** The figures of the engine; all zero when it does not run. */
    public static Stats stats() {
        return Stats.of(LIFECYCLE.engine());
    }

    /**
     * Sets the observer of all events, for tests that count events; null removes it. There is one observer at a time. Doesn't start the
     * engine.
     */
    public static void observe(@Nullable LogObserver observer) {
        LIFECYCLE.observe(observer == null ? null : new Observation(observer));
    }

    /**
     * Sets the level of a logger, and of the loggers below it that inherit their level, in place of the configured level. The level lasts
     * until {@link #clearLevel}, until another configuration is in use, until the configuration is read again because its file has changed,
     * or until the process ends. A line in the log reports the change. Starts the engine if it doesn't run.
     *
     * @param logger the logger's name; empty or {@code ROOT}: the root
     * @param level null: as {@link #clearLevel}
     * @return whether the level was set; false while nothing is logged at all, or when 1,000 loggers have a level that was set at run time
     */
    public static boolean setLevel(String logger, @Nullable Level level) {
        return set(logger, level, null);
    }

    /**
     * Sets a level for a time. The level ends within half a second after this time, even when no event is logged, and a line in the log
     * reports that. Whether the time counts in which the machine sleeps depends on {@link System#nanoTime}.
     *
     * @param duration more than zero; more than 366 days are 366 days
     * @return whether the level was set; false also if the duration is not more than zero
     */
    public static boolean setLevel(String logger, Level level, Duration duration) {
        return set(logger, level, duration);
    }

    /**
     * Clears a level that was set at run time for this logger: the logger has its configured level again.
     *
     * @return whether there was a level to clear
     */
    public static boolean clearLevel(String logger) {
        return set(logger, null, null);
    }

    private static boolean set(String logger, @Nullable Level level, @Nullable Duration duration) {
        return LIFECYCLE.setLevel(
                LoggerTree.rootless(logger),
                level == null ? null : Threshold.valueOf(level.name()),
                duration,
                "the API, thread " + Thread.currentThread().getName());
    }

    /**
     * Passes the events of a logger and of the loggers below it to an observer, until {@link Capture#close}: for tests. There can be
     * several captures at a time. The observer gets all events from {@code level} on, even those that no appender accepts or that are below
     * their logger's level. Appenders still get only the events that the logger's level lets pass. The observer doesn't get events that
     * turbo filters refuse. Starts the engine if it doesn't run.
     *
     * <p>While a capture has a lower level than a logger, events below the logger's level that a turbo filter accepts go to the capture and
     * not to the logger's appenders.
     *
     * @param logger the logger's name; empty or {@code ROOT}: the root, all loggers
     * @param level null: the events that each logger's level lets pass
     */
    public static Capture capture(String logger, @Nullable Level level, EventObserver observer) {
        return LIFECYCLE.capture(
                LoggerTree.rootless(logger), level == null ? Integer.MIN_VALUE : level.code(), observer);
    }

    /** See {@link Lifecycle#look}. */
    static ConfigurationWatch.Outcome look() {
        return LIFECYCLE.look();
    }
}
