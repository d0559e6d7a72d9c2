package dev.tailrace.capture;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event, kept after its call has returned. Arguments and values are the application's own objects, as they are now.
 *
 * @param time when it was logged
 * @param level SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40
 * @param logger its name; the root logger's is {@code ROOT}
 * @param template the message before its arguments were put in; null: none was given
 * @param text the message with its arguments in it
 * @param arguments all that were given, also a throwable that is the last of them
 * @param throwable that is shown; null: none
 * @param mdc the mapped diagnostic context of the thread, as it was then
 * @param keyValues of a fluent call; of two with the same key the last one counts
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
