package dev.tailrace.config.dialect;

import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.LimitConfig.By;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import dev.tailrace.level.Rate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code <limit>} of a {@code <tailrace>} element, in both dialects. A limit without a usable rate is left out; of another
 * unusable value the default holds. Both are findings.
 */
public final class LimitReader {
    /** The attributes, in the order of the documentation. */
    public static final List<String> NAMES =
            List.of("logger", "level", "by", "rate", "burst", "sample", "window", "protect");

    private static final long LEAST_WINDOW = 1_000;
    private static final long MOST_WINDOW = 3_600_000;

    private final Findings findings;
    private final Map<String, String> values = new HashMap<>();
    private final int line;
    private final @Nullable String appender;

    private LimitReader(Findings findings, Options limit, @Nullable String appender) {
        this.findings = findings;
        for (String name : NAMES) {
            String value = limit.value(name);
            values.put(name, value == null ? "" : value.strip());
        }
        this.line = limit.line();
        this.appender = appender;
    }

    /**
     * Reads one limit; none when it has no usable rate.
     *
     * @param limit unknown options are the caller's to report
     * @param appender the name of the appender the element stands in; null: it holds for all
     */
    public static Optional<LimitConfig> read(Findings findings, Options limit, @Nullable String appender) {
        return Optional.ofNullable(new LimitReader(findings, limit, appender).read());
    }

    private @Nullable LimitConfig read() {
        Rate rate = Rate.parse(value("rate")).orElse(null);
        if (rate == null) {
            findings.add(
                    FindingCode.LIMIT_WITHOUT_RATE,
                    line,
                    appender,
                    value("rate").isEmpty()
                            ? "<limit> has no rate; nothing is limited by it."
                            : "The rate " + FindingText.quote(value("rate"))
                                    + " is not a number from 1 to 1000000 and a unit, such as 10/s; nothing is limited by it.");
            return null;
        }
        long interval = rate.intervalNanos();
        String logger = value("logger");
        String by = value("by");
        By key = by(by);
        return new LimitConfig(
                logger.equalsIgnoreCase("ROOT") ? "" : logger,
                level(),
                key,
                key == By.CONTEXT ? by.substring(by.indexOf(':') + 1).strip() : "",
                interval,
                burst(interval, rate.events()),
                whole("sample", 0, 2, Rate.MOST_EVENTS),
                window(),
                protect(),
                appender == null ? LimitConfig.Scope.ALL : LimitConfig.Scope.APPENDER);
    }

    private String value(String name) {
        return values.getOrDefault(name, "");
    }

    private Threshold level() {
        String word = value("level");
        if (word.isEmpty()) {
            return Threshold.ERROR;
        }
        Optional<Threshold> level = Values.level(word);
        if (level.isEmpty() || level.get() == Threshold.OFF || level.get() == Threshold.ALL) {
            unusable("level", "is none of TRACE, DEBUG, INFO, WARN, ERROR", "errors are not limited");
            return Threshold.WARN;
        }
        return level.get();
    }

    private By by(String word) {
        switch (word.toLowerCase(Locale.ROOT)) {
            case "", "template" -> {
                return By.TEMPLATE;
            }
            case "text" -> {
                return By.TEXT;
            }
            case "throwable" -> {
                return By.THROWABLE;
            }
            case "logger" -> {
                return By.LOGGER;
            }
            default -> {
                if (word.regionMatches(true, 0, "mdc:", 0, 4)
                        && !word.substring(4).isBlank()) {
                    return By.CONTEXT;
                }
                unusable("by", "is none of template, text, throwable, logger, mdc:KEY", "template is used");
                return By.TEMPLATE;
            }
        }
    }

    /** A whole burst must come back within a day, far from any overflow of nanoseconds. */
    private int burst(long interval, int events) {
        int most = (int) Math.min(Rate.MOST_EVENTS, LimitConfig.LONGEST_REFILL / interval);
        return whole("burst", Math.min(events, most), 1, most);
    }

    private int whole(String name, int otherwise, int least, int most) {
        String word = value(name);
        if (word.isEmpty()) {
            return otherwise;
        }
        Integer number = Values.integer(word);
        if (number == null || number < least || number > most) {
            unusable(
                    name,
                    "is not a whole number from " + least + " to " + most,
                    otherwise == 0 ? "all events beyond the rate are held back" : otherwise + " is used");
            return otherwise;
        }
        return number;
    }

    private long window() {
        String word = value("window");
        if (word.isEmpty()) {
            return LimitConfig.DEFAULT_WINDOW_MILLIS;
        }
        OptionalLong millis = Values.millis(word);
        if (millis.isEmpty() || millis.getAsLong() < LEAST_WINDOW || millis.getAsLong() > MOST_WINDOW) {
            unusable("window", "is not a duration from 1 s to 60 min", "10 s is used");
            return LimitConfig.DEFAULT_WINDOW_MILLIS;
        }
        return millis.getAsLong();
    }

    private boolean protect() {
        String word = value("protect");
        Optional<Boolean> given = word.isEmpty() ? Optional.of(false) : Values.bool(word);
        if (given.isEmpty()) {
            unusable("protect", "is neither true nor false", "false is used");
        }
        return given.orElse(false);
    }

    private void unusable(String name, String problem, String instead) {
        findings.add(
                FindingCode.BAD_LIMIT_VALUE,
                line,
                appender,
                "The attribute " + name + " of <limit> is " + FindingText.quote(value(name)) + ", which " + problem
                        + "; " + instead + ".");
    }
}
