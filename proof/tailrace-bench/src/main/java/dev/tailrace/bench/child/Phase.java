package dev.tailrace.bench.child;

import java.io.Serializable;

/**
 * What a child measured over a stretch of time.
 *
 * @param process the number that the lines of this stretch carry
 * @param events log calls within it
 * @param requests requests served, 0 where there is no server
 * @param nanos its length, up to the last byte in the file where that was waited for
 * @param cpuNanos CPU time of the whole process, garbage collection and compiling included
 * @param allocatedBytes by all threads but the one that counts them
 * @param latency of the log calls
 */
public record Phase(
        int process, long events, long requests, long nanos, long cpuNanos, long allocatedBytes, Latency latency)
        implements Serializable {}
