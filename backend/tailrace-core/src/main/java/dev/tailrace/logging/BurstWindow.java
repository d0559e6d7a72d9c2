package dev.tailrace.logging;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Lets a limited number of events pass within an interval: a ring with the times of the last passed events. A thread that finds the oldest
 * time far enough back replaces it. All memory is allocated at the start. Thread-safe, and no thread waits for another.
 *
 * <p>A thread claims a place by incrementing {@code next}, and only then stores its time and its number. A thread that comes round the ring
 * meanwhile sees another number than the last round's, and knows that the place was claimed just now.
 */
final class BurstWindow {
    private final int most;
    private final long intervalNanos;
    private final LongSupplier clock;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLongArray moments;
    /** For each place, the number of the claim that its time belongs to. */
    private final AtomicLongArray numbers;

    /**
     * @param most how many may pass within the interval; 0: none
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    BurstWindow(int most, long intervalNanos, LongSupplier clock) {
        this.most = most;
        this.intervalNanos = intervalNanos;
        this.clock = clock;
        this.moments = new AtomicLongArray(most);
        this.numbers = new AtomicLongArray(most);
        long free = clock.getAsLong() - intervalNanos;
        for (int i = 0; i < most; i++) {
            moments.setPlain(i, free);
            numbers.setPlain(i, i - most);
        }
    }

    /** Whether one more event may pass now; if so, it is counted. */
    boolean tryPass() {
        if (most == 0) {
            return false;
        }
        long now = clock.getAsLong();
        while (true) {
            long claim = next.get();
            int place = (int) (claim % most);
            boolean settled = numbers.get(place) == claim - most;
            boolean free = settled && now - moments.get(place) >= intervalNanos;
            if (free && next.compareAndSet(claim, claim + 1)) {
                moments.set(place, now);
                numbers.set(place, claim);
                return true;
            }
            if (!free && next.get() == claim) {
                return false;
            }
        }
    }
}
