package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.child.Latency;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.peers.Contestant;
import org.jspecify.annotations.Nullable;

/**
 * One row of one round.
 *
 * @param contestant the backend that ran
 * @param round from 0
 * @param linesPerRequest lines per request; null without requests
 * @param audit the audit of the lines
 * @param rolls files rolled
 * @param compressions files compressed
 * @param latency durations of the log calls
 * @param cost the stretch in which CPU time and allocation were measured
 * @param requestsPerSecond requests per second, or lines per second without requests
 * @param files that processes wrote concurrently; null for a single process
 */
record Measurement(
        Contestant contestant,
        int round,
        @Nullable Integer linesPerRequest,
        Audit audit,
        int rolls,
        int compressions,
        Latency latency,
        Phase cost,
        @Nullable Double requestsPerSecond,
        @Nullable Integer files) {
    /** Rows of the same key are the same row of different rounds. */
    String key() {
        return contestant.label() + "/" + linesPerRequest;
    }

    double cpuNanosPerEvent() {
        return perEvent(cost.cpuNanos());
    }

    double bytesPerEvent() {
        return perEvent(cost.allocatedBytes());
    }

    @Nullable
    Double cpuNanosPerRequest() {
        return cost.requests() == 0 ? null : (double) cost.cpuNanos() / cost.requests();
    }

    private double perEvent(long amount) {
        return cost.events() == 0 ? Double.NaN : (double) amount / cost.events();
    }
}
