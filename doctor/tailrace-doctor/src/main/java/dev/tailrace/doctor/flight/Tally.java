package dev.tailrace.doctor.flight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts by class and site in bounded memory. When there are too many different ones the smaller half is forgotten; the totals stay
 * exact, and one that is heavy overall comes back at once. Not thread-safe.
 */
final class Tally {
    private static final int MOST_KEYS = 8_000;
    private static final int MOST_ROWS = 100;

    private final Map<Key, Sum> sums = new HashMap<>();
    private long count;
    private double amount;
    private double loggingAmount;

    private record Key(String what, String site, boolean logging) {}

    private static final class Sum {
        long count;
        double amount;
        double most;
    }

    void add(String what, Site site, double value) {
        count++;
        amount += value;
        if (site.logging()) {
            loggingAmount += value;
        }
        Sum sum = sums.computeIfAbsent(new Key(what, site.text(), site.logging()), key -> new Sum());
        sum.count++;
        sum.amount += value;
        sum.most = Math.max(sum.most, value);
        if (sums.size() > MOST_KEYS) {
            forgetHalf();
        }
    }

    private void forgetHalf() {
        double[] amounts =
                sums.values().stream().mapToDouble(s -> s.amount).sorted().toArray();
        double middle = amounts[amounts.length / 2];
        sums.values().removeIf(s -> s.amount <= middle);
    }

    Ranking ranking() {
        List<Ranked> rows = new ArrayList<>();
        sums.forEach(
                (key, sum) -> rows.add(new Ranked(key.what, key.site, key.logging, sum.count, sum.amount, sum.most)));
        rows.sort(Comparator.comparingDouble(Ranked::amount)
                .reversed()
                .thenComparing(Ranked::what)
                .thenComparing(Ranked::site));
        return new Ranking(count, amount, loggingAmount, rows.subList(0, Math.min(MOST_ROWS, rows.size())));
    }
}
