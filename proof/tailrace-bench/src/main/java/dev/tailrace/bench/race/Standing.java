package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the result: counts are sums over the rounds, everything else the median of the rounds. Null means "not measured". The
 * components are the fields of the JSON, which {@code docs/reference/race.md} explains.
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

    /** Lines per request; 0 without requests. */
    int lines() {
        return linesPerRequest == null ? 0 : linesPerRequest;
    }

    /** Whether a line is lost, duplicated, torn or out of order. */
    boolean damaged() {
        return lost > 0 || duplicated > 0 || torn > 0 || misordered > 0;
    }
}
