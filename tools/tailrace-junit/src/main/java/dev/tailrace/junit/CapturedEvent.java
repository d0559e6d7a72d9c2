package dev.tailrace.junit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that a test has logged. Arguments and values are the application's own objects, as they are now.
 *
 * @param time when it was logged
 * @param level its level
 * @param logger the name of its logger
 * @param template the message before its arguments were put in; null: none was given
 * @param text the message with its arguments in it, as {@code %msg} writes it
 * @param arguments all that were given, also a throwable that is the last of them
 * @param throwable that came with it; null: none
 * @param mdc the mapped diagnostic context of its thread, as it was then
 * @param keyValues of a fluent call
 * @param thread the name of the thread that logged it
 */
public record CapturedEvent(
        Instant time,
        LogLevel level,
        String logger,
        @Nullable String template,
        String text,
        List<@Nullable Object> arguments,
        @Nullable Throwable throwable,
        Map<String, String> mdc,
        Map<String, @Nullable Object> keyValues,
        String thread) {
    /** Level, logger and text, and the class and message of a throwable: one line, for a message of a failed test. */
    @Override
    public String toString() {
        String thrown = throwable == null ? "" : " (" + throwable + ")";
        return level + " " + logger + " - " + text + thrown;
    }
}
