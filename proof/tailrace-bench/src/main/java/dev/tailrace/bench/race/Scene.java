package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.Contestant;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An incident as it is replayed. Implementations are immutable. */
interface Scene {
    /** Its stable id. */
    String id();

    /** What it shows, in a few words. */
    String title();

    /** The load, in a sentence. */
    String load();

    /** The contestants; the no-op first. */
    List<Contestant> contestants();

    /** Threads that log, of all processes; null where it is not a fixed number. */
    default @Nullable Integer threads() {
        return null;
    }

    /** How many runs count as one round's: figures that are close together need more. */
    default int runsEach() {
        return 1;
    }

    /** About how long one contestant's run takes. */
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
