package dev.tailrace.bench.child;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Calls over time, in steps of equal length.
 *
 * @param stepMillis length of a step
 * @param longestNanos longest of the calls that run in a step, independent of their start, so that a stall of every thread isn't a gap; 0
 *     without calls
 * @param p99Nanos 99th percentile of the same calls
 * @param events number of calls that began in a step
 */
public record Series(int stepMillis, List<Long> longestNanos, List<Long> p99Nanos, List<Long> events)
        implements Serializable {
    private static final int STEP = 100;

    public static final Series NONE = new Series(STEP, List.of(), List.of(), List.of());

    static Series of(List<Samples> threads) {
        long end = 0;
        for (Samples samples : threads) {
            for (int i = 0; i < samples.count(); i++) {
                end = Math.max(end, samples.ended(i));
            }
        }
        int steps = step(end) + 1;
        long[] events = new long[steps];
        int[] underWay = new int[steps];
        for (Samples samples : threads) {
            for (int i = 0; i < samples.count(); i++) {
                events[step(samples.began(i))]++;
                for (int step = step(samples.began(i)); step <= step(samples.ended(i)); step++) {
                    underWay[step]++;
                }
            }
        }
        long[][] durations = new long[steps][];
        for (int step = 0; step < steps; step++) {
            durations[step] = new long[underWay[step]];
        }
        int[] filled = new int[steps];
        for (Samples samples : threads) {
            for (int i = 0; i < samples.count(); i++) {
                for (int step = step(samples.began(i)); step <= step(samples.ended(i)); step++) {
                    durations[step][filled[step]++] = samples.ended(i) - samples.began(i);
                }
            }
        }
        long[] longest = new long[steps];
        long[] p99 = new long[steps];
        for (int step = 0; step < steps; step++) {
            Arrays.sort(durations[step]);
            int count = durations[step].length;
            if (count > 0) {
                longest[step] = durations[step][count - 1];
                p99[step] = durations[step][(int) Math.ceil(count * 0.99) - 1];
            }
        }
        return new Series(STEP, list(longest), list(p99), list(events));
    }

    private static List<Long> list(long[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static int step(long nanos) {
        return (int) (Math.max(0, nanos) / (STEP * 1_000_000L));
    }
}
