package dev.tailrace.finding;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant: the fewest letters inserted, left out, changed or swapped. */
public final class Nearest {
    private Nearest() {}

    /** The nearest of the known words; empty when none is near. Case doesn't count. */
    public static Optional<String> to(String word, Collection<String> known) {
        String nearest = null;
        int least = Math.max(1, word.length() / 2);
        for (String candidate : known) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            boolean started = word.length() >= 3 && candidate.startsWith(word);
            if (started ? nearest == null : distance <= least) {
                nearest = candidate;
                least = Math.min(least, Math.max(0, distance - 1));
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Optimal string alignment distance. */
    public static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int k = 0; k <= b.length(); k++) {
                if (i == 0 || k == 0) {
                    cost[i][k] = i + k;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(k - 1) ? 0 : 1;
                int best = Math.min(cost[i - 1][k] + 1, cost[i][k - 1] + 1);
                best = Math.min(best, cost[i - 1][k - 1] + change);
                if (i > 1 && k > 1 && a.charAt(i - 1) == b.charAt(k - 2) && a.charAt(i - 2) == b.charAt(k - 1)) {
                    best = Math.min(best, cost[i - 2][k - 2] + 1);
                }
                cost[i][k] = best;
            }
        }
        return cost[a.length()][b.length()];
    }
}
