package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.report.NumberFormats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A figure that differs from the build before by more than the last builds differ from each other.
 *
 * @param test whose figure it is; empty: the sum over all tests
 * @param method the named method; empty for a figure of the test itself
 * @param earlier the figure in up to ten builds before, the base build last
 */
record Moved(Kpi kpi, String test, String method, List<Long> earlier, long now) {
    /** How many builds show the noise. */
    static final int NOISE = 10;

    /** Times and allocation that differ by less than this share are about the same. */
    private static final double SHARE = 0.25;

    private static final long LITTLE_NANOS = 5_000_000;
    private static final long LITTLE_BYTES = 250_000;

    /** What moved in the newest build, sums first, then the largest changes; empty without an earlier build. */
    static List<Moved> of(History history, RunSummary runSummary) {
        List<Moved> all = new ArrayList<>();
        if (history.builds().size() < 2) {
            return all;
        }
        for (Kpi kpi : History.KPIS) {
            if (!kpi.isOfMethod()) {
                add(all, history, kpi, History.ALL, "");
            }
            for (TestResult test : runSummary.run().tests()) {
                if (!kpi.isOfMethod()) {
                    add(all, history, kpi, test.id(), "");
                    continue;
                }
                for (MethodTime each : test.kpis().methods()) {
                    add(all, history, kpi, test.id(), each.method());
                }
            }
        }
        all.sort(Comparator.comparing((Moved each) -> !each.test.isEmpty())
                .thenComparing(Comparator.comparingDouble(Moved::factor).reversed()));
        return all;
    }

    private static void add(List<Moved> all, History history, Kpi kpi, String test, String method) {
        List<Long> values = history.values(kpi, History.name(test, method));
        int newest = values.size() - 1;
        long now = values.get(newest);
        if (kpi.isOfMethod() && (now == 0 || values.get(newest - 1) == 0)) {
            return; // not measured in one of the two
        }
        List<Long> earlier = values.subList(Math.max(0, newest - NOISE), newest).stream()
                .filter(value -> value > 0 || !kpi.isOfMethod())
                .toList();
        Moved moved = new Moved(kpi, test, method, earlier, now);
        if (moved.isBeyondNoise()) {
            all.add(moved);
        }
    }

    /** The figure in the base build. */
    long before() {
        return earlier.get(earlier.size() - 1);
    }

    /** The name of the figure in the history. */
    String name() {
        return History.name(test, method);
    }

    /** In words: {@code +300 (+423 %)}. */
    String change() {
        long more = now - before();
        String sign = more < 0 ? "-" : "+";
        String share =
                before() == 0 ? "" : " (" + sign + NumberFormats.percent(Math.abs(more) / (double) before()) + ")";
        return sign + kpi.figure((double) Math.abs(more)) + share;
    }

    /** The range of the earlier builds: {@code 69 to 71}. */
    String noise() {
        String low = kpi.figure((double) lowest());
        String high = kpi.figure((double) highest());
        return low.equals(high) ? low : low + " to " + high;
    }

    private long lowest() {
        return Collections.min(earlier);
    }

    private long highest() {
        return Collections.max(earlier);
    }

    private boolean isBeyondNoise() {
        long little = switch (kpi) {
            case RESPONSE, CPU -> Math.max(LITTLE_NANOS, (long) (before() * SHARE));
            case ALLOCATED -> Math.max(LITTLE_BYTES, (long) (before() * SHARE));
            default -> 0;
        };
        return (now < lowest() || now > highest()) && Math.abs(now - before()) > little;
    }

    /** How many times as high or low it is; a figure of 0 counts as 1. */
    private double factor() {
        double factor = Math.max(1, now) / (double) Math.max(1, before());
        return Math.max(factor, 1 / factor);
    }
}
