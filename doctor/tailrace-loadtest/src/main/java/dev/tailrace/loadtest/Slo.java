package dev.tailrace.loadtest;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How soon answers have to come: so many percent of them within so long. Immutable.
 *
 * @param percentile above 0 and below 100: 99 for the slowest answer but one of a hundred
 * @param limit above 0, a minute at most
 */
public record Slo(double percentile, Duration limit) {
    private static final Pattern TEXT = Pattern.compile("p(\\d{1,2}(?:\\.\\d+)?)=(\\d+(?:\\.\\d+)?)(ms|s)");
    private static final Duration LONGEST = Duration.ofMinutes(1);

    public Slo {
        if (!(percentile > 0 && percentile < 100)) {
            throw new IllegalArgumentException("a percentile is above 0 and below 100: percentile=" + percentile);
        }
        if (limit.compareTo(Duration.ZERO) <= 0 || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a limit is above 0 and a minute at most: limit=" + limit);
        }
    }

    /**
     * Reads {@code p99=250ms} or {@code p99.9=1.5s}.
     *
     * @throws IllegalArgumentException with what is wrong, for the user
     */
    public static Slo parse(String text) {
        Matcher matcher = TEXT.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("an objective reads like p99=250ms or p99.9=1.5s, not '" + text + "'");
        }
        double amount = Double.parseDouble(matcher.group(2)) * (matcher.group(3).equals("s") ? 1e9 : 1e6);
        return new Slo(Double.parseDouble(matcher.group(1)), Duration.ofNanos((long) Math.min(amount, 1e15)));
    }

    /** {@code p99}. */
    public String name() {
        return "p"
                + (percentile == Math.rint(percentile)
                        ? Long.toString((long) percentile)
                        : Double.toString(percentile));
    }

    /** In milliseconds. */
    public double limitMillis() {
        return limit.toNanos() / 1e6;
    }
}
