package dev.tailrace.junit.measure;

import org.jspecify.annotations.Nullable;

/**
 * The length in UTF-8 bytes that a line would have in the pattern {@code %d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [main] %logger - %msg%n} with
 * the stack trace below it.
 *
 * <p>The pattern is the same for every backend and configuration: tests often use another pattern than production, and neither a new
 * pattern nor a new backend should look like a regression. For the same reason the thread is always {@code main}.
 */
public final class StandardLine {
    /** Date, level, thread and their separators. */
    private static final int HEAD = "2026-01-01 00:00:00.000 LEVEL [main] ".length();

    private static final int SEPARATOR = " - ".length();
    private static final int LINE_END = 1;

    private StandardLine() {}

    static long bytes(String logger, long messageBytes, @Nullable Throwable thrown) {
        long line = HEAD + utf8(logger) + SEPARATOR + messageBytes + LINE_END;
        return thrown == null ? line : line + ThrowableText.bytes(thrown);
    }

    /** The length of a text in UTF-8 bytes. */
    public static long utf8(@Nullable CharSequence text) {
        if (text == null) {
            return "null".length();
        }
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A surrogate pair takes four bytes, two for each char.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }
}
