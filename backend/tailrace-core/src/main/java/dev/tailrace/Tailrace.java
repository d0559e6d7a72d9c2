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
 * Start, stop and the figures of the engine in this class loader. Thread-safe.
 *
 * <p>The engine starts with the first logger and stops with {@link #shutdown} or the JVM; what is logged after a shutdown starts it
 * again. It also stops when this class loader is found closed, as that of a web application that was undeployed; what is logged after
 * that is dropped.
 */
public final class Tailrace {
    private static final Lifecycle LIFECYCLE = Logger.LIFECYCLE;

    private Tailrace() {}

    /** The logger of this name; the same object for the same name. Starts the engine with the first call. */
    public static Logger logger(String name) {
        return Logger.of(name);
    }

    /**
     * Returns when all lines that were logged before this call are in their files, or after the time that a shutdown may take; false in the
     * latter case.
     */
    public static boolean flush() {
        return LIFECYCLE.flush();
    }

    /**
     * Drains, waits for running compressions up to a deadline, and stops. Nothing is left then that would keep this class loader: no
     * thread, unless it is stuck in a write, and no exit hook.
     */
    public static void shutdown() {
        LIFECYCLE.shutdown();
    }

    /**
     * For a front: names one of its classes that applications call. The class and all that it needs are loaded ahead, in class loaders that
     * can be closed while a thread still logs.
     */
    public static void preload(Class<?> root) {
        LIFECYCLE.preload(root);
    }

    /**
     * For a front: reports a finding of its own, which appears on standard error soon, as the engine's findings do, even while the engine
     * doesn't run. Never blocks.
     */
    public static void report(Finding finding) {
        Reporter.print(finding);
    }

    /**
     * How many events of a level were logged through this class loader's engine since its first start: those that the level of their
     * logger and the turbo filters let pass, whether or not a filter of an appender kept them from a file. Counting costs a log call no
     * shared memory; this method adds up a few hundred numbers, and may miss calls that other threads are just making.
     */
    public static long logged(Level level) {
        return Events.POOL.counted(level.code());
    }

    /** The figures of the engine; all zero when it does not run. */
    public static Stats stats() {
        return Stats.of(LIFECYCLE.engine());
    }

    /**
     * Lets an observer see every event from now on, for tests that count events; null ends that. There is one observer at a time, and this
     * call doesn't start the engine.
     */
    public static void observe(@Nullable LogObserver observer) {
        LIFECYCLE.observe(observer == null ? null : new Observation(observer));
    }

    /**
     * Sets the level of a logger, and of those below it that inherit, over that of the configuration: until {@link #clearLevel}, until
     * another configuration is in use, also one that is read again because its file has changed, or until the process ends. A line in the
     * log says so. Starts the engine if it doesn't run.
     *
     * @param logger its name; empty or {@code ROOT}: the root
     * @param level null: as {@link #clearLevel}
     * @return whether it is set; false while nothing is logged at all, or when 1,000 loggers have such a level
     */
    public static boolean setLevel(String logger, @Nullable Level level) {
        return set(logger, level, null);
    }

    /**
     * Sets a level for a time. The level ends within half a second after this time, even when no event is logged, and a line in the log
     * says so. The time that the machine sleeps may count or not, as in {@link System#nanoTime}.
     *
     * @param duration more than zero; more than 366 days are 366 days
     * @return whether it is set; false also where the duration is not more than zero
     */
    public static boolean setLevel(String logger, Level level, Duration duration) {
        return set(logger, level, duration);
    }

    /**
     * Clears a level that was set at run time for this logger: the configured level holds again.
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
     * Lets an observer see whole events of a logger and of the loggers below it, until {@link Capture#close}: for tests. There can be any
     * number of captures at a time. The observer sees events from {@code level} on, whether an appender takes them or not, even below the
     * level of their logger; appenders still get only the events that this level lets pass. Events that turbo filters refuse aren't seen.
     * Starts the engine if it doesn't run.
     *
     * <p>While a capture asks for less than a logger's level, events below that level that a turbo filter accepts are seen by the capture
     * and not by the logger's appenders.
     *
     * @param logger its name; empty or {@code ROOT}: the root, all loggers
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
