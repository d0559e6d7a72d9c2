package dev.tailrace.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a race measured, in the stable form that scripts read.
 *
 * @param schema version of this form, 1
 * @param jdk version of the Java machine, as {@code java.runtime.version}
 * @param cpus processors the race had
 * @param rounds rounds taken; figures are their medians, losses their sums
 * @param incidents one for each scene
 */
public record RaceResult(int schema, String jdk, int cpus, int rounds, List<Incident> incidents) {
    /** The version of this form that is written now. */
    public static final int SCHEMA = 1;

    /**
     * One scene with all its backends.
     *
     * @param id stable name of the scene, such as {@code I1}
     * @param backends in the order in which they were run
     */
    public record Incident(String id, List<Backend> backends) {}

    /**
     * One backend in one setting. Figures that a scene does not take are null and left out.
     *
     * @param name {@code tailrace}, {@code logback}, {@code log4j2} or {@code noop}
     * @param version release of the backend
     * @param settings one stable word
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
