package dev.tailrace.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a race, in the stable format that scripts read.
 *
 * @param schema version of this format, 1
 * @param jdk version of the JVM, as {@code java.runtime.version}
 * @param cpus number of processors
 * @param rounds number of rounds; figures are medians, losses are sums
 * @param incidents one per scene
 */
public record RaceResult(int schema, String jdk, int cpus, int rounds, List<Incident> incidents) {
    /** The version that is written. */
    public static final int SCHEMA = 1;

    /**
     * One scene with all its backends.
     *
     * @param id stable name of the scene, such as {@code I1}
     * @param backends in the order of their runs
     */
    public record Incident(String id, List<Backend> backends) {}

    /**
     * One backend in one setting. Figures that a scene doesn't measure are null and left out.
     *
     * @param name {@code tailrace}, {@code logback}, {@code log4j2} or {@code noop}
     * @param version version of the backend
     * @param settings name of the setting, one stable word
     * @param events log calls made
     * @param lost events of which no line was found
     * @param duplicated lines found more than once
     * @param torn lines that are not whole
     * @param p50Nanos median of a log call
     * @param p99Nanos 99th percentile of a log call
     * @param p999Nanos 99.9th percentile of a log call
     * @param longestCallNanos the longest log call
     * @param blockedMillis summed duration of calls over 100 ms
     * @param cpuNanosPerEvent CPU time of the process for an event
     * @param bytesPerEvent bytes allocated for an event
     * @param rolls files rolled during the run
     * @param compressions files compressed during the run
     * @param requestsPerSecond requests served, for scenes with a server
     * @param linesPerRequest lines logged by a request, for scenes with a server
     */
    public record Backend(
            String name,
            String version,
            String settings,
            long events,
            long lost,
            long duplicated,
            long torn,
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
            @Nullable Integer linesPerRequest) {}
}
