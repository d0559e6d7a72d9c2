package dev.tailrace.loadtest;

import java.net.URI;
import java.time.Duration;

/**
 * How to raise a load. Immutable.
 *
 * @param url what is asked for, with GET
 * @param slo when answers come too late
 * @param from requests a second of the first step; above 0
 * @param steps how many at most; 2 to 100
 * @param length of one step; up to 10 minutes, and ten times the objective's limit at least: what piles up in a shorter one does not show
 *     in its latencies
 * @param connections how many requests may be on their way at once; 1 to 10,000
 */
public record RampPlan(URI url, Slo slo, double from, int steps, Duration length, int connections) {
    private static final int LEAST_LIMITS = 10;

    public RampPlan {
        check("from", from, 0.1, 1e6);
        check("steps", steps, 2, 100);
        check("seconds of a step", length.toNanos() / 1e9, Math.max(0.1, slo.limitMillis() / 1000 * LEAST_LIMITS), 600);
        check("connections", connections, 1, 10_000);
    }

    private static void check(String what, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(what + ": required=" + least + " to " + most + ", given=" + value);
        }
    }
}
