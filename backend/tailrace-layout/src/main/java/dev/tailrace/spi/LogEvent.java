package dev.tailrace.spi;

import dev.tailrace.layout.event.Event;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One log call that a front fills. {@code Logger.open} sets level, name, thread and time; after {@code Logger.close} the event must not be
 * used. Fields that aren't set are empty. Message and arguments are not set here but passed to {@code Logger.commit}.
 *
 * <p>Pooled, and not thread-safe. No method throws. No method allocates, except for a call with more than four markers or eight pairs, and
 * {@link #locate()}.
 *
 * <p>A class with one implementation, not an interface, so that calls are as cheap as on the implementation.
 */
public abstract sealed class LogEvent permits Event {
    /** For the implementation. */
    protected LogEvent() {}

    /** SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. */
    public abstract int level();

    /** The name of the logger. */
    public abstract String loggerName();

    /**
     * Sets the throwable of the call. Without it, a throwable as last argument of the message is used.
     *
     * @param throwable null: none
     */
    public abstract void throwable(@Nullable Throwable throwable);

    /**
     * Sets the mapped diagnostic context. It is only read, and only before the call is committed, so it may be the thread's own map.
     *
     * @param context null: empty
     */
    public abstract void context(@Nullable Map<String, String> context);

    /**
     * Adds a marker. All markers of an event belong to one front, and have one reader.
     *
     * @param marker marker of a type that only the front knows
     * @param reader reads the marker, and the markers that it refers to
     */
    public abstract void addMarker(Object marker, MarkerReader reader);

    /** Adds a key-value pair. If a key occurs twice, both pairs are kept; where a single value is needed, the last counts. */
    public abstract void addKeyValue(String key, @Nullable Object value);

    /**
     * Sets the time of an event that was logged earlier, such as before logging was ready. Other events have the current time.
     *
     * @param epochNanos nanoseconds since 1970-01-01T00:00Z
     */
    public abstract void time(long epochNanos);

    /**
     * Sets the thread of an event that another thread logged.
     *
     * @param threadName null: the current thread's name
     */
    public abstract void threadName(@Nullable String threadName);

    /** An array with the argument, for {@code commit}. The array belongs to this event and is cleared with it. */
    public abstract @Nullable Object[] arrayOf(@Nullable Object first);

    /** An array with both arguments, for {@code commit}. The array belongs to this event and is cleared with it. */
    public abstract @Nullable Object[] arrayOf(@Nullable Object first, @Nullable Object second);

    /**
     * Finds the place of the log call, for lines that show it: the caller of the class that was named to {@code Logger.open}. To be called
     * if {@code Logger.isLocated} is true, in the thread that logs, with few frames in between, because each frame costs. Without this call
     * the place is found when the line is encoded, which takes twice as long. Allocates what the JDK needs to walk the stack.
     */
    public abstract void locate();
}
