package dev.tailrace.bench.child;

import java.io.Serializable;
import java.util.List;

/**
 * A child's measurement over a stretch of time.
 *
 * @param process the process number in the lines of this stretch
 * @param events log calls within it
 * @param requests requests served; 0 without a server
 * @param nanos duration, up to the last byte in the file if this was awaited
 * @param cpuNanos CPU time of the whole process, including garbage collection and compilation
 * @param allocatedBytes bytes allocated by all threads except the counting thread
 * @param latency durations of the log calls
 * @param linesPerSecond what reached the files in each half second, at full speed; else empty
 */
public record Phase(
        int process,
        long events,
        long requests,
        long nanos,
        long cpuNanos,
        long allocatedBytes,
        Latency latency,
        List<Double> linesPerSecond)
        implements Serializable {
    /** A stretch that is not looked at by halves of a second. */
    public Phase(
            int process, long events, long requests, long nanos, long cpuNanos, long allocatedBytes, Latency latency) {
        this(process, events, requests, nanos, cpuNanos, allocatedBytes, latency, List.of());
    }
}
