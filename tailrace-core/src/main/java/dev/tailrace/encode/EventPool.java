package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A small striped pool of events with their buffers. Not thread-locals: with virtual threads those would be one per task. Logging
 * from inside a {@code toString()} simply takes a second event. Thread-safe, lock-free.
 *
 * <p>Each event has its own place, which holds it while it is free and {@link #taken} while it is not; so taking is one
 * compare-and-set, and giving back a plain release store. Places are filled when they are first needed.
 */
public final class EventPool {
    /**
     * More than there are processors: a thread that loses its processor in the middle of a log call keeps its event, and with many
     * logging threads most of them have one.
     */
    private static final int MINIMUM_PLACES = 256;

    /** References from one place to the next, so that two threads' places are never in one cache line. */
    private static final int STRIDE = 16;

    private static final int PROBES = 8;
    private static final int INITIAL_LINE_LENGTH = 512;

    private final int maximumLineLength;
    private final int mask;
    private final Event taken;
    private final AtomicReferenceArray<Event> places;

    /** {@code maximumLineLength} is in bytes; longer lines are cut. */
    public EventPool(int maximumLineLength) {
        this.maximumLineLength = maximumLineLength;
        int wanted = Math.max(MINIMUM_PLACES, 4 * Runtime.getRuntime().availableProcessors());
        int count = Integer.highestOneBit(wanted - 1) << 1;
        this.mask = count - 1;
        this.places = new AtomicReferenceArray<>(count * STRIDE);
        this.taken = create(-1);
    }

    /** Takes a cleared event; allocates one when those that this thread may look at are taken. */
    public Event take() {
        int hash = (int) ((Thread.currentThread().getId() * 0x9E37_79B9_7F4A_7C15L) >>> 40);
        for (int i = 0; i < PROBES; i++) {
            int place = (hash + i & mask) * STRIDE;
            Event event = places.getPlain(place);
            if (event != taken && places.compareAndSet(place, event, taken)) {
                return event != null ? event : create(place);
            }
        }
        return create(-1);
    }

    /** Clears the event and puts it back. It must be given once. */
    public void give(Event event) {
        event.clear();
        if (event.home() >= 0) {
            places.setRelease(event.home(), event);
        }
    }

    private void forget(Event event) {
        if (event.home() >= 0) {
            places.setRelease(event.home(), null);
        }
    }

    private Event create(int home) {
        return new Event(
                new TextBuffer(Math.min(INITIAL_LINE_LENGTH, maximumLineLength), maximumLineLength),
                home,
                this::forget);
    }
}
