package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields that arguments and markers of logstash-logback-encoder's own classes write ({@code StructuredArguments.kv}, {@code
 * Markers.append}). This class needs nothing of that library: an application that has such objects has Jackson, too, and they write
 * themselves with it. All lookups are cached per class. Thread-safe.
 */
final class StructuredFields {
    private static final String ARGUMENT = "net.logstash.logback.argument.StructuredArgument";
    private static final String MARKER = "net.logstash.logback.marker.LogstashMarker";

    /** A class keeps its value. JDK classes are never unloaded, so their value must be a JDK object. */
    private static final ClassValue<Object> KNOWN = new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
            StructuredFields found = of(type);
            return found == null ? (Object) false : found;
        }
    };

    private final Method writeTo;
    private final JacksonOf jackson;

    private StructuredFields(Method writeTo, JacksonOf jackson) {
        this.writeTo = writeTo;
        this.jackson = jackson;
    }

    /** Whether an argument or marker writes fields. Allocates nothing. */
    static boolean areOf(@Nullable Object object) {
        return object != null && KNOWN.get(object.getClass()) instanceof StructuredFields;
    }

    private static @Nullable StructuredFields of(Class<?> type) {
        Class<?> writing = writing(type);
        if (writing == null) {
            return null;
        }
        for (Method method : writing.getMethods()) {
            if (method.getName().equals("writeTo") && method.getParameterCount() == 1) {
                JacksonOf jackson = JacksonOf.generator(method.getParameterTypes()[0]);
                return jackson == null ? null : new StructuredFields(method, jackson);
            }
        }
        return null;
    }

    /** The library's public type that a class has as supertype; null if it has none. */
    private static @Nullable Class<?> writing(@Nullable Class<?> type) {
        if (type == null || type.getName().equals(ARGUMENT) || type.getName().equals(MARKER)) {
            return type;
        }
        for (Class<?> each : type.getInterfaces()) {
            Class<?> found = writing(each);
            if (found != null) {
                return found;
            }
        }
        return writing(type.getSuperclass());
    }

    /** Writes the object's members, each followed by a comma. {@link #areOf} must be true for the object. */
    static void write(Object object, Event event, JsonNames names, TextBuffer out) {
        Object read;
        try {
            read = JsonReader.read(((StructuredFields) KNOWN.get(object.getClass())).json(object));
        } catch (JsonSyntaxProblem | ReflectiveOperationException | RuntimeException | StackOverflowError e) {
            // The object's own code failed, or wrote invalid JSON. Other objects' fields are still written.
            read = Map.of("tailrace.failed", object.getClass().getName());
        }
        if (read instanceof Map<?, ?> members) {
            members.forEach((name, value) -> {
                if (!names.has(event, String.valueOf(name))) {
                    JsonText.text(name, out);
                    out.append(':');
                    JsonText.value(value, out);
                    out.append(',');
                }
            });
        }
    }

    private String json(Object object) throws ReflectiveOperationException {
        Writer text = new StringWriter();
        jackson.write(text, generator -> writeTo.invoke(object, generator));
        return text.toString();
    }
}
