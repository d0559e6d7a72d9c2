package dev.tailrace.runtime;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.encoding.AppenderEncoders;
import dev.tailrace.encoding.WarmUp;
import dev.tailrace.engine.control.EngineControl;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.runtime.EngineRuntime;
import dev.tailrace.engine.runtime.OpenDestination;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.logging.Appender;
import dev.tailrace.logging.Bursts;
import dev.tailrace.logging.Events;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A running configuration: its destinations with their lanes, and the threads that drain, keep and archive. One drain thread serves all
 * files; each console has its own, because a blocked pipe must not stop a file. The configuration can be replaced while the engine runs.
 */
public final class Engine {
    /** How long the end of the JVM waits at most for the removal of lanes, which takes a millisecond. */
    private static final long LEAVE_NANOS = 200_000_000L;

    private static final long LAST_LINES_NANOS = 1_000_000_000L;
    /** How long the end of a thread is waited for beyond the deadline of the lines. */
    private static final long THREADS_NANOS = 1_000_000_000L;

    private final PropertySource outside;
    private final Reporter reporter;
    private final Destinations destinations;
    private final EngineRuntime runtime;
    private final LimitTables limits;
    private @Nullable WarmUp warmUp;
    private @Nullable Surroundings surroundings;
    private volatile Wiring wiring;

    /** A configuration with its running appenders, by name, and their encoders. */
    record Wiring(
            Configuration configuration, Map<String, Appender> appenders, AppenderEncoders encoders, Targets targets) {}

    /** The tasks of the control thread. */
    private final class Control implements EngineControl {
        private final LevelControl levels;

        Control(LevelControl levels) {
            this.levels = levels;
        }

        @Override
        public String answer(String request) {
            return levels.answer(request);
        }

        @Override
        public boolean isDue(long nanoTime) {
            reporter.lookForLost();
            // The limits use the look to show their counts, so that they are asked in any case.
            boolean limitsAreDue = limits.isDue();
            return limitsAreDue || levels.isDue(nanoTime);
        }

        @Override
        public byte[] limits() {
            return levels.limits();
        }

        @Override
        public void run() {
            limits.write();
            levels.run();
        }
    }

    /** A changed configuration that is ready to be used. */
    record Change(Wiring wiring, Destinations.Plan plan, String description) {}

    private Engine(Configuration read, PropertySource outside, LevelControl levels) {
        this.outside = outside;
        this.reporter = new Reporter(outside.spring());
        read.findings().forEach(reporter::report);
        Configuration configuration = Targets.usable(read, reporter::report);
        this.runtime = new EngineRuntime(EngineOptions.engine(configuration.settings()), reporter, new Control(levels));
        this.limits = new LimitTables(runtime, reporter);
        this.destinations = new Destinations(runtime.factory(), reporter, limits);
        Destinations.Plan plan = destinations.first(configuration);
        this.wiring = wire(configuration, plan, null);
        describe(wiring, plan);
        destinations.activate(plan, configuration);
        destinations.commit(plan);
    }

    /**
     * Starts with a configuration.
     *
     * @param outside the properties with which it was read; it may be read again
     * @param levels answers requests of other processes for levels
     * @param later runs on another thread after the first second
     */
    static Engine start(Configuration configuration, PropertySource outside, LevelControl levels, Runnable later) {
        Engine engine = new Engine(configuration, outside, levels);
        // Loads the counter of calls that find their stack full: they could load nothing.
        engine.reporter.lookForLost();
        engine.runtime.start();
        engine.wiring.targets().start(null);
        engine.warmUp = WarmUp.start(
                engine.wiring.appenders().values().stream()
                        .map(Appender::encoder)
                        .toList(),
                Events.POOL,
                4711,
                () -> engine.surroundings = Surroundings.look(Engine.class.getClassLoader(), engine.reporter::report),
                later);
        engine.reporter.awaitPrinted();
        if (engine.surroundings != null) {
            engine.surroundings.start();
        }
        return engine;
    }

    /** Makes the appenders of a configuration; an unchanged appender stays the same object. */
    private Wiring wire(Configuration configuration, Destinations.Plan plan, @Nullable Wiring before) {
        Map<String, Appender> appenders = new LinkedHashMap<>();
        Bursts bursts = new Bursts();
        AppenderEncoders encoders = AppenderEncoders.of(
                configuration, before == null ? null : before.encoders(), outside, reporter::report);
        Map<String, Encoder> lines = new LinkedHashMap<>();
        for (AppenderConfig appender : configuration.appenders()) {
            lines.put(appender.name(), encoders.of(appender, plan.of(appender).log() != null));
        }
        Targets targets = Targets.of(configuration, plan, lines, before == null ? null : before.targets(), reporter);
        for (AppenderConfig appender : configuration.appenders()) {
            if (targets.isOff(appender.name())) {
                continue;
            }
            OpenDestination opened = plan.of(appender);
            Destination destination = opened.destination();
            Encoder encoder = targets.encoder(appender.name(), lines);
            Appender known = before == null ? null : before.appenders().get(appender.name());
            Appender made = new Appender(
                    appender.name(),
                    Targets.filters(appender),
                    bursts,
                    encoder,
                    destination,
                    appender.settings().limits(),
                    () -> limits.of(destination));
            appenders.put(appender.name(), known != null && known.is(made) ? known : made);
        }
        return new Wiring(configuration, appenders, encoders, targets);
    }

    private void describe(Wiring wiring, Destinations.Plan plan) {
        Set<Destination> described = new HashSet<>();
        for (AppenderConfig config : wiring.configuration().appenders()) {
            Destination destination = plan.of(config).destination();
            Appender appender = wiring.appenders().get(config.name());
            if (appender != null && described.add(destination)) {
                reporter.describe(destination, appender.encoder());
            }
        }
    }

    /** The name of the file that the configuration was read from; null: none was. */
    public @Nullable String source() {
        return wiring.configuration().source();
    }

    /** The first findings that were reported, in their order. */
    public List<Finding> findings() {
        return reporter.findings();
    }

    Wiring wiring() {
        return wiring;
    }

    PropertySource outside() {
        return outside;
    }

    Reporter reporter() {
        return reporter;
    }

    private long shutdownMillis() {
        return wiring.configuration().settings().engine().shutdownMillis();
    }

    long shutdownNanos() {
        return shutdownMillis() < 0 ? EndDeadline.PAUSE_NANOS : shutdownMillis() * 1_000_000L;
    }

    /**
     * Opens the destinations of a changed configuration. Changes nothing that runs, and may take seconds.
     *
     * @throws SinkUnavailableException when something can't be had; nothing is left open then
     */
    Change prepare(Configuration read) throws SinkUnavailableException {
        Configuration configuration = Targets.usable(read, reporter::report);
        Destinations.Plan plan = destinations.next(configuration);
        boolean done = false;
        try {
            Wiring next = wire(configuration, plan, wiring);
            done = true;
            return new Change(next, plan, destinations.difference(plan));
        } finally {
            if (!done) {
                destinations.rollback(plan);
            }
        }
    }

    void drop(Change change) {
        destinations.rollback(change.plan());
    }

    /** Switches to a changed configuration: {@code connect} gives the loggers their new appenders. */
    void use(Change change, Runnable connect) {
        destinations.activate(change.plan(), change.wiring().configuration());
        Targets before = wiring.targets();
        try {
            describe(change.wiring(), change.plan());
            wiring = change.wiring();
            connect.run();
        } finally {
            // Whatever failed: loggers that weren't reached find their appenders closed, and ask for the present ones.
            destinations.commit(change.plan());
            before.leave(wiring.targets());
            wiring.targets().start(before);
        }
    }

    /** Whether callers have to write their lines, because no thread could be started for that. */
    boolean isWithoutThread() {
        return runtime.isWithoutThread();
    }

    /** Waits until all earlier lines are in their sinks; false when they aren't by {@code deadline} (nanoTime). */
    boolean flush(long deadline) {
        return runtime.flush(destinations.drainers(), deadline);
    }

    /**
     * Drains the lanes and waits for running compressions, as long as a shutdown may take. Callers go on logging.
     *
     * @return until when the rest of the shutdown may take, during which callers have to wait
     */
    EndDeadline quiesce() {
        if (warmUp != null) {
            warmUp.stop();
        }
        long sendUntil = System.nanoTime() + shutdownNanos();
        EndDeadline deadline = new EndDeadline(destinations.drainers(), shutdownMillis());
        boolean flushed = runtime.finish(destinations.drainers(), deadline);
        // Files that are rolled from now on are compressed by the next process that opens the log.
        runtime.archiver().close(deadline.getAsLong());
        wiring.targets().end(sendUntil);
        if (flushed) {
            // Lines that aren't drained by now won't be in another second either; but a long compression must not use
            // up the last lines' time.
            deadline.leave(LAST_LINES_NANOS);
        }
        return deadline;
    }

    /** At the end of the JVM: ends the rings and removes those that are empty. Late events get fresh ones. */
    void sealAndClean(EndDeadline deadline) {
        // Late events have no successor: those beyond a limit are written.
        limits.closeAll(false);
        // Lines appended since quiesce() are written within milliseconds.
        runtime.seal(destinations.drainers(), deadline);
        reporter.reportLost();
        leave();
        reporter.awaitPrinted();
    }

    /** Removes the lanes that no other process uses. At the end of the JVM; later lines bring theirs back. */
    void leave() {
        runtime.leave(destinations.drainers(), System.nanoTime() + LEAVE_NANOS);
    }

    /** Refuses further events, drains the rest and ends all threads. */
    void stop(EndDeadline deadline) {
        limits.closeAll(true);
        runtime.stop(destinations.drainers(), deadline);
        reporter.reportLost();
        reporter.awaitPrinted();
    }

    /**
     * Waits, after {@link #stop}, for the end of all threads: a running thread would keep the class loader alive. Call without a lock: a
     * configuration that is being read again still asks whether it may be used.
     *
     * @param reading reads a changed configuration; null: none
     */
    void awaitEnd(long deadline, @Nullable HelperThread reading) {
        long last = deadline + THREADS_NANOS;
        runtime.awaitEnd(deadline);
        if (reading != null) {
            reading.awaitEnd(last);
        }
        if (warmUp != null) {
            warmUp.end(last);
        }
        if (surroundings != null) {
            surroundings.end(last);
        }
        // The events' last claims would keep the memory of the lanes.
        Events.POOL.forgetMemory();
        reporter.end();
        RecordCaches.forget();
    }

    public List<DrainAgent> drainers() {
        return destinations.drainers();
    }

    public EngineRuntime runtime() {
        return runtime;
    }

    /** The figures of the targets off this machine. */
    public List<TargetFigures> targets() {
        return wiring.targets().figures();
    }

    /** The number of events of a destination that limits held back. */
    public long limited(Destination destination) {
        return limits.total(destination);
    }
}
