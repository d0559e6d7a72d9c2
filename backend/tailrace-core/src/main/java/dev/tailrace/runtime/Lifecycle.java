package dev.tailrace.runtime;

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
import dev.tailrace.logging.EventCapture;
import dev.tailrace.logging.EventTap;
import dev.tailrace.logging.LoggerTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The life of the engine in one class loader. A {@link State} says what becomes of a log call, and {@link Step} is the table that leads from
 * one state to another. Thread-safe: one lock guards all steps, and calls of connected loggers don't take it.
 *
 * <p>One step takes no lock, the exit hook's, because the thread that ends the JVM may hold it: the hook sets a flag, with which {@link
 * State#RUNNING} reads as {@link State#EXITING}.
 *
 * <p>Whether there is an engine is another matter: one that is muted goes on draining earlier lines, and one whose class loader was closed
 * is there until all is written.
 */
public final class Lifecycle implements LoaderWatch.Listener {
    /** See {@code LoggingControl}. */
    public static final String DEFERRED_START = "META-INF/tailrace/deferred-start";

    /** The class that applications call in any case, as files name it. */
    private static final String FACADE = "dev/tailrace/Tailrace";

    /** During JVM shutdown: how long a log call waits until its line is in the file. */
    private static final long LONGEST_EXIT_WAIT_NANOS = 200_000_000L;

    private final ClassLoader loader;
    private final LoggerTree<?> tree;
    private final LevelControl levels;
    private final Object lock = new Object();
    private volatile State state = State.NEW;
    private volatile @Nullable Engine engine;
    /** Reads the running engine's configuration again; null: it isn't watched. */
    private volatile @Nullable ConfigurationWatch reload;

    private volatile boolean exiting;
    /** The exit hook; null unless it is to run at the end of the JVM. */
    private @Nullable HelperThread hook;

    private @Nullable LoaderWatch watch;
    /** Not null once the class loader was found closed. */
    private volatile @Nullable LoaderWatch closed;

    private volatile boolean wasShutDown;
    /** A framework's configuration, in place of the one that Tailrace would find; null: none. */
    private volatile @Nullable Given given;
    /** Prefixes of the names of loggers that don't start the engine: those of the framework that is going to configure it. */
    private volatile List<String> waiting = List.of();

    /** Classes that are called from outside even in a closed class loader. */
    private final List<Class<?>> roots = new CopyOnWriteArrayList<>();

    private volatile @Nullable EventTap observer;
    private final List<EventTap> captures = new CopyOnWriteArrayList<>();
    /** Whether there is an observer or a capture, or the JVM ends, so that a log call reads only one field. */
    private volatile boolean needsAfterAppend;

    /** What becomes of a log call; {@link LoggerTree} brings it about: its mute, defer, configure and disconnect. */
    public enum State {
        /** There was no logger yet: the first one starts the engine, unless a framework is going to configure it. */
        NEW,
        /** A framework is going to configure: a log call starts the engine, and a logger doesn't. */
        DEFERRED,
        /** The thread with the lock starts the engine: code that it calls may ask for loggers, and must not start another engine. */
        STARTING,
        RUNNING,
        /** Running while the JVM ends: a call returns when its line is in its file. */
        EXITING,
        /** Events are dropped until a framework has configured the backend. */
        MUTED,
        /** The next logger or log call starts the engine again. */
        STOPPED,
        /** The class loader was found closed: events are dropped, and nothing starts unless the loader answers again. */
        CLOSED
    }

    /** The table: a step leads to its first state from any of the others; from one that isn't named it does nothing. */
    enum Step {
        DEFER(State.DEFERRED, State.NEW, State.MUTED),
        START(State.STARTING, State.NEW, State.DEFERRED, State.STOPPED),
        STARTED(State.RUNNING, State.STARTING),
        FAILED(State.STOPPED, State.STARTING),
        SHUT_DOWN(State.STOPPED, State.RUNNING, State.EXITING),
        EXIT(State.EXITING, State.RUNNING),
        MUTE(State.MUTED, State.values()),
        /** The muting ends while an engine runs. */
        UNMUTE_RUNNING(State.RUNNING, State.MUTED),
        /** The muting ends without an engine. */
        UNMUTE(State.STOPPED, State.MUTED),
        LOADER_CLOSED(State.CLOSED, State.RUNNING, State.STOPPED),
        LOADER_OPEN(State.STOPPED, State.CLOSED);

        private final State to;

        @SuppressWarnings("ImmutableEnumChecker") // Enums.
        private final List<State> from;

        Step(State to, State... from) {
            this.to = to;
            this.from = List.of(from);
        }

        /** The state after this step. */
        State after(State state) {
            return from.contains(state) ? to : state;
        }
    }

    /** A configuration, and the properties with which it was read. */
    public record Given(Configuration configuration, PropertySource outside) {}

    /** @param loader finds the configuration, and ends the engine when it is closed */
    public Lifecycle(ClassLoader loader, LoggerTree<?> tree) {
        this.loader = loader;
        this.tree = tree;
        this.levels = new LevelControl(tree);
        HelperThread.whenMissing(() -> needsAfterAppend = true);
    }

    public State state() {
        State now = state;
        return exiting ? Step.EXIT.after(now) : now;
    }

    /** Takes a step; false where the table has none. Call with the lock. */
    private boolean take(Step step) {
        State before = state();
        State next = step.after(before);
        if (next == before) {
            return false;
        }
        state = next;
        return true;
    }

    /** The running engine; null: none. */
    public @Nullable Engine engine() {
        return engine;
    }

    public LevelControl levels() {
        return levels;
    }

    /** For a logger that is asked for: starts the engine, except where its first log call has to do that; false then. */
    public boolean wake() {
        if (state == State.NEW) {
            deferWhereAsked();
        }
        if (state == State.DEFERRED) {
            return false;
        }
        ensureStarted();
        return true;
    }

    private void deferWhereAsked() {
        synchronized (lock) {
            List<String> found = state == State.NEW ? deferral() : null;
            if (found != null) {
                waiting = found;
                tree.defer();
                take(Step.DEFER);
            }
        }
    }

    /** The lines of {@link #DEFERRED_START}; null: there is none, or it can't be read. */
    private @Nullable List<String> deferral() {
        // Null is the boot loader.
        try (InputStream in = loader == null ? null : loader.getResourceAsStream(DEFERRED_START)) {
            return in == null
                    ? null
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#"))
                            .toList();
        } catch (IOException e) {
            return null;
        }
    }

    /** For a log call: gives a logger its appenders again when it has none because the engine was stopped. */
    public void reconnect(String logger) {
        if (state == State.MUTED || isClosed() || (engine == null && waits(logger))) {
            return;
        }
        synchronized (lock) {
            start();
            tree.reconnect(logger);
        }
    }

    private boolean waits(String logger) {
        for (String beginning : waiting) {
            if (logger.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** Starts the engine unless something prevents that. */
    public void ensureStarted() {
        if (engine == null) {
            start();
        }
    }

    private void start() {
        synchronized (lock) {
            if (engine != null) {
                return;
            }
            if (isClosed()) {
                take(Step.LOADER_CLOSED);
                return;
            }
            if (!take(Step.START)) {
                return;
            }
            LoaderWatch watching = null;
            try {
                watching = exiting ? null : LoaderWatch.start(loader, FACADE, roots, this);
                boolean watched = watching != null;
                Engine started = Uninterrupted.during(() -> {
                    Given from = find();
                    return Engine.start(
                            from.configuration(), from.outside(), levels, watched ? () -> {} : this::loadAhead);
                });
                connect(started.wiring());
                engine = started;
                tapsChanged();
                take(Step.STARTED);
                watch = watching;
                watchConfiguration(started);
                hook();
                tree.levelsChanged();
            } finally {
                take(Step.FAILED);
                if (watching != null && engine == null) {
                    watching.stop();
                }
            }
            if (watching != null) {
                watching.awaitReady();
            }
        }
    }

    /** The jar may be replaced while the process runs: a roll, a takeover and the end must not need a class of it then. */
    private void loadAhead() {
        if (loader != null) {
            JarClasses.load(loader, roots);
        }
    }

    private Given find() {
        Given known = given;
        if (known != null) {
            return known;
        }
        PropertySource outside = PropertySource.ofProcess(loader);
        Configuration found = ConfigurationFinder.find(loader, outside);
        if (found.isUnconfigured() && deferral() != null) {
            // Before the framework has configured the backend, as with Spring Boot and Logback.
            found = found.atInfo();
        }
        return new Given(found, outside);
    }

    private void watchConfiguration(Engine started) {
        if (started.wiring().configuration().watch().periodMillis() != 0) {
            ConfigurationWatch fresh = new ConfigurationWatch(started, this::use);
            reload = fresh;
            fresh.start();
        }
    }

    /** Gives the loggers their levels and appenders; returns the levels and limits that end with the previous configuration. */
    private List<LoggerTree.Change> connect(Engine.Wiring wiring) {
        List<LoggerTree.Change> ended = tree.configure(wiring.configuration(), wiring.appenders());
        levels.limitsChanged();
        return ended;
    }

    /** Applies a changed configuration; false when the engine isn't, or won't stay, the running one. */
    private boolean use(Engine running, Engine.Change change) {
        List<LoggerTree.Change> ended = new ArrayList<>();
        synchronized (lock) {
            if (engine != running || exiting) {
                return false;
            }
            // While muted, the loggers get the new wiring only when that ends.
            running.use(change, () -> ended.addAll(state == State.MUTED ? List.of() : connect(change.wiring())));
            tree.levelsChanged();
        }
        // Without the lock: an appender may have to wait for memory.
        levels.reportReplaced(ended);
        return true;
    }

    /** Looks at the configuration's files at once and returns the result; for tests. */
    public ConfigurationWatch.Outcome look() {
        return engine == null
                ? ConfigurationWatch.Outcome.OVER
                : Objects.requireNonNull(reload).look();
    }

    /** False when the lines weren't in their files within the time that a shutdown may take. */
    public boolean flush() {
        Engine running = engine;
        boolean flushed = running == null || running.flush(System.nanoTime() + running.shutdownNanos());
        if (running != null && exiting) {
            // A framework's last call: its lines came after the exit hook.
            running.leave();
        }
        return flushed;
    }

    public void shutdown() {
        wasShutDown = true;
        end();
    }

    private void end() {
        Engine running = engine;
        if (running != null) {
            end(running);
        }
    }

    private void end(Engine running) {
        // Callers still log without waiting during this call.
        ConfigurationWatch reading = stopReading(running);
        EndDeadline deadline = running.quiesce();
        LoaderWatch watching;
        synchronized (lock) {
            if (engine != running) {
                return;
            }
            tree.disconnect();
            engine = null;
            take(Step.SHUT_DOWN);
            reload = null;
            watching = watch;
            watch = null;
            unhook();
            running.stop(deadline);
        }
        if (watching != null) {
            watching.stop();
            watching.awaitEnd(deadline.getAsLong());
        }
        running.awaitEnd(deadline.getAsLong(), reading == null ? null : reading.thread());
    }

    private @Nullable ConfigurationWatch stopReading(Engine running) {
        ConfigurationWatch reading = reload;
        if (reading == null || !reading.isOf(running)) {
            return null;
        }
        reading.stop();
        return reading;
    }

    private void hook() {
        if (hook != null) {
            return;
        }
        HelperThread fresh = HelperThread.of(this::onExit, "tailrace-shutdown");
        hook = fresh;
        try {
            Runtime.getRuntime().addShutdownHook(fresh);
        } catch (IllegalStateException e) {
            // The JVM is on its way down already, in a hook that logs first: its drain threads end with that hook.
            exiting = true;
            needsAfterAppend = true;
        }
    }

    private void unhook() {
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
    void onExit() {
        exiting = true;
        needsAfterAppend = true;
        Engine running = engine;
        if (running != null) {
            stopReading(running);
            running.sealAndClean(running.quiesce());
        }
    }

    /** For a front: the class and all that it needs are loaded ahead, in class loaders that can be closed while a thread still logs. */
    public void preload(Class<?> root) {
        roots.add(root);
    }

    /** Drains all lines, and ends the engine for good. */
    @Override
    public void onClosed(LoaderWatch watching) {
        Engine running;
        synchronized (lock) {
            running = engine;
            if (running == null || exiting || !watching.equals(watch)) {
                return;
            }
            closed = watching;
            take(Step.LOADER_CLOSED);
        }
        if (!wasShutDown) {
            running.reporter()
                    .report(Finding.of(
                            FindingCode.LOADER_CLOSED,
                            "The class loader of this application was closed, and Tailrace still ran in it. What was logged is"
                                    + " written to its files now; what is logged later is dropped."));
        }
        end(running);
    }

    @Override
    public void onFailure(Throwable error) {
        Engine running = engine;
        if (running != null) {
            running.reporter().onError(error);
        }
    }

    /** Whether the class loader is closed: nothing can be started in it. */
    private boolean isClosed() {
        LoaderWatch found = closed;
        if (found == null || found.isStillClosed()) {
            return found != null;
        }
        synchronized (lock) {
            closed = null;
            take(Step.LOADER_OPEN);
        }
        return false;
    }

    /** Silences logging from now on, until {@link #configure} or {@link #release}. */
    public void mute() {
        synchronized (lock) {
            take(Step.MUTE);
            // If the framework fails to configure, its own loggers say why.
            waiting = List.of();
            tree.mute();
        }
    }

    private void unmute() {
        synchronized (lock) {
            if (state != State.MUTED) {
                return;
            }
            Engine running = engine;
            if (running != null) {
                take(Step.UNMUTE_RUNNING);
                connect(running.wiring());
            } else {
                // The framework's loggers may start the engine now: they say what failed.
                take(deferral() == null ? Step.UNMUTE : Step.DEFER);
                tree.defer();
            }
        }
    }

    /** Whether a framework's configuration is in use, or was before the engine stopped. */
    public boolean isGiven() {
        return given != null;
    }

    /** Allows another configuration; the one in use stays. */
    public void release() {
        given = null;
        unmute();
    }

    /**
     * Drains and ends the running engine, and starts one with this configuration.
     *
     * @return the findings of the start
     */
    public List<Finding> configure(Given next) {
        silence();
        synchronized (lock) {
            given = next;
            take(Step.UNMUTE);
            start();
            Engine started = engine;
            return started == null ? List.of() : started.reporter().findings();
        }
    }

    /** Ends an engine that was started with errors; logging is silenced until {@link #release}. */
    public void giveUp() {
        given = null;
        silence();
    }

    /** Mutes logging, and ends the engine that may run. */
    private void silence() {
        mute();
        if (engine != null) {
            end();
            // The end has disconnected the loggers.
            mute();
        }
    }

    /**
     * Sets or clears a level over that of the configuration, and starts the engine.
     *
     * @param name of the logger; "" is the root
     * @param level null: that of the configuration holds again
     * @param duration null: without an end
     * @param origin what asks for it, in words
     */
    public boolean setLevel(String name, @Nullable Threshold level, @Nullable Duration duration, String origin) {
        ensureStarted();
        return state != State.MUTED && levels.set(name, level, duration, origin);
    }

    /** Lets one tap see the events that an appender took, before all captures; null: none. */
    public void observe(@Nullable EventTap tap) {
        synchronized (lock) {
            observer = tap;
            tapsChanged();
        }
    }

    /**
     * Starts the engine if it doesn't run, and lets an observer see the events of a logger and of those below it.
     *
     * @param logger "" is the root
     * @param level the lowest code; {@link Integer#MIN_VALUE}: as each logger's level lets pass
     */
    public Capture capture(String logger, int level, EventObserver to) {
        ensureStarted();
        EventCapture capture = new EventCapture(logger, level, to, this::release);
        synchronized (lock) {
            captures.add(capture);
            tapsChanged();
        }
        if (level != Integer.MIN_VALUE) {
            tree.capture(capture, level);
        }
        return capture;
    }

    private void release(EventCapture capture) {
        tree.release(capture);
        synchronized (lock) {
            captures.remove(capture);
            tapsChanged();
        }
    }

    private void tapsChanged() {
        Engine running = engine;
        needsAfterAppend = observer != null || !captures.isEmpty() || (running != null && running.isWithoutThread());
        if (exiting) {
            // The exit hook takes no lock and may have begun in between: its flag must not be lost.
            needsAfterAppend = true;
        }
    }

    /** Whether {@link #afterAppend} has to be called after an event was appended. */
    public boolean needsAfterAppend() {
        return needsAfterAppend;
    }

    /**
     * Calls the observers, if there are any. Once the exit hook has begun, this method returns when the line is in its file, because the
     * JVM may halt after any line.
     */
    public void afterAppend(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, Appender[] appenders) {
        EventTap observed = observer;
        if (observed != null) {
            observed.offer(event, message, arguments, appenders);
        }
        for (EventTap capture : captures) {
            capture.offer(event, message, arguments, appenders);
        }
        Engine running = engine;
        if (running != null && (exiting || running.isWithoutThread())) {
            running.flush(System.nanoTime() + LONGEST_EXIT_WAIT_NANOS);
        } else if (running != null && observed == null && captures.isEmpty()) {
            // The threads that were missing run now. No lock: a shutdown may hold it for seconds.
            needsAfterAppend = false;
            if (exiting || observer != null || !captures.isEmpty()) {
                needsAfterAppend = true;
            }
        }
    }

    /** Reports what a log call must not throw. */
    public void failed(Throwable error) {
        Engine running = engine;
        if (running != null) {
            running.reporter().onEncoderFailure(error);
        }
    }
}
