package dev.tailrace.layout.json;

import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.JsonStringStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.pattern.DateOptions;
import dev.tailrace.layout.pattern.TrimmedDateStep;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** The time of an event as a value of a JSON template. */
final class JsonTimes {
    private static final long NANOS = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final Set<String> UNITS = Set.of("nanos", "millis", "secs", "millis.nanos", "secs.nanos");

    private JsonTimes() {}

    /** Log4j 2's {@code timestamp}. */
    static JsonValue log4j(JsonOptions options) {
        JsonOptions epoch = options.object("epoch");
        if (epoch != null) {
            String unit = epoch.text("unit", "millis");
            boolean rounded = epoch.flag("rounded");
            epoch.finish();
            if (!UNITS.contains(unit)) {
                options.bad("there is no unit \"" + unit + "\"; millis are written");
                unit = "millis";
            }
            return JsonValue.Always.of(epoch(unit, rounded));
        }
        JsonOptions pattern = options.object("pattern");
        if (pattern == null) {
            options.value("pattern");
        }
        String format = pattern == null ? null : pattern.text("format");
        String zone = pattern == null ? null : pattern.text("timeZone");
        String locale = pattern == null ? null : pattern.text("locale");
        if (pattern != null) {
            pattern.finish();
        }
        return formatted(
                format == null ? "yyyy-MM-dd'T'HH:mm:ss.SSSZ" : format,
                zone == null
                        ? ZoneId.systemDefault()
                        : TimeZone.getTimeZone(zone).toZoneId(),
                locale == null ? Locale.getDefault() : Locale.forLanguageTag(locale.replace('_', '-')),
                options);
    }

    private static IndependentStep epoch(String unit, boolean rounded) {
        return switch (unit) {
            case "nanos" -> (event, out) -> out.append(event.preciseNanos());
            case "millis.nanos" -> (event, out) -> out.append(Math.floorMod(event.preciseNanos(), MILLI));
            case "secs.nanos" -> (event, out) -> out.append(Math.floorMod(event.preciseNanos(), NANOS));
            case "secs" ->
                rounded
                        ? (event, out) -> out.append(Math.floorDiv(event.epochNanos(), NANOS))
                        : (event, out) -> out.append(Math.floorDiv(event.epochNanos(), NANOS))
                                .append('.')
                                .appendDigits(Math.floorMod(event.preciseNanos(), NANOS), 9);
            default ->
                rounded
                        ? (event, out) -> out.append(event.epochMillis())
                        : (event, out) -> out.append(event.epochMillis())
                                .append('.')
                                .appendDigits(Math.floorMod(event.preciseNanos(), MILLI), 6);
        };
    }

    /** The timestamp provider of logstash-logback-encoder: a pattern, or the name of one of the JDK's formats in brackets. */
    static JsonValue logstash(JsonOptions options) {
        String pattern = options.text("pattern", "[ISO_OFFSET_DATE_TIME]");
        ZoneId zone = zone(options.text("zone"), options);
        switch (pattern) {
            case "[UNIX_TIMESTAMP_AS_NUMBER]" -> {
                return JsonValue.Always.of((IndependentStep) (event, out) -> out.append(event.epochMillis()));
            }
            case "[UNIX_TIMESTAMP_AS_STRING]" -> {
                return quoted((IndependentStep) (event, out) -> out.append(event.epochMillis()));
            }
            case "[ISO_OFFSET_DATE_TIME]" -> {
                return trimmed(DateTimeFormatter.ISO_OFFSET_DATE_TIME, zone, false);
            }
            case "[ISO_ZONED_DATE_TIME]", "[ISO_DATE_TIME]" -> {
                return trimmed(DateTimeFormatter.ISO_ZONED_DATE_TIME, zone, false);
            }
            case "[ISO_LOCAL_DATE_TIME]" -> {
                return trimmed(DateTimeFormatter.ISO_LOCAL_DATE_TIME, zone, false);
            }
            case "[ISO_INSTANT]" -> {
                return trimmed(DateTimeFormatter.ISO_INSTANT, zone, true);
            }
            default -> {
                if (pattern.startsWith("[") && pattern.endsWith("]")) {
                    options.bad("the format " + pattern + " is not supported; [ISO_OFFSET_DATE_TIME] is used");
                    return trimmed(DateTimeFormatter.ISO_OFFSET_DATE_TIME, zone, false);
                }
                return formatted(pattern, zone, Locale.getDefault(), options);
            }
        }
    }

    private static ZoneId zone(@Nullable String name, JsonOptions options) {
        if (name == null || name.isBlank() || name.equalsIgnoreCase("[DEFAULT]")) {
            return ZoneId.systemDefault();
        }
        try {
            return ZoneId.of(name.strip(), ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            options.bad("\"" + name + "\" is no time zone; the system's is used");
            return ZoneId.systemDefault();
        }
    }

    private static JsonValue trimmed(DateTimeFormatter formatter, ZoneId zone, boolean inThrees) {
        return quoted(new TrimmedDateStep(formatter, zone, inThrees));
    }

    private static JsonValue formatted(String pattern, ZoneId zone, Locale locale, JsonOptions options) {
        try {
            return quoted(escaped(DateOptions.create(pattern, zone, locale), pattern));
        } catch (RuntimeException e) {
            // The JDK throws IndexOutOfBoundsException for too many equal letters.
            options.bad("\"" + pattern + "\" is no date format (" + e.getMessage() + "); ISO 8601 is used");
            return trimmed(DateTimeFormatter.ISO_OFFSET_DATE_TIME, zone, false);
        }
    }

    private static Step escaped(Step date, String pattern) {
        boolean plain = pattern.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != '"' && c != '\\');
        return plain ? date : new JsonStringStep(List.of(date));
    }

    private static JsonValue quoted(Step step) {
        LiteralStep quote = new LiteralStep("\"");
        return JsonValue.Always.of(quote, step, quote);
    }
}
