package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an encoder may ask of one log call. A front fills it, the encoder reads it, and it is cleared before the call returns:
 * it is pooled, and no object of the application is held past the call. Not thread-safe.
 */
public final class Event {
    /** Level codes are SLF4J's: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. */
    private int level;

    private int loggerId;
    private String loggerName = "";
    private String callerBoundary = "";
    private long epochNanos;
    private @Nullable String message;
    private Object @Nullable [] arguments;
    private int argumentCount;
    private @Nullable Throwable throwable;
    private @Nullable Map<String, String> context;
    private Object[] markers = new Object[4];
    private int markerCount;
    private String[] keys = new String[8];
    private @Nullable Object[] values = new Object[8];
    private int keyValueCount;
    private final Object[] ownArguments = new Object[2];
    private final TextBuffer line;

    Event(TextBuffer line) {
        this.line = line;
    }

    public void begin(int level, int loggerId, String loggerName, String callerBoundary, long epochNanos) {
        this.level = level;
        this.loggerId = loggerId;
        this.loggerName = loggerName;
        this.callerBoundary = callerBoundary;
        this.epochNanos = epochNanos;
    }

    public void message(@Nullable String message) {
        this.message = message;
    }

    public void arguments(@Nullable Object first) {
        ownArguments[0] = first;
        arguments = ownArguments;
        argumentCount = 1;
    }

    public void arguments(@Nullable Object first, @Nullable Object second) {
        ownArguments[0] = first;
        ownArguments[1] = second;
        arguments = ownArguments;
        argumentCount = 2;
    }

    public void arguments(Object @Nullable [] all) {
        arguments = all;
        argumentCount = all == null ? 0 : all.length;
    }

    public void throwable(@Nullable Throwable throwable) {
        this.throwable = throwable;
    }

    public void context(@Nullable Map<String, String> context) {
        this.context = context;
    }

    public void addMarker(Object marker) {
        if (markerCount == markers.length) {
            markers = Arrays.copyOf(markers, markerCount * 2);
        }
        markers[markerCount++] = marker;
    }

    public void addKeyValue(String key, @Nullable Object value) {
        if (keyValueCount == keys.length) {
            keys = Arrays.copyOf(keys, keyValueCount * 2);
            values = Arrays.copyOf(values, keyValueCount * 2);
        }
        keys[keyValueCount] = key;
        values[keyValueCount++] = value;
    }

    public int level() {
        return level;
    }

    /** A small number, unique to the logger name in this process, for caches that are arrays. */
    public int loggerId() {
        return loggerId;
    }

    public String loggerName() {
        return loggerName;
    }

    /** The fully qualified name of the class whose caller is the location of this event. */
    public String callerBoundary() {
        return callerBoundary;
    }

    /** Nanoseconds since 1970-01-01T00:00Z. */
    public long epochNanos() {
        return epochNanos;
    }

    public @Nullable String message() {
        return message;
    }

    public Object @Nullable [] arguments() {
        return arguments;
    }

    public int argumentCount() {
        return argumentCount;
    }

    public @Nullable Throwable throwable() {
        return throwable;
    }

    public @Nullable Map<String, String> context() {
        return context;
    }

    public int markerCount() {
        return markerCount;
    }

    public Object marker(int index) {
        return markers[index];
    }

    public int keyValueCount() {
        return keyValueCount;
    }

    public String key(int index) {
        return keys[index];
    }

    public @Nullable Object value(int index) {
        return values[index];
    }

    /** The buffer that travels with this event, for the finished line. */
    public TextBuffer line() {
        return line;
    }

    void clear() {
        message = null;
        arguments = null;
        argumentCount = 0;
        ownArguments[0] = null;
        ownArguments[1] = null;
        throwable = null;
        context = null;
        Arrays.fill(markers, 0, markerCount, null);
        markerCount = 0;
        Arrays.fill(keys, 0, keyValueCount, null);
        Arrays.fill(values, 0, keyValueCount, null);
        keyValueCount = 0;
        line.clear();
    }
}
