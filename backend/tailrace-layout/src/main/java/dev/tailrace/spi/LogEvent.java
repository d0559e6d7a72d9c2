package dev.tailrace.spi;

import dev.tailrace.layout.event.Event;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One log call, as a front fills it: between {@code Logger.open}, which gives it level, name, thread and time, and {@code Logger.close},
 * after which it must not be used. What isn't set is empty. Message and arguments are not set here but handed to {@code Logger.commit}.
 *
 * <p>Pooled, and not thread-safe. No method throws or allocates, but for a call with more than four markers or eight pairs, and for
 * {@link #locate()}.
 *
 * <p>A class and not an interface, with one implementation: calls on it are as cheap as on that.
 */
public abstract sealed class LogEvent permits Event {
    /** For the implementation. */
    protected LogEvent() {}

    /** SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. */
    public abstract int level();

    /** The name of the logger. */
    public abstract String loggerName();

    /**
     * The throwable of the call. Without one the last argument of the message is it, if it is a throwable.
     *
     * @param throwable null: none
     */
    public abstract void throwable(@Nullable Throwable throwable);

    /**
     * The mapped diagnostic context. Its entries are read, and only before the call is committed; it may be the thread's own map.
     *
     * @param context null: empty
     */
    public abstract void context(@Nullable Map<String, String> context);

    /**
     * Adds a marker. All markers of an event are of one front, and have one reader.
     *
     * @param marker of a type that only the front knows
     * @param reader reads it, and those that it refers to
     */
    public abstract void addMarker(Object marker, MarkerReader reader);

    /** Adds a pair of a key and a value. Where a key occurs twice both are kept, and the last counts where one value is asked for. */
    public abstract void addKeyValue(String key, @Nullable Object value);

    /**
     * Only for an event that was logged earlier, such as one that was kept until logging was ready: when that was.
     *
     * @param epochNanos nanoseconds since 1970-01-01T00:00Z
     */
    public abstract void time(long epochNanos);

    /**
     * Only for an event that another thread logged: the name of that.
     *
     * @param threadName null: the current thread's
     */
    public abstract void threadName(@Nullable String threadName);

    /** An array with the argument, for {@code commit}; it belongs to this event and is cleared with it. */
    public abstract @Nullable Object[] arrayOf(@Nullable Object first);

    /** An array with both arguments, for {@code commit}; it belongs to this event and is cleared with it. */
    public abstract @Nullable Object[] arrayOf(@Nullable Object first, @Nullable Object second);

    /**
     * Finds out where the log call was made, for a line that shows it: the caller of the class that was named to {@code Logger.open}. To be
     * called where {@code Logger.isLocated} says so, in the thread that logs, and with few frames between: each costs. Without this call it
     * is found out when the line is encoded, which takes twice as long. Allocates what the JDK needs to walk the stack.
     */
    public abstract void locate();
}
