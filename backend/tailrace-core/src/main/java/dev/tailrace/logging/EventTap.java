package dev.tailrace.logging;

import dev.tailrace.layout.event.Event;
import org.jspecify.annotations.Nullable;

/** Sees events in the thread that logs them, after they were appended. Thread-safe. */
public interface EventTap {
    /**
     * Sees an event.
     *
     * @param appenders of the event's logger, whether their filters let the event pass or not
     */
    void offer(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, Appender[] appenders);
}
