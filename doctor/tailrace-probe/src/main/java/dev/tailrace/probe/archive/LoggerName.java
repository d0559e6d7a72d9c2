package dev.tailrace.probe.archive;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the logger's name in a line of a log whose layout is not known: in JSON the field that is called so, else the first word with dots
 * between names, as packages and classes have, or the word ROOT. Stateless.
 */
public final class LoggerName {
    /** What stands behind that is the message. */
    private static final int FAR = 200;

    private static final Pattern JSON =
            Pattern.compile("\"(?:logger|logger_name|loggerName|log\\.logger)\"\\s*:\\s*\"([\\w.$]{1,200})\"");

    private static final Pattern PLAIN = Pattern.compile(
            "(?<![\\w.$/@\\\\:-])(?:([A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)+)(?![\\w$(/@])|ROOT(?![\\w.$-]))");

    private LoggerName() {}

    /** The name in a line; empty when there is none. */
    public static String in(String line) {
        if (line.startsWith("{")) {
            Matcher matcher = JSON.matcher(line);
            return matcher.find() ? matcher.group(1) : "";
        }
        // Lines of a stack trace are of the event before them.
        if (line.isEmpty() || Character.isWhitespace(line.charAt(0))) {
            return "";
        }
        Matcher matcher = PLAIN.matcher(line.length() > FAR ? line.substring(0, FAR) : line);
        if (!matcher.find()) {
            return "";
        }
        return matcher.group(1) == null ? LogFlow.ROOT : matcher.group(1);
    }
}
