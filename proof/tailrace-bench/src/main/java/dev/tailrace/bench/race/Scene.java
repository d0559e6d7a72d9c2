package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.Contestant;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A replayed incident. Implementations are immutable. */
interface Scene {
    String id();

    String title();

    String load();

    /** The contestants; the no-op first. */
    List<Contestant> contestants();

    /** Logging threads of all processes; null if their number isn't fixed. */
    default @Nullable Integer threads() {
        return null;
    }

    /** The number of runs per round: figures that are close together need more. */
    default int runsEach() {
        return 1;
    }

    /** The approximate duration of one contestant's run, in seconds. */
    int secondsEach();

    /**
     * Runs one contestant in its own JVM and audits what it wrote.
     *
     * @return one measurement, or one for each number of lines per request
     * @throws ChildFailure when the contestant crashes, hangs or leaves no result
     */
    List<Measurement> run(Contestant contestant, int round, BenchDirectory benchDirectory)
            throws IOException, InterruptedException, ChildFailure;
}
