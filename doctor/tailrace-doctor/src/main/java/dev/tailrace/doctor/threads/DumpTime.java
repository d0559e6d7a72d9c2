package dev.tailrace.doctor.threads;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Reads the times that dumps bear. */
final class DumpTime {
    private DumpTime() {}

    /** {@code 2024-05-01 12:00:00}, and nothing else on the line; null when it is no such time. */
    static @Nullable LocalDateTime line(String line) {
        String text = line.strip();
        return text.length() == 19 && text.charAt(10) == ' ' ? iso(text.replace(' ', 'T')) : null;
    }

    /** {@code 2024-05-01T12:00:00.123456Z}: as it stands there, whatever the zone is. */
    static @Nullable LocalDateTime iso(String text) {
        int end = text.length();
        for (int i = 11; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 'Z' || c == '+' || c == '-') {
                end = i;
                break;
            }
        }
        try {
            return LocalDateTime.parse(text.substring(0, end));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** OpenJ9's {@code 2023/05/01 at 12:00:00:123}; older ones have no milliseconds. */
    static @Nullable LocalDateTime javacore(String text) {
        String[] words = text.strip().split(" +", -1);
        if (words.length < 3) {
            return null;
        }
        String[] clock = words[2].split(":", -1);
        if (clock.length < 3) {
            return null;
        }
        String time = clock[0] + ":" + clock[1] + ":" + clock[2] + (clock.length > 3 ? "." + clock[3] : "");
        return iso(words[0].replace('/', '-') + "T" + time);
    }
}
