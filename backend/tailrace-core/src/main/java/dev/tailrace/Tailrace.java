package dev.tailrace;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.capture.Capture;
import dev.tailrace.capture.EventObserver;
import dev.tailrace.config.ConfigurationFinder;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Event;
import dev.tailrace.logging.Appender;
import dev.tailrace.logging.Events;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Start, stop and the figures of the engine in this class loader. Thread-safe.
 *
 * <p>The engine starts with the first logger and stops with {@link #shutdown} or the JVM; what is logged after a shutdown starts it
 * again. It also stops when this class loader is found closed, as that of a web application that was undeployed; what is logged after
 * that is dropped.
 */
public final class Tailrace {
    /** How long a log call waits for its file once the JVM is on its way down. */
    private static final long LONGEST_EXIT_WAIT_NANOS = 200_000_000L;

    /** How long the first log call waits at most for what the end will need; it waits for other things meanwhile. */
    private static final long PRELOAD_NANOS = 1_000_000_000L;

    private static final LoggerTree LOGGERS = new LoggerTree();
    private static final LevelControl LEVELS = new LevelControl(LOGGERS);
    private static final Appender[] NONE = {};
    private static final Object LIFECYCLE = new Object();

    private static volatile @Nullable Engine engine;
    /**
     * Whether the thread with the lock is starting the engine: code that it calls may ask for loggers, and must not start another engine.
     */
    private static boolean starting;

    private static volatile boolean exiting;
    private static volatile @Nullable Observation observation;
    private static final List<EventCapture> CAPTURES = new CopyOnWriteArrayList<>();
    /** Whether any of the three fields above is set, so that a log call reads only one field. */
    private static volatile boolean needsAfterAppend;

    /** The classes that are called from outside even in a closed class loader. */
    private static final List<Class<?>> ROOTS = new CopyOnWriteArrayList<>(List.of(Tailrace.class));

    /** The exit hook; null unless it is to run at the end of the JVM. */
    private static @Nullable HelperThread hook;

    private static @Nullable LoaderWatch watch;
    /** Not null once this class loader was found closed. */
    private static volatile @Nullable LoaderWatch closed;

    private static volatile boolean wasShutDown;

    /**
     * Whether the engine waits for the first log call, because a framework on the class path is going to configure it. Null: not checked
     * yet.
     */
    private static volatile @Nullable Boolean deferred;
    /** Whether logging is silenced until a framework has configured the backend. */
    private static volatile boolean muted;
    /** A framework's configuration, in place of the one that Tailrace would find; null: none. */
    private static volatile @Nullable Given given;
    /** Whether the framework's application has ended, so that another may configure. */
    private static volatile boolean released;

    /** Prefixes of the names of loggers that don't start the engine while it is deferred: the framework's own. */
    private static volatile List<String> waiting = List.of();

    private static volatile @Nullable Runnable levelListener;

    /** A configuration, and the properties with which it was read. */
    record Given(Configuration configuration, PropertySource outside) {}

    private Tailrace() {}

    /** The logger of this name; the same object for the same name. Starts the engine with the first call. */
    public static Logger logger(String name) {
        boolean waits = engine == null && isDeferred();
        if (engine == null && !waits) {
            start();
        }
        Logger logger = LOGGERS.logger(name);
        if (logger.appenders() == null && !waits) {
            // The logger was made while the engine was being shut down: without a level it would be mute, and never
            // start the engine.
            reconnect(logger);
        }
        return logger;
    }

    /**
     * Returns when all lines that were logged before this call are in their files, or after the time that a shutdown may take; false in the
     * latter case.
     */
    public static boolean flush() {
        Engine running = engine;
        return running == null || running.flush(System.nanoTime() + running.shutdownNanos());
    }

    /**
     * Drains, waits for running compressions up to a deadline, and stops. Nothing is left then that would keep this class loader: no
     * thread, unless it is stuck in a write, and no exit hook.
     */
    public static void shutdown() {
        wasShutDown = true;
        Engine running = engine;
        if (running != null) {
            end(running);
        }
    }

    private static void end(Engine running) {
        // Callers still log without waiting during this call.
        long deadline = running.quiesce();
        LoaderWatch watching;
        synchronized (LIFECYCLE) {
            if (engine != running) {
                return;
            }
            LOGGERS.disconnect();
            engine = null;
            watching = watch;
            watch = null;
            unhook();
            running.stop(deadline);
        }
        if (watching != null) {
            watching.stop();
            watching.awaitEnd(deadline);
        }
        running.awaitEnd(deadline);
    }

    /**
     * For a front: names one of its classes that applications call. The class and all that it needs are loaded ahead, in class loaders that
     * can be closed while a thread still logs.
     */
    public static void preload(Class<?> root) {
        ROOTS.add(root);
    }

    /** Called in the thread of the watch when this class loader was closed: drains all lines, and ends the engine for good. */
    private static void resign(LoaderWatch watching) {
        Engine running;
        synchronized (LIFECYCLE) {
            running = engine;
            if (running == null || exiting || !watching.equals(watch)) {
                return;
            }
            closed = watching;
        }
        if (!wasShutDown) {
            running.report(Finding.of(
                    FindingCode.LOADER_CLOSED,
                    "The class loader of this application was closed, and Tailrace still ran in it. What was logged is"
                            + " written to its files now; what is logged later is dropped."));
        }
        end(running);
    }

    /**
     * For a front: reports a finding of its own, which appears on standard error soon, as the engine's findings do, even while the engine
     * doesn't run. Never blocks.
     */
    public static void report(Finding finding) {
        Reporter.print(finding);
    }

    static void failedToEnd(Throwable error) {
        Engine running = engine;
        if (running != null) {
            running.failed(error);
        }
    }

    /** Whether this class loader is closed: nothing can be started in it. */
    private static boolean isClosed() {
        LoaderWatch found = closed;
        if (found == null) {
            return false;
        }
        if (found.isStillClosed()) {
            return true;
        }
        closed = null;
        return false;
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
        Engine running = engine;
        return running == null ? Stats.NONE : running.stats();
    }

    /**
     * Lets an observer see every event from now on, for tests that count events; null ends that. There is one observer at a time, and this
     * call doesn't start the engine.
     */
    public static void observe(@Nullable LogObserver observer) {
        synchronized (LIFECYCLE) {
            Observation known = observation;
            if (known == null || !known.isOf(observer)) {
                observation = observer == null ? null : new Observation(observer);
            }
            needsAfterAppend = observer != null || !CAPTURES.isEmpty();
            if (exiting) {
                // The exit hook takes no lock and may have begun in between: its flag must not be lost.
                needsAfterAppend = true;
            }
        }
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
        return setLevel(logger, level == null ? null : Threshold.valueOf(level.name()), null, ofApi());
    }

    /**
     * Sets a level for a time. The level ends within half a second after this time, even when no event is logged, and a line in the log
     * says so. The time that the machine sleeps may count or not, as in {@link System#nanoTime}.
     *
     * @param duration more than zero; more than 366 days are 366 days
     * @return whether it is set; false also where the duration is not more than zero
     */
    public static boolean setLevel(String logger, Level level, Duration duration) {
        return setLevel(logger, Threshold.valueOf(level.name()), duration, ofApi());
    }

    /**
     * Clears a level that was set at run time for this logger: the configured level holds again.
     *
     * @return whether there was a level to clear
     */
    public static boolean clearLevel(String logger) {
        return setLevel(logger, null, null, ofApi());
    }

    private static String ofApi() {
        return "the API, thread " + Thread.currentThread().getName();
    }

    /** @param origin what asks for it, in words */
    static boolean setLevel(String logger, @Nullable Threshold level, @Nullable Duration duration, String origin) {
        ensureStarted();
        return !muted && LEVELS.set(LoggerTree.rootless(logger), level, duration, origin);
    }

    /** Whether a configuration is in use, so that levels mean something. */
    static boolean isConfigured() {
        return engine != null && !muted;
    }

    static LevelControl levels() {
        return LEVELS;
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
        ensureStarted();
        int least = level == null ? Integer.MIN_VALUE : level.code();
        EventCapture capture = new EventCapture(LoggerTree.rootless(logger), least, observer);
        synchronized (LIFECYCLE) {
            CAPTURES.add(capture);
            needsAfterAppend = true;
        }
        if (level != null) {
            LOGGERS.capture(capture, least);
        }
        return capture;
    }

    static void release(EventCapture capture) {
        LOGGERS.release(capture);
        synchronized (LIFECYCLE) {
            CAPTURES.remove(capture);
            needsAfterAppend = observation != null || !CAPTURES.isEmpty();
            if (exiting) {
                needsAfterAppend = true;
            }
        }
    }

    private static boolean isDeferred() {
        Boolean known = deferred;
        return known == null ? findDeferral() : known;
    }

    private static boolean findDeferral() {
        synchronized (LIFECYCLE) {
            Boolean known = deferred;
            if (known == null) {
                List<String> found = LoggingControl.deferral(Tailrace.class.getClassLoader());
                known = found != null;
                deferred = known;
                if (found != null) {
                    waiting = found;
                    LOGGERS.defer();
                }
            }
            return known;
        }
    }

    private static boolean waits(Logger logger) {
        for (String beginning : waiting) {
            if (logger.name().startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** Silences logging from now on, until {@link #configure} or {@link #unmute}. */
    static void mute() {
        synchronized (LIFECYCLE) {
            muted = true;
            deferred = false;
            // If the framework fails to configure, its own loggers say why.
            waiting = List.of();
            LOGGERS.mute();
        }
    }

    /** Ends {@link #mute} without a new configuration. */
    static void unmute() {
        synchronized (LIFECYCLE) {
            if (!muted) {
                return;
            }
            muted = false;
            Engine running = engine;
            if (running != null) {
                connect(running.wiring());
            } else {
                // The framework's loggers may start the engine now: they say what failed.
                deferred = LoggingControl.deferral(Tailrace.class.getClassLoader()) != null;
                LOGGERS.defer();
            }
        }
    }

    static boolean isGiven() {
        return given != null && !released;
    }

    /** Allows another configuration; the one in use stays. */
    static void release() {
        released = true;
        unmute();
    }

    /**
     * Drains and ends the running engine, and starts one with this configuration.
     *
     * @return the findings of the start
     */
    static List<Finding> configure(Given next) {
        mute();
        Engine running = engine;
        if (running != null) {
            end(running);
            mute();
        }
        synchronized (LIFECYCLE) {
            given = next;
            released = false;
            muted = false;
            start();
            Engine started = engine;
            return started == null ? List.of() : started.findings();
        }
    }

    /** Ends an engine that was started with errors; logging is silenced until {@link #unmute}. */
    static void giveUp() {
        mute();
        given = null;
        Engine running = engine;
        if (running != null) {
            end(running);
            mute();
        }
    }

    static LoggerTree tree() {
        return LOGGERS;
    }

    /** Starts the engine unless something prevents that. */
    static void ensureStarted() {
        if (engine == null) {
            start();
        }
    }

    static void setLevelListener(@Nullable Runnable listener) {
        levelListener = listener;
    }

    static void levelsChanged() {
        Runnable listener = levelListener;
        if (listener != null) {
            listener.run();
        }
    }

    private static Given find(ClassLoader loader) {
        Given known = given;
        if (known != null && !released) {
            return known;
        }
        PropertySource outside = PropertySource.ofProcess(loader);
        Configuration found = ConfigurationFinder.find(loader, outside);
        if (found.isUnconfigured() && LoggingControl.deferral(loader) != null) {
            // Before the framework has configured the backend, as with Spring Boot and Logback.
            found = found.atInfo();
        }
        return new Given(found, outside);
    }

    private static void start() {
        synchronized (LIFECYCLE) {
            if (engine != null || starting || muted || isClosed()) {
                return;
            }
            starting = true;
            deferred = false;
            ClassLoader loader = Tailrace.class.getClassLoader();
            LoaderWatch watching = exiting ? null : LoaderWatch.start(loader, ROOTS, Tailrace::resign);
            try {
                Engine started = Uninterrupted.during(() -> {
                    Given from = find(loader);
                    return Engine.start(from.configuration(), from.outside(), Tailrace::use);
                });
                connect(started.wiring());
                engine = started;
                watch = watching;
                hook();
                levelsChanged();
            } finally {
                starting = false;
                if (watching != null && engine == null) {
                    watching.stop();
                }
            }
            if (watching != null) {
                // An application that fails in its first second is undeployed at once, and its last lines say why it
                // failed.
                watching.awaitReady(PRELOAD_NANOS);
            }
        }
    }

    /** Gives the loggers their levels and appenders; returns the levels that end with the previous configuration. */
    private static List<LoggerTree.LevelChange> connect(Engine.Wiring wiring) {
        return LOGGERS.configure(wiring.configuration(), wiring.appenders());
    }

    /** Applies a changed configuration; false when the engine isn't, or won't stay, the running one. */
    private static boolean use(Engine running, Engine.Change change) {
        List<LoggerTree.LevelChange> ended = new ArrayList<>();
        synchronized (LIFECYCLE) {
            if (engine != running || exiting) {
                return false;
            }
            running.use(change, () -> ended.addAll(connect(change.wiring())));
            levelsChanged();
        }
        // Without the lock: an appender may have to wait for memory.
        LEVELS.reportReplaced(ended);
        return true;
    }

    /** See {@link Engine#look}. */
    static ConfigurationWatch.Outcome look() {
        Engine running = engine;
        return running == null ? ConfigurationWatch.Outcome.OVER : running.look();
    }

    private static void hook() {
        if (hook != null) {
            return;
        }
        HelperThread fresh = HelperThread.of(Tailrace::onExit, "tailrace-shutdown");
        hook = fresh;
        try {
            Runtime.getRuntime().addShutdownHook(fresh);
        } catch (IllegalStateException e) {
            // The JVM is on its way down already; drain threads run until its end.
            return;
        }
    }

    private static void unhook() {
        HelperThread former = hook;
        if (former == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(former);
            hook = null;
        } catch (IllegalStateException e) {
            // The JVM is on its way down already, and the hook runs.
            return;
        }
    }

    /**
     * At the end of the JVM nothing is closed: other hooks still log, and the drain threads, being daemons, serve them to the end. The hook
     * waits for the lines that were logged up to now.
     */
    private static void onExit() {
        exiting = true;
        needsAfterAppend = true;
        Engine running = engine;
        if (running != null) {
            running.sealAndClean(running.quiesce());
        }
    }

    /** Whether {@link #afterAppend} has to be called after an event was appended. */
    static boolean needsAfterAppend() {
        return needsAfterAppend;
    }

    /**
     * Calls the observer, if there is one. Once the exit hook has begun, this method returns when the line is in its file, because the JVM
     * may halt after any line.
     */
    static void afterAppend(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, Appender[] appenders) {
        Observation observed = observation;
        if (observed != null) {
            observed.report(event, message, arguments, appenders);
        }
        for (EventCapture capture : CAPTURES) {
            capture.offer(event, message, arguments);
        }
        Engine running = engine;
        if (exiting && running != null) {
            running.flush(System.nanoTime() + LONGEST_EXIT_WAIT_NANOS);
        }
    }

    /** Gives a logger its appenders again when it has none because the engine was stopped. */
    static Appender[] reconnect(Logger logger) {
        if (muted || isClosed() || (engine == null && waits(logger))) {
            return NONE;
        }
        synchronized (LIFECYCLE) {
            start();
            if (logger.appenders() == null) {
                LOGGERS.reapply(logger);
            }
        }
        Appender[] appenders = logger.appenders();
        return appenders == null ? NONE : appenders;
    }

    static void failed(Throwable error) {
        Engine running = engine;
        if (running != null) {
            running.onEncoderFailure(error);
        }
    }
}
