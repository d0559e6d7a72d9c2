package dev.tailrace.journal;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the lanes of a process may use together, in bytes. Thread-safe. */
public final class MemoryBudget {
    private final long cap;
    private final AtomicLong used = new AtomicLong();

    public MemoryBudget(long cap) {
        this.cap = cap;
    }

    public long cap() {
        return cap;
    }

    public long used() {
        return used.get();
    }

    boolean reserve(long bytes) {
        while (true) {
            long now = used.get();
            if (bytes > cap - now) {
                return false;
            }
            if (used.compareAndSet(now, now + bytes)) {
                return true;
            }
        }
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }
}
