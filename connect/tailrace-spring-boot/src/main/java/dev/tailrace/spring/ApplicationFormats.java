package dev.tailrace.spring;

import dev.tailrace.layout.event.Event;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.structured.StructuredLogFormatter;
import org.springframework.boot.logging.structured.StructuredLogFormatterFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Structured formats that classes of the application's write or change, made by Boot's own factory. Thread-safe. */
final class ApplicationFormats {
    private ApplicationFormats() {}

    /**
     * The writer of a format.
     *
     * @param name {@code ecs}, {@code gelf}, {@code logstash}, or that of a class
     * @throws IllegalArgumentException when there is no such format, or its class can't be used; the message names it
     */
    static Function<Event, String> of(String name, Environment environment) {
        StructuredLogFormatter<LoggedEvent> formatter;
        try {
            formatter = new StructuredLogFormatterFactory<>(
                            LoggedEvent.class, environment, parameters -> {}, StructuredMembers::addTo)
                    .get(name);
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalArgumentException(cause(name, e), e);
        }
        return event -> formatter.format(LoggedEvent.of(event));
    }

    private static String cause(String name, Throwable failure) {
        String wanted = eventType(name);
        if (wanted != null && !wanted.equals(LoggedEvent.class.getName())) {
            return name + " formats " + wanted + ", which is no event of Tailrace's; make it a StructuredLogFormatter<"
                    + LoggedEvent.class.getName() + ">";
        }
        return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
    }

    /** The type argument of a formatter's class, which may not be on the class path; null: it isn't known. */
    private static @Nullable String eventType(String className) {
        try {
            Class<?> formatter = ClassUtils.forName(className, ClassUtils.getDefaultClassLoader());
            for (Type each : formatter.getGenericInterfaces()) {
                if (each instanceof ParameterizedType type && type.getRawType() == StructuredLogFormatter.class) {
                    return type.getActualTypeArguments()[0].getTypeName();
                }
            }
            return null;
        } catch (TypeNotPresentException e) {
            return e.typeName();
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
