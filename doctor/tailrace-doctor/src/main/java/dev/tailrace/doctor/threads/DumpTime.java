package dev.tailrace.doctor.threads;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the times that dumps bear. */
final class DumpTime {
    private static final Pattern JAVACORE = Pattern.compile("(\\S+) +\\S+ +(\\d+:\\d+:\\d+)(?::(\\d+))?");

    private DumpTime() {}

    /** {@code 2024-05-01 12:00:00}, and nothing else on the line; null when it is no such time. */
    static @Nullable LocalDateTime line(String line) {
        String text = line.strip();
        return text.length() == 19 && text.charAt(10) == ' ' ? iso(text.replace(' ', 'T')) : null;
    }

    /** {@code 2024-05-01T12:00:00.123456Z}: as it stands there, whatever the zone is. */
    static @Nullable LocalDateTime iso(String text) {
        try {
            return LocalDateTime.parse(text.replaceFirst("^(.{11}[^Z+-]*).*$", "$1"));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** OpenJ9's {@code 2023/05/01 at 12:00:00:123}; older ones have no milliseconds. */
    static @Nullable LocalDateTime javacore(String text) {
        Matcher time = JAVACORE.matcher(text.strip());
        return time.lookingAt()
                ? iso(time.group(1).replace('/', '-') + "T" + time.group(2)
                        + (time.group(3) == null ? "" : "." + time.group(3)))
                : null;
    }
}
