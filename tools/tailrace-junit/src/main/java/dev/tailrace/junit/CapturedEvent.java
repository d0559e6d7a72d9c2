package dev.tailrace.junit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that a test has logged. Arguments and values are the application's own objects, not copies: they may have changed since.
 * Immutable but for them.
 *
 * @param time when the event was logged
 * @param level the event's level
 * @param logger the name of its logger
 * @param template the message before its arguments were inserted; null: the call had none
 * @param text the message with its arguments in it, as {@code %msg} writes it
 * @param arguments all arguments of the call, including a throwable in last place
 * @param throwable the throwable of the call; null: none
 * @param mdc the thread's mapped diagnostic context at the time of the call
 * @param keyValues the key-value pairs of a fluent call
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
    /** Level, logger and text, and the class and message of a throwable, in one line for a failure message. */
    @Override
    public String toString() {
        String thrown = throwable == null ? "" : " (" + throwable + ")";
        return level + " " + logger + " - " + text + thrown;
    }
}
