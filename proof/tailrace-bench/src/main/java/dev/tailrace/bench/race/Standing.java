package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the result: counts are sums over the rounds, everything else the median of the rounds. Null means "not measured". The
 * components' names are the fields of the JSON.
 *
 * @param name {@code tailrace}, {@code logback}, {@code log4j2} or {@code noop}
 * @param version version of the backend
 * @param settings name of the setting, one stable word
 * @param events log calls that returned
 * @param lost events without a line
 * @param duplicated additional lines of an event
 * @param torn incomplete lines
 * @param misordered lines after a later line of their thread
 * @param p50Nanos median call
 * @param p99Nanos 99th percentile of the calls
 * @param p999Nanos 99.9th percentile of the calls
 * @param longestCallNanos longest call
 * @param blockedMillis summed duration of calls over 100 ms
 * @param cpuNanosPerEvent CPU time of the whole process per event, including the harness (compare the no-op's)
 * @param bytesPerEvent bytes that the JVM allocates per event, less the no-op's
 * @param rolls files rolled
 * @param compressions files compressed
 * @param requestsPerSecond requests served per second; without requests, lines written per second
 * @param linesPerRequest lines per request
 * @param callerBytesPerEvent bytes that the no-op's JVM allocates per event: the caller's boxes, arrays and texts
 * @param longestOverNoopNanos longest call less the no-op's longest of the same round
 * @param responseP99Nanos 99th percentile of the time from when a call was due
 * @param cpuNanosPerRequest CPU time of the whole process for a request
 * @param files number of files that the processes wrote instead of one; the highest of all rounds
 * @param spread lowest and highest round of a figure; after one round, of lines/s the lowest and highest half second
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
    /** Whether Tailrace wrote the lines, as a backend or inside of another one. */
    boolean isTailrace() {
        return name.equals(BackendMatrix.INSIDE) || settings.startsWith(BackendMatrix.INSIDE);
    }

    /** Whether a line is lost, duplicated, torn or out of order. */
    boolean damaged() {
        return lost > 0 || duplicated > 0 || torn > 0 || misordered > 0;
    }
}
