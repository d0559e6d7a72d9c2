package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the result: counts are sums over the rounds, everything else the median of the rounds. Null is "not taken". The names of the
 * components are the fields of the JSON.
 *
 * @param name {@code tailrace}, {@code logback}, {@code log4j2} or {@code noop}
 * @param version release
 * @param settings one stable word
 * @param events log calls that returned
 * @param lost events without a line
 * @param duplicated lines beyond the first of an event
 * @param torn lines that are not whole
 * @param misordered lines after a later line of their thread
 * @param p50Nanos median call
 * @param p99Nanos 99th percentile of the calls
 * @param p999Nanos 99.9th percentile of the calls
 * @param longestCallNanos longest call
 * @param blockedMillis summed duration of calls over 100 ms
 * @param cpuNanosPerEvent CPU time of the whole process for an event, the harness's own included (see the no-op's)
 * @param bytesPerEvent allocated by the JVM for an event, beyond the no-op's
 * @param rolls files rolled
 * @param compressions files compressed
 * @param requestsPerSecond requests served; where lines are what is asked for, lines written
 * @param linesPerRequest lines of a request
 * @param callerBytesPerEvent what the no-op's JVM allocates for an event: the caller's boxes, arrays and texts
 * @param longestOverNoopNanos longest call less the no-op's longest of the same round
 * @param responseP99Nanos 99th percentile from the moment a call was due
 * @param cpuNanosPerRequest CPU time of the whole process for a request
 * @param files that the processes wrote side by side in place of the one they were given; the most of all rounds
 * @param spread lowest and highest round of a figure
 * @param series calls over time in the first round
 * @param failure why a round could not be run or measured
 */
record Standing(
        String name,
        String version,
        String settings,
        long events,
        long lost,
        long duplicated,
        long torn,
        long misordered,
        @Nullable Long p50Nanos,
        @Nullable Long p99Nanos,
        @Nullable Long p999Nanos,
        @Nullable Long longestCallNanos,
        @Nullable Double blockedMillis,
        @Nullable Double cpuNanosPerEvent,
        @Nullable Double bytesPerEvent,
        long rolls,
        long compressions,
        @Nullable Double requestsPerSecond,
        @Nullable Integer linesPerRequest,
        @Nullable Double callerBytesPerEvent,
        @Nullable Long longestOverNoopNanos,
        @Nullable Long responseP99Nanos,
        @Nullable Double cpuNanosPerRequest,
        @Nullable Integer files,
        Map<String, Spread> spread,
        @Nullable Series series,
        @Nullable String failure) {
    /** Whether a line is missing, double, broken or out of order. */
    boolean damaged() {
        return lost > 0 || duplicated > 0 || torn > 0 || misordered > 0;
    }
}
