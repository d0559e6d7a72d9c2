package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The drain threads: one for all files, and one for each console, because a blocked pipe must not stop a file. Each thread is made when it
 * is first needed, and waits as the settings say. Thread-safe.
 */
final class DrainLoops {
    private static final String FILES = "";

    private final EngineSettings settings;
    private final EngineListener listener;
    private final WaitStrategy strategy;
    private final Map<String, DrainLoop> loops = new HashMap<>();
    private boolean started;
    private boolean stopped;

    DrainLoops(EngineSettings settings, EngineListener listener) {
        this.settings = settings;
        this.listener = listener;
        this.strategy = strategy();
    }

    private WaitStrategy strategy() {
        WaitStrategy wanted = settings.waiting();
        boolean spins = wanted == WaitStrategy.YIELD || wanted == WaitStrategy.BUSYSPIN;
        int cpus = Runtime.getRuntime().availableProcessors();
        if (spins && cpus < 4 && !settings.force()) {
            listener.report(Finding.of(
                    FindingCode.SPINNING_REFUSED,
                    "wait=\"" + wanted.name().toLowerCase(Locale.ROOT) + "\" needs 4 CPUs, this machine has " + cpus
                            + ": the drainer sleeps."));
            return WaitStrategy.SLEEP;
        }
        return wanted;
    }

    /** Whether each line has to wake the thread, because the thread doesn't poll. */
    boolean parks() {
        return strategy == WaitStrategy.PARK;
    }

    DrainLoop ofFiles() {
        return loopFor(FILES);
    }

    /** {@code description} distinguishes consoles. */
    DrainLoop ofConsole(String description) {
        return loopFor(description);
    }

    /** The loop of a kind; a loop without drainers costs nothing and is reused. */
    private synchronized DrainLoop loopFor(String kind) {
        return loops.computeIfAbsent(kind, key -> {
            long interval = settings.intervalNanos();
            DrainLoop loop = key.isEmpty()
                    ? new DrainLoop("tailrace-drain", strategy, interval, listener)
                    : new DrainLoop("tailrace-console", forConsoles(), interval, listener, true);
            if (started && !stopped) {
                loop.start();
            }
            return loop;
        });
    }

    private WaitStrategy forConsoles() {
        return strategy == WaitStrategy.SLEEP || strategy == WaitStrategy.PARK ? WaitStrategy.PROMPT : strategy;
    }

    /** Starts the threads that drain; later ones start when they are made. */
    synchronized void start() {
        started = true;
        loops.values().forEach(DrainLoop::start);
    }

    /** The threads that drain. */
    synchronized List<DrainLoop> all() {
        return List.copyOf(loops.values());
    }

    /**
     * Asks all threads to end and starts no more: a late change of the configuration may still open a destination, whose thread would never
     * end.
     */
    synchronized List<DrainLoop> stop() {
        stopped = true;
        loops.values().forEach(DrainLoop::stop);
        return all();
    }
}
