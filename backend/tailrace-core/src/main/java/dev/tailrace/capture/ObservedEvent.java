package dev.tailrace.capture;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event, which can be read after the log call has returned. Arguments and values are the application's own objects, as they are now.
 *
 * @param time the time of the log call
 * @param level SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40
 * @param logger the logger's name; {@code ROOT} for the root logger
 * @param template the message before its arguments were put in; null: none was given
 * @param text the message with its arguments in it
 * @param arguments all arguments of the call, including a throwable that is the last argument
 * @param throwable the throwable that appenders write; null: none
 * @param mdc the mapped diagnostic context of the thread, at the time of the log call
 * @param keyValues the key-value pairs of a fluent call; if two pairs have the same key, the last pair is used
 * @param thread name of the thread that logged
 */
public record ObservedEvent(
        Instant time,
        int level,
        String logger,
        @Nullable String template,
        String text,
        List<@Nullable Object> arguments,
        @Nullable Throwable throwable,
        Map<String, String> mdc,
        Map<String, @Nullable Object> keyValues,
        String thread) {
    public ObservedEvent {
        // Null is an argument, too.
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        mdc = Collections.unmodifiableMap(new LinkedHashMap<>(mdc));
        keyValues = Collections.unmodifiableMap(new LinkedHashMap<>(keyValues));
    }
}
