package dev.tailrace.spring;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Markers;
import dev.tailrace.layout.pattern.ThrowableStep;
import dev.tailrace.layout.trace.TraceContext;
import dev.tailrace.layout.trace.TraceField;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * A log call as code of the application's gets it: the type argument of a {@code StructuredLogFormatter}, or of a
 * {@code StructuredLoggingJsonMembersCustomizer} that adds members. A copy, which may be kept. Immutable.
 *
 * @param message with its arguments put in; null: the call had none
 * @param context the diagnostic context (MDC)
 * @param keyValues the pairs of a fluent call, the last of those with the same key
 * @param markers the names of markers, and of those that they refer to
 * @param stackTrace the throwable as Logback writes it; null: there is none
 */
public record LoggedEvent(
        Instant time,
        Level level,
        String loggerName,
        String threadName,
        @Nullable String message,
        Map<String, String> context,
        Map<String, Object> keyValues,
        Set<String> markers,
        @Nullable Throwable throwable,
        @Nullable String stackTrace) {
    private static final int LONGEST_TRACE = 1 << 20;
    private static final int NANOS = 1_000_000_000;

    /** Copies what it is given. */
    public LoggedEvent {
        context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
        keyValues = Collections.unmodifiableMap(new LinkedHashMap<>(keyValues));
        markers = Collections.unmodifiableSet(new LinkedHashSet<>(markers));
    }

    static LoggedEvent of(Event event) {
        long nanos = event.preciseNanos();
        Throwable thrown = event.thrown();
        return new LoggedEvent(
                Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS)),
                Level.intToLevel(event.level()),
                event.loggerName(),
                event.threadName(),
                message(event),
                context(event),
                keyValues(event),
                markers(event.markers()),
                thrown,
                thrown == null ? null : stackTrace(event));
    }

    private static @Nullable String message(Event event) {
        @Nullable Object[] arguments = event.arguments();
        return arguments == null
                ? event.message()
                : MessageFormatter.basicArrayFormat(event.message(), texts(event, arguments));
    }

    /** The arguments of the message; objects that other appenders ask as well by their texts. */
    private static @Nullable Object[] texts(Event event, @Nullable Object[] arguments) {
        @Nullable Object[] own = Arrays.copyOf(arguments, event.messageArgumentCount());
        for (int i = 0; event.texts().keeps() && i < own.length; i++) {
            Object argument = own[i];
            try {
                own[i] = argument == null || argument.getClass().isArray()
                        ? argument
                        : event.texts().text(argument);
            } catch (Throwable e) {
                // SLF4J's words for it.
                own[i] = "[FAILED toString()]";
            }
        }
        return own;
    }

    private static Map<String, String> context(Event event) {
        Map<String, String> context = new LinkedHashMap<>();
        Map<String, String> given = event.context();
        if (given != null) {
            // In the order of a copy, which is that of Logback's lines and ours.
            context.putAll(new HashMap<>(given));
        }
        TraceContext trace = event.addedTrace();
        if (trace != null) {
            for (TraceField field : TraceField.values()) {
                String value = trace.get(field);
                if (value != null) {
                    context.put(field.key(), value);
                }
            }
        }
        return context;
    }

    private static Map<String, Object> keyValues(Event event) {
        Map<String, Object> pairs = new LinkedHashMap<>();
        for (int i = 0; i < event.keyValueCount(); i++) {
            pairs.put(event.key(i), event.value(i));
        }
        return pairs;
    }

    private static Set<String> markers(Markers markers) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < markers.count(); i++) {
            add(markers.get(i), markers, names);
        }
        return names;
    }

    private static void add(Object marker, Markers markers, Set<String> names) {
        // Markers may refer to each other in a circle.
        if (names.add(markers.name(marker))) {
            for (Iterator<?> each = markers.references(marker); each.hasNext(); ) {
                add(each.next(), markers, names);
            }
        }
    }

    private static String stackTrace(Event event) {
        TextBuffer text = new TextBuffer(1024, LONGEST_TRACE);
        ThrowableStep.FULL.write(event, text);
        return text.toString();
    }
}
