package dev.tailrace.config.xml;

import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.FindingText;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words, sizes and durations of a configuration, with Logback's syntax where Logback has one. */
public final class Values {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})\\s*(|kb|mb|gb)s?", Pattern.CASE_INSENSITIVE);
    private static final Pattern DURATION = Pattern.compile(
            "([0-9]{1,15})\\s*(|ms|millis|milliseconds?|s|sec|seconds?|m|min|minutes?)", Pattern.CASE_INSENSITIVE);

    /** A period as Logback writes it. Its units are whole words, and a number alone is in milliseconds. */
    private static final Pattern PERIOD = Pattern.compile(
            "([0-9]{1,12}|[0-9]{0,12}\\.[0-9]{1,9})\\s*(|milli|millisecond|second|seconde|minute|hour|day)s?",
            Pattern.CASE_INSENSITIVE);

    private Values() {}

    /** Logback's file sizes: digits, then nothing, KB, MB or GB (1 KB is 1024 bytes), with blanks between. Empty when it is none. */
    public static OptionalLong size(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long factor = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "kb" -> 1L << 10;
            case "mb" -> 1L << 20;
            case "gb" -> 1L << 30;
            default -> 1;
        };
        return times(Long.parseLong(matcher.group(1)), factor);
    }

    /**
     * The character set of this name, if lines can be written in it; else null. A line feed must be the one byte that it is in ASCII: that
     * is how files are repaired after a crash. UTF-16 has two.
     */
    public static @Nullable Charset charset(String name) {
        Charset charset = known(name);
        return charset != null && charset.canEncode() && Arrays.equals("\n".getBytes(charset), new byte[] {'\n'})
                ? charset
                : null;
    }

    private static @Nullable Charset known(String name) {
        try {
            return Charset.forName(name.strip());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The cause for a name without a {@link #charset}. */
    public static String noCharset(String name) {
        return "The character set " + FindingText.quote(name)
                + (known(name) == null
                        ? " is not known to this JDK"
                        : " is not supported, because a line feed is not one byte in it")
                + "; UTF-8 is written.";
    }

    /** Milliseconds, from a number with ms (the default), s or m behind it. Empty when it is none. */
    public static OptionalLong millis(String text) {
        Matcher matcher = DURATION.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        long factor = unit.startsWith("s") ? 1_000 : unit.equals("m") || unit.startsWith("min") ? 60_000 : 1;
        return times(Long.parseLong(matcher.group(1)), factor);
    }

    /** Milliseconds of one of Logback's periods, such as "30 seconds"; at least 1. Empty when it is none. */
    public static OptionalLong period(String text) {
        Matcher matcher = PERIOD.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        double factor = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "second", "seconde" -> 1e3;
            case "minute" -> 60e3;
            case "hour" -> 3_600e3;
            case "day" -> 86_400e3;
            default -> 1;
        };
        double millis = Double.parseDouble(matcher.group(1)) * factor;
        return millis < 1 || millis > 9e12 ? OptionalLong.empty() : OptionalLong.of((long) millis);
    }

    private static OptionalLong times(long number, long factor) {
        return number > Long.MAX_VALUE / factor ? OptionalLong.empty() : OptionalLong.of(number * factor);
    }

    /** The level of this word, in any case; empty when there is no such level. */
    public static Optional<Threshold> level(String word) {
        for (Threshold threshold : Threshold.values()) {
            if (threshold.name().equalsIgnoreCase(word.strip())) {
                return Optional.of(threshold);
            }
        }
        return Optional.empty();
    }

    /** True or false in any case; empty for everything else. */
    public static Optional<Boolean> bool(String word) {
        String stripped = word.strip();
        if (stripped.equalsIgnoreCase("true")) {
            return Optional.of(true);
        }
        return stripped.equalsIgnoreCase("false") ? Optional.of(false) : Optional.empty();
    }

    /** A whole number that fits an int. */
    public static @Nullable Integer integer(String word) {
        try {
            return Integer.valueOf(word.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
