package dev.tailrace;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.config.AppenderConfig;
import dev.tailrace.config.Configuration;
import dev.tailrace.config.ConfigurationFinder;
import dev.tailrace.config.PropertySource;
import dev.tailrace.config.Settings;
import dev.tailrace.drain.Destination;
import dev.tailrace.drain.DrainAgent;
import dev.tailrace.drain.DrainLoop;
import dev.tailrace.encode.PatternEncoder;
import dev.tailrace.journal.Lane;
import dev.tailrace.journal.LaneKeeper;
import dev.tailrace.sink.Archiver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration at work: its destinations with their lanes, the threads that drain, keep and archive. One drain thread serves all
 * files; each console has its own, because a blocked pipe must not stop a file.
 */
final class Engine {
    private static final long LAST_LINES_NANOS = 1_000_000_000L;

    private final Configuration configuration;
    private final Settings settings;
    private final Reporter reporter;
    private final Map<String, Outlet> outlets = new LinkedHashMap<>();
    private final List<DrainLoop> loops = new ArrayList<>();
    private final List<DrainAgent> drainers = new ArrayList<>();
    private final DestinationFactory destinations;
    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    private final Archiver archiver;

    private Engine(Configuration configuration) {
        this.configuration = configuration;
        this.settings = configuration.settings();
        this.reporter = new Reporter();
        configuration.findings().forEach(reporter::report);
        this.keeper = new LaneKeeper("tailrace-keeper", LaneKeeper::keep, reporter::onError);
        this.spiller = new LaneKeeper("tailrace-spill", LaneKeeper::spill, reporter::onError);
        this.archiver = new Archiver(settings.archiverShare(), Engine::epochNanos);
        this.destinations = new DestinationFactory(settings, keeper, spiller, archiver, reporter);
    }

    static Engine start(ClassLoader loader) {
        Engine engine = new Engine(ConfigurationFinder.find(loader, PropertySource.ofProcess(loader)));
        engine.openAppenders();
        engine.keeper.start();
        engine.spiller.start();
        engine.archiver.start();
        engine.loops.forEach(DrainLoop::start);
        WarmUp.start(engine.outlets.values());
        engine.reporter.awaitPrinted();
        return engine;
    }

    private void openAppenders() {
        Map<DrainLoop, Boolean> known = new LinkedHashMap<>();
        for (AppenderConfig appender : configuration.appenders()) {
            PatternFindings.Compiled compiled =
                    PatternFindings.compile(appender, configuration, PropertySource.ofProcess());
            for (PatternEncoder.Problem problem : compiled.problems()) {
                reporter.report(PatternFindings.of(problem, appender, configuration.source()));
            }
            DestinationFactory.Opened opened = destinations.open(appender, compiled.encoder());
            outlets.put(
                    appender.name(),
                    new Outlet(appender.name(), appender.filters(), compiled.encoder(), opened.destination()));
            if (opened.drainer() != null) {
                drainers.add(opened.drainer());
                opened.loop().add(opened.drainer());
            }
            known.put(opened.loop(), true);
        }
        loops.addAll(known.keySet());
    }

    static long epochNanos() {
        return WallClock.millis() * 1_000_000L;
    }

    Configuration configuration() {
        return configuration;
    }

    Map<String, Outlet> outlets() {
        return outlets;
    }

    long shutdownNanos() {
        return settings.shutdownMillis() * 1_000_000L;
    }

    void onEncoderFailure(Throwable error) {
        reporter.onEncoderFailure(error);
    }

    /** Waits until all that was appended before is in its sink; false when it is not by {@code deadline} (nanoTime). */
    boolean flush(long deadline) {
        List<Lane.Mark> marks = new ArrayList<>();
        for (DrainAgent drainer : drainers) {
            for (Lane lane : drainer.destination().lanes()) {
                marks.add(lane.mark());
            }
        }
        loops.forEach(DrainLoop::beginUrgency);
        try {
            return Waiting.until(deadline, () -> marks.stream().allMatch(Lane.Mark::isReached));
        } finally {
            loops.forEach(DrainLoop::endUrgency);
        }
    }

    /**
     * Drains what is there and waits for running compressions, as long as a shutdown may take. Callers go on logging.
     *
     * @return until when ({@link System#nanoTime}) the rest of the shutdown may take, during which callers have to wait
     */
    long quiesce() {
        long deadline = System.nanoTime() + shutdownNanos();
        boolean flushed = flush(deadline);
        // What is rolled from now on is compressed by the next process that opens the log.
        archiver.close(deadline);
        long now = System.nanoTime();
        // What doesn't drain now won't in another second either; a long compression must not cost the last lines
        // theirs.
        return flushed && deadline - now < LAST_LINES_NANOS ? now + LAST_LINES_NANOS : deadline;
    }

    /** At the end of the JVM: ends the rings and removes those that are empty. Late events get fresh ones. */
    void sealAndClean(long deadline) {
        for (DrainAgent drainer : drainers) {
            drainer.destination().seal();
        }
        reporter.reportLeftOver(drainers);
        for (DrainAgent drainer : drainers) {
            for (Lane lane : drainer.destination().lanes()) {
                lane.discardSealed(deadline);
            }
        }
        reporter.awaitPrinted();
    }

    /** Refuses further events, drains the rest and ends all threads. */
    void stop(long deadline) {
        for (DrainAgent drainer : drainers) {
            drainer.destination().close();
        }
        loops.forEach(DrainLoop::beginUrgency);
        Waiting.until(
                deadline, () -> drainers.stream().map(DrainAgent::destination).allMatch(Destination::isDrained));
        loops.forEach(DrainLoop::stop);
        reporter.reportLeftOver(drainers);
        for (DrainLoop loop : loops) {
            // A console that is stuck must not keep the files claimed; what is stuck is closed when it comes back.
            loop.join(deadline + 1_000_000_000L);
            loop.whenOver(() -> loop.drainers().forEach(reporter::close));
        }
        keeper.stop();
        spiller.stop();
        reporter.awaitPrinted();
    }

    Stats stats() {
        List<Stats.DestinationStats> all = new ArrayList<>();
        for (DrainAgent drainer : drainers) {
            Destination destination = drainer.destination();
            all.add(new Stats.DestinationStats(
                    destination.description(),
                    destination.backlog(),
                    destination.losses().total(),
                    destination.cutLines()));
        }
        return new Stats(
                List.copyOf(all),
                destinations.budget().used(),
                destinations.budget().cap(),
                archiver.compressions(),
                archiver.backlog());
    }
}
