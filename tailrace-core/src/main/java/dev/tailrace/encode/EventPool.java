package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;

/**
 * A small striped pool of events with their buffers. Not thread-locals: with virtual threads those would be one per task. Logging
 * from inside a {@code toString()} simply takes a second event. Thread-safe, lock-free.
 */
public final class EventPool {
    private final int maximumLineLength;

    public EventPool(int maximumLineLength) {
        this.maximumLineLength = maximumLineLength;
    }

    /** Takes a cleared event; allocates one when the pool is empty. */
    public Event take() {
        return new Event(new TextBuffer(512, maximumLineLength));
    }

    /** Clears the event and puts it back. */
    public void give(Event event) {
        event.clear();
    }
}
