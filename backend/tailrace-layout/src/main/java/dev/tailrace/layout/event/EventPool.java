package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * A small striped pool of events with their buffers. Not thread-locals: with virtual threads those would be one per task. Logging
 * from inside a {@code toString()} simply takes a second event. Thread-safe, lock-free.
 *
 * <p>Each place has its event for good, which says itself whether it is taken; so taking is one compare-and-set of a flag, and giving
 * back a plain release store. Not one of a reference: that would cost a fence more, for the sake of the collector. Events are made when
 * their place is first needed.
 */
public final class EventPool {
    /**
     * More than there are processors: a thread that loses its processor in the middle of a log call keeps its event, and with many
     * logging threads most of them have one.
     */
    private static final int MINIMUM_PLACES = 256;

    private static final int PROBES = 8;
    private static final int INITIAL_LINE_LENGTH = 512;

    private final int maximumLineLength;
    private final int mask;
    private final AtomicReferenceArray<Event> places;
    /** What was counted in events that aren't in the pool, by level. */
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

    /** Takes a cleared event; allocates one when those that this thread may look at are taken. */
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

    /** Clears the event and puts it back. It must be given once. */
    public void give(Event event) {
        event.clear();
        if (event.home() >= 0) {
            event.release();
        } else {
            keepCounts(event);
        }
    }

    /**
     * How many calls of a level were {@link Event#count counted} since this pool was made. Calls of other threads that are just being
     * counted may be missing. Reads a few hundred fields: not for a log call.
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
     * Has the events that are not in use forget the memory that they were last written to, which could not be given back as long
     * as they know it.
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

    private void forget(Event event) {
        if (event.home() >= 0) {
            places.setRelease(event.home(), null);
        }
        keepCounts(event);
    }

    private Event create(int home) {
        return new Event(
                new TextBuffer(Math.min(INITIAL_LINE_LENGTH, maximumLineLength), maximumLineLength),
                home,
                this::forget);
    }
}
