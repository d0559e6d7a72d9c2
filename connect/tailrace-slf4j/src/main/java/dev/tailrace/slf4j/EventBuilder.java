package dev.tailrace.slf4j;

import dev.tailrace.spi.LogEvent;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.spi.CallerBoundaryAware;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Collects the parts of a fluent call. It doesn't use the engine's pooled events, because a builder may be dropped, kept, or logged twice.
 * Suppliers are called once, immediately; if a supplier fails, its failure is logged as the value. Not thread-safe, like SLF4J's own
 * builder.
 */
final class EventBuilder implements LoggingEventBuilder, CallerBoundaryAware {
    private static final String BOUNDARY = EventBuilder.class.getName();
    private static final Object[] NONE = {};

    private final TailraceLogger logger;
    private final int level;
    private String callerBoundary = BOUNDARY;
    private @Nullable String message;
    private @Nullable Throwable cause;
    private @Nullable Object[] arguments = NONE;
    private Object[] markers = NONE;
    /** Keys and values in turn. */
    private @Nullable Object[] pairs = NONE;

    EventBuilder(TailraceLogger logger, int level) {
        this.logger = logger;
        this.level = level;
    }

    @Override
    public void setCallerBoundary(@Nullable String callerBoundary) {
        this.callerBoundary = callerBoundary == null ? BOUNDARY : callerBoundary;
    }

    @Override
    public LoggingEventBuilder setCause(@Nullable Throwable cause) {
        this.cause = cause;
        return this;
    }

    @Override
    public LoggingEventBuilder addMarker(@Nullable Marker marker) {
        if (marker != null) {
            int count = markers.length;
            markers = Arrays.copyOf(markers, count + 1);
            markers[count] = marker;
        }
        return this;
    }

    @Override
    public LoggingEventBuilder addArgument(@Nullable Object argument) {
        // Grows by one each time: there are few arguments, and the engine needs an array without spare room.
        int count = arguments.length;
        arguments = Arrays.copyOf(arguments, count + 1);
        arguments[count] = argument;
        return this;
    }

    @Override
    public LoggingEventBuilder addArgument(@Nullable Supplier<?> supplier) {
        return addArgument(ask(supplier));
    }

    @Override
    public LoggingEventBuilder addKeyValue(@Nullable String key, @Nullable Object value) {
        int count = pairs.length;
        pairs = Arrays.copyOf(pairs, count + 2);
        pairs[count] = String.valueOf(key);
        pairs[count + 1] = value;
        return this;
    }

    @Override
    public LoggingEventBuilder addKeyValue(@Nullable String key, @Nullable Supplier<Object> supplier) {
        return addKeyValue(key, ask(supplier));
    }

    @Override
    public LoggingEventBuilder setMessage(@Nullable String message) {
        this.message = message;
        return this;
    }

    @Override
    public LoggingEventBuilder setMessage(@Nullable Supplier<String> supplier) {
        Object text = ask(supplier);
        return setMessage(text == null ? null : text.toString());
    }

    @Override
    public void log() {
        logger.log(this, level, callerBoundary);
    }

    @Override
    public void log(@Nullable String text) {
        message = text;
        logger.log(this, level, callerBoundary);
    }

    @Override
    public void log(@Nullable String format, @Nullable Object argument) {
        message = format;
        addArgument(argument);
        logger.log(this, level, callerBoundary);
    }

    @Override
    public void log(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        message = format;
        addArgument(first);
        addArgument(second);
        logger.log(this, level, callerBoundary);
    }

    @Override
    public void log(@Nullable String format, @Nullable Object @Nullable ... more) {
        message = format;
        if (more != null) {
            int count = arguments.length;
            arguments = Arrays.copyOf(arguments, count + more.length);
            System.arraycopy(more, 0, arguments, count, more.length);
        }
        logger.log(this, level, callerBoundary);
    }

    @Override
    public void log(@Nullable Supplier<String> supplier) {
        Object text = ask(supplier);
        message = text == null ? null : text.toString();
        logger.log(this, level, callerBoundary);
    }

    @Nullable
    String message() {
        return message;
    }

    @Nullable
    Object[] arguments() {
        return arguments;
    }

    /** The first marker, the only one that turbo filters see. */
    @Nullable
    Marker firstMarker() {
        return markers.length == 0 ? null : (Marker) markers[0];
    }

    /** Fills in everything but message, arguments and the first marker. */
    void fill(LogEvent event) {
        event.throwable(cause);
        for (int i = 1; i < markers.length; i++) {
            event.addMarker(markers[i], Markers.READER);
        }
        for (int i = 0; i < pairs.length; i += 2) {
            event.addKeyValue(String.valueOf(pairs[i]), pairs[i + 1]);
        }
    }

    /** A supplier's own failure must not become the application's only because a level is enabled. */
    private static @Nullable Object ask(@Nullable Supplier<?> supplier) {
        if (supplier == null) {
            return null;
        }
        try {
            return supplier.get();
        } catch (Throwable failure) {
            return "[FAILED supplier: " + failure.getClass().getName() + "]";
        }
    }
}
