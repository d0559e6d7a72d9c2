package dev.tailrace.layout.event;

import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.TextBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * A small striped pool of events with their buffers. It doesn't use thread-locals, which would be one per task with virtual threads.
 * Logging from inside a {@code toString()} simply takes a second event. Thread-safe, lock-free.
 *
 * <p>Each place keeps its event, and the event has a flag for being in use. Taking an event is one compare-and-set of the flag, returning
 * it a release store. A compare-and-set of a reference would cost another fence for the collector. An event is created when its place is
 * first needed.
 */
public final class EventPool {
    /**
     * More places than processors: a thread that is descheduled in the middle of a log call keeps its event, and with many logging threads
     * most of them hold one.
     */
    private static final int MINIMUM_PLACES = 256;

    private static final int PROBES = 8;
    private static final int INITIAL_LINE_LENGTH = 512;

    private final int maximumLineLength;
    private final int mask;
    private final AtomicReferenceArray<Event> places;
    /** Counts of events that aren't in the pool, by level. */
    private final LongAdder[] elsewhere = new LongAdder[Event.LEVELS];

    /** {@code maximumLineLength} is in bytes; longer lines are cut. */
    public EventPool(int maximumLineLength) {
        this.maximumLineLength = maximumLineLength;
        int wanted = Math.max(MINIMUM_PLACES, 4 * Runtime.getRuntime().availableProcessors());
        int count = Integer.highestOneBit(wanted - 1) << 1;
        this.mask = count - 1;
        this.places = new AtomicReferenceArray<>(count);
        for (int i = 0; i < elsewhere.length; i++) {
            elsewhere[i] = new LongAdder();
        }
    }

    /** Takes a cleared event; allocates one if all places that this thread probes are in use. */
    public Event take() {
        int hash = (int) ((Thread.currentThread().getId() * 0x9E37_79B9_7F4A_7C15L) >>> 40);
        for (int i = 0; i < PROBES; i++) {
            int place = hash + i & mask;
            Event event = places.getAcquire(place);
            if (event == null) {
                Event created = create(place);
                if (places.compareAndSet(place, null, created)) {
                    return created;
                }
            } else if (event.tryTake()) {
                return event;
            }
        }
        return create(-1);
    }

    /** Clears the event and returns it to the pool. To be called once per event taken. */
    public void give(Event event) {
        event.clear();
        if (event.home() >= 0) {
            event.release();
        } else {
            keepCounts(event);
        }
    }

    /**
     * The number of calls of a level that were {@link Event#count counted} since this pool was created. Concurrent calls may be missing.
     * Reads a few hundred fields: not for use in a log call.
     *
     * @param level as in {@link Event#level()}
     */
    public long counted(int level) {
        int place = Event.place(level);
        long sum = elsewhere[place].sum();
        for (int i = 0; i <= mask; i++) {
            Event event = places.getAcquire(i);
            if (event != null) {
                sum += event.counted(place);
            }
        }
        return sum;
    }

    private void keepCounts(Event event) {
        for (int place = 0; place < elsewhere.length; place++) {
            long count = event.counted(place);
            if (count != 0) {
                elsewhere[place].add(count);
            }
        }
    }

    /**
     * Makes the free events forget the lane memory that they wrote to last. That memory can't be released while events refer to it.
     */
    public void forgetMemory() {
        for (int place = 0; place <= mask; place++) {
            Event event = places.getAcquire(place);
            if (event != null && event.tryTake()) {
                event.pending.forget();
                event.release();
            }
        }
    }

    /**
     * Replaces events that have been in use with the same counts since the last call: a thread that ran out of stack couldn't give them
     * back. To be called while calls get lost, by one thread, at intervals much longer than a log call. An event whose call does take longer
     * isn't pooled any more.
     */
    public void reclaim() {
        for (int place = 0; place <= mask; place++) {
            Event event = places.getAcquire(place);
            if (event != null && event.isStuck()) {
                forget(event);
            }
        }
    }

    private void forget(Event event) {
        if (event.home() < 0 || places.compareAndSet(event.home(), event, null)) {
            keepCounts(event);
        }
    }

    private Event create(int home) {
        return new Event(
                new TextBuffer(Math.min(INITIAL_LINE_LENGTH, maximumLineLength), maximumLineLength, new ObjectTexts()),
                home,
                this::forget);
    }
}
