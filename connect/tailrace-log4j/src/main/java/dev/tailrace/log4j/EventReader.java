package dev.tailrace.log4j;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.HostedMessage;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.time.Instant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.MultiformatMessage;
import org.apache.logging.log4j.message.ObjectMessage;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.jspecify.annotations.Nullable;

/**
 * Reads events of Log4j into those of Tailrace. Each of Tailrace's events keeps a reader of its own, because they are pooled together.
 * Not thread-safe.
 */
final class EventReader {
    private final LineDestination destination;
    private final ContextView context = new ContextView();
    private final HostedMessage formatted = new HostedMessage();
    private final Object[] arguments = {formatted};
    private @Nullable String text;

    private boolean isText;

    private EventReader(Event event) {
        destination = new LineDestination(event.line());
    }

    /** The reader that belongs to an event. */
    static EventReader of(Event event) {
        if (event.scratch() instanceof EventReader known) {
            return known;
        }
        EventReader made = new EventReader(event);
        event.scratch(made);
        return made;
    }

    /** The destination of lines that a layout of Log4j writes. */
    LineDestination destination() {
        return destination;
    }

    static long epochNanos(LogEvent event) {
        Instant instant = event.getInstant();
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNanoOfSecond();
    }

    /**
     * Reads an event.
     *
     * @return false when Tailrace's encoder may write it otherwise than Log4j: it has a level, a kind of message or a stack of contexts
     *     that Tailrace doesn't know, or a throwable, which each version of Log4j prints in its own way
     */
    boolean read(LogEvent from, Event into, boolean needsCaller) {
        Message message = from.getMessage();
        if (from.getThrown() != null
                || !Levels.isExact(from.getLevel())
                || message == null
                || message instanceof MultiformatMessage
                || message instanceof ObjectMessage
                || hasStack(from.getContextStack())) {
            return false;
        }
        if (needsCaller) {
            StackTraceElement caller = from.getSource();
            if (caller == null) {
                return false;
            }
            into.locatedAt(caller);
        }
        into.threadName(from.getThreadName());
        ReadOnlyStringMap entries = from.getContextData();
        if (entries != null && !entries.isEmpty()) {
            into.context(context.of(entries));
        }
        Marker marker = from.getMarker();
        if (marker != null) {
            into.addMarker(marker, Log4jMarkers.READER);
        }
        isText = !(message instanceof StringBuilderFormattable);
        if (message instanceof StringBuilderFormattable formattable) {
            formattable.formatTo(formatted.text());
        } else {
            text = message.getFormattedMessage();
        }
        return true;
    }

    private static boolean hasStack(ThreadContext.@Nullable ContextStack stack) {
        return stack != null && stack.getDepth() > 0;
    }

    @Nullable
    String message() {
        return isText ? text : HostedMessage.PATTERN;
    }

    @Nullable
    Object @Nullable [] arguments() {
        return isText ? null : arguments;
    }

    /** Forgets the event. */
    void clear() {
        text = null;
        formatted.clear();
        context.clear();
        destination.clear();
    }
}
