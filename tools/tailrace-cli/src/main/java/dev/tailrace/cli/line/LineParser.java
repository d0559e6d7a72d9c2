package dev.tailrace.cli.line;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads level and logger off a line, without knowing the pattern that wrote it: from the fields of JSON, else by where they stand in the usual
 * patterns, {@code TIME LEVEL [thread] logger - message} in any order before the dash, and Spring Boot's {@code TIME LEVEL PID ---
 * [thread] logger : message}. Stateless.
 */
public final class LineParser {
    /** Before the message, which may be anything. */
    private static final int LONGEST_HEAD = 400;

    private static final Pattern LEVEL =
            Pattern.compile("(?<![\\w.-])(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE)(?![\\w.-])");
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w.$/-]*");
    private static final List<String> LEVEL_FIELDS = List.of("level", "log.level", "severity", "level_name", "@level");
    private static final List<String> LOGGER_FIELDS =
            List.of("logger_name", "logger", "log.logger", "loggerName", "_logger", "logger.name");

    private LineParser() {}

    /**
     * The parts of a line.
     *
     * @param head whether an event begins with it, for all that can be seen
     * @param level null: it can't be seen
     * @param logger null: it can't be seen; may be abbreviated
     * @param json its fields; null: it isn't JSON
     */
    public record Parsed(
            boolean head,
            @Nullable LineLevel level,
            @Nullable String logger,
            @Nullable JsonObject json) {}

    private static final Parsed NOTHING = new Parsed(false, null, null, null);

    /** Reads a line; of several the first. */
    public static Parsed parse(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        if (line.startsWith("{")) {
            return json(line);
        }
        String plain = line.indexOf('\u001b') < 0 ? line : COLOUR.matcher(line).replaceAll("");
        if (plain.isEmpty()) {
            return NOTHING;
        }
        String head = plain.substring(0, Math.min(LONGEST_HEAD, plain.length()));
        Matcher level = LEVEL.matcher(head);
        if (!level.find()) {
            return NOTHING;
        }
        char first = head.charAt(0);
        boolean begins = Character.isDigit(first) || first == '[' || level.start() == 0;
        int dash = head.indexOf(" - ");
        int boot = head.indexOf(" --- ");
        int colon = boot < 0 ? -1 : head.indexOf(" : ", boot);
        int message = boot >= 0 && colon >= 0 ? colon : dash;
        if (!begins || (message >= 0 && level.start() > message)) {
            return NOTHING;
        }
        return new Parsed(true, LineLevel.of(level.group(1)), logger(head, message, level), null);
    }

    /** The last word before the message that can be a name and is not the level. */
    private static @Nullable String logger(String head, int message, Matcher level) {
        if (message < 0) {
            return null;
        }
        String[] words = head.substring(0, message).trim().split(" +", -1);
        String last = words[words.length - 1];
        return NAME.matcher(last).matches() && !last.equals(level.group(1)) ? last : null;
    }

    private static Parsed json(String line) {
        try {
            JsonElement read = JsonParser.parseString(line);
            if (!read.isJsonObject()) {
                return NOTHING;
            }
            JsonObject object = read.getAsJsonObject();
            String level = field(object, LEVEL_FIELDS);
            return new Parsed(true, level == null ? null : LineLevel.of(level), field(object, LOGGER_FIELDS), object);
        } catch (JsonParseException | IllegalStateException e) {
            return NOTHING;
        }
    }

    private static @Nullable String field(JsonObject object, List<String> names) {
        for (String name : names) {
            String value = text(object.get(name));
            int dot = name.indexOf('.');
            if (value == null && dot > 0 && object.get(name.substring(0, dot)) instanceof JsonObject inner) {
                value = text(inner.get(name.substring(dot + 1)));
            }
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable String text(@Nullable JsonElement value) {
        return value != null && value.isJsonPrimitive() ? value.getAsString() : null;
    }

    /**
     * Whether a logger is {@code wanted} or below it. A name that a pattern has shortened, such as {@code c.a.OrderService}, is compared by
     * what is left of each part.
     */
    public static boolean isBelow(String logger, String wanted) {
        String[] has = logger.split("\\.", -1);
        String[] asked = wanted.split("\\.", -1);
        if (has.length < asked.length) {
            return false;
        }
        for (int i = 0; i < asked.length; i++) {
            boolean last = i == has.length - 1;
            boolean shortened = !last && !has[i].isEmpty() && asked[i].startsWith(has[i]);
            if (!has[i].equals(asked[i]) && !shortened) {
                return false;
            }
        }
        return true;
    }
}
