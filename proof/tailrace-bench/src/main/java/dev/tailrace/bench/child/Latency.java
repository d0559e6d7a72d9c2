package dev.tailrace.bench.child;

import java.io.Serializable;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Durations of log calls.
 *
 * @param service durations of the calls themselves, in nanoseconds
 * @param response durations from the time when a call was due, so that a call that waited for an earlier one counts with its wait
 * @param longestNanos the longest call, exact
 * @param blockedNanos summed duration of the calls longer than 100 ms
 * @param series the durations over time
 */
public record Latency(Histogram service, Histogram response, long longestNanos, long blockedNanos, Series series)
        implements Serializable {
    /** Longer calls count as blocked. */
    public static final long BLOCKED_NANOS = 100_000_000;

    private static final long CEILING_NANOS = 600_000_000_000L;

    public static Latency none() {
        return new Latency(histogram(), histogram(), 0, 0, Series.NONE);
    }

    /** The paced calls of several processes with a common start. */
    public static Latency together(List<Report> reports) {
        return of(reports.stream().flatMap(report -> report.calls().stream()).toList());
    }

    static Latency of(List<Samples> threads) {
        Histogram service = histogram();
        Histogram response = histogram();
        long longest = 0;
        long blocked = 0;
        for (Samples samples : threads) {
            for (int i = 0; i < samples.count(); i++) {
                long call = samples.ended(i) - samples.began(i);
                service.recordValue(clamp(call));
                response.recordValue(clamp(samples.ended(i) - samples.intended(i)));
                longest = Math.max(longest, call);
                if (call > BLOCKED_NANOS) {
                    blocked += call;
                }
            }
        }
        return new Latency(service, response, longest, blocked, Series.of(threads));
    }

    /** These calls with the response times of requests as response. */
    Latency with(Histogram answers) {
        return new Latency(service, answers, longestNanos, blockedNanos, series);
    }

    /** A histogram with three significant digits up to ten minutes. */
    public static Histogram histogram() {
        return new Histogram(1, CEILING_NANOS, 3);
    }

    private static long clamp(long nanos) {
        return Math.min(Math.max(nanos, 1), CEILING_NANOS);
    }
}
