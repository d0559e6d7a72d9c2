package dev.tailrace.bench.child;

import dev.tailrace.bench.load.LineKind;
import java.io.Serializable;

/**
 * What the threads of a JVM log: first paced events, of which the first are warm-up, then lines at full speed.
 *
 * @param lines the kind of line
 * @param threads producers
 * @param eventsPerSecond rate of all threads together while paced
 * @param warmMillis duration of paced events that are not measured
 * @param pacedMillis duration of paced and measured events; 0 for none
 * @param flatOutWarmLines warm-up lines of each thread at full speed, not measured
 * @param flatOutLines the most lines of each thread at full speed; 0 for none
 * @param flatOutMillis time limit for lines at full speed; 0 for none
 * @param burst number of paced events that are due at once, followed by a pause that keeps the rate; 1 for evenly spread events
 */
public record Pace(
        LineKind lines,
        int threads,
        int eventsPerSecond,
        long warmMillis,
        long pacedMillis,
        int flatOutWarmLines,
        int flatOutLines,
        int flatOutMillis,
        int burst)
        implements Serializable {
    /** A sequence number with the digits of a typical line. */
    static final int TYPICAL_SEQUENCE = 1_000_000;

    /** Paced events only. */
    public static Pace paced(
            LineKind lines, int threads, int eventsPerSecond, long warmMillis, long pacedMillis, int burst) {
        return new Pace(lines, threads, eventsPerSecond, warmMillis, pacedMillis, 0, 0, 0, burst);
    }

    /** The approximate size in bytes of all lines at full speed. */
    long typicalFlatOutBytes() {
        return (long) threads * flatOutLines * typicalLineBytes();
    }

    int typicalLineBytes() {
        return lines.line().length(1, 0, TYPICAL_SEQUENCE);
    }
}
