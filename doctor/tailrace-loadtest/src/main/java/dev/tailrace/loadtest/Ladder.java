package dev.tailrace.loadtest;

import java.util.OptionalDouble;

/**
 * Says which rate comes next: twice as much until one breaks, then between the highest that held and the lowest that broke. What broke by
 * little is tried again, because a single hiccup is no ceiling; so is, twice, what doctor could not send as fast as it should have. Not
 * thread-safe.
 */
final class Ladder {
    /** Where good and bad are this near to each other, the ceiling is known well enough. */
    private static final double NEAR = 1.12;

    private static final double LEAST = 0.1;

    /** A machine that is busy for a moment is not yet one that can't send so fast. */
    private static final int MOST_TOO_SLOW = 3;

    private double next;
    private double good;
    private double bad = Double.POSITIVE_INFINITY;
    private double tried = Double.NaN;
    private int left;
    private int tooSlow;

    Ladder(double from, int steps) {
        this.next = from;
        this.left = steps;
    }

    /** Requests a second of the step to come; empty when there is nothing more to learn. */
    OptionalDouble next() {
        if (left == 0 || Double.isNaN(next)) {
            return OptionalDouble.empty();
        }
        left--;
        return OptionalDouble.of(next);
    }

    /** Takes note of what came of it. */
    void took(Step step) {
        double rate = step.rate();
        tooSlow = step.verdict() == Step.Verdict.SENDER_TOO_SLOW ? tooSlow + 1 : 0;
        switch (step.verdict()) {
            case SENDER_TOO_SLOW -> next = tooSlow < MOST_TOO_SLOW ? rate : Double.NaN;
            case HELD -> {
                good = Math.max(good, rate);
                next = further();
            }
            case BROKE -> {
                boolean again = !step.isFarBeyond() && rate != tried;
                tried = rate;
                bad = again ? bad : Math.min(bad, rate);
                next = again ? rate : further();
            }
        }
    }

    private double further() {
        if (Double.isInfinite(bad)) {
            return good * 2;
        }
        if (good == 0) {
            return bad / 2 < LEAST ? Double.NaN : bad / 2;
        }
        return bad / good <= NEAR ? Double.NaN : Math.sqrt(good * bad);
    }

    /** The highest rate that held; 0 when none did. */
    double ceiling() {
        return good;
    }

    /** The lowest rate that broke; infinite when none did. */
    double broke() {
        return bad;
    }
}
