package dev.tailrace.bench.child;

import java.io.Serializable;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long log calls took.
 *
 * @param service the call itself, nanoseconds
 * @param response from the moment at which the call was due, so that calls that had to wait for an earlier one count with their wait
 * @param longestNanos the longest call, exactly
 * @param blockedNanos summed duration of the calls longer than 100 ms
 * @param series the same over time
 */
public record Latency(Histogram service, Histogram response, long longestNanos, long blockedNanos, Series series)
        implements Serializable {
    /** Calls above this count as blocked. */
    public static final long BLOCKED_NANOS = 100_000_000;

    private static final long CEILING_NANOS = 600_000_000_000L;

    /** No calls. */
    public static Latency none() {
        return new Latency(histogram(), histogram(), 0, 0, Series.NONE);
    }

    /** The paced calls of several processes that began together. */
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

    /** The same calls; the answers to requests in place of the response. */
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
