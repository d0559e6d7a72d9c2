package dev.tailrace.engine.journal;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The memory that all lanes of a process may use together, in bytes. Thread-safe. */
public final class MemoryBudget {
    private static final long COLLECT_NANOS = 60_000_000_000L;

    private final long cap;
    private final AtomicLong used = new AtomicLong();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final AtomicLong collectedAt = new AtomicLong(System.nanoTime() - COLLECT_NANOS);
    private final Set<Holding> holdings = ConcurrentHashMap.newKeySet();

    public MemoryBudget(long cap) {
        this.cap = cap;
    }

    public long cap() {
        return cap;
    }

    public long used() {
        settle();
        return used.get();
    }

    boolean reserve(long bytes) {
        settle();
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

    /** Reserves the small minimum without which no line could be logged at all. */
    void reserveBeyondCap(long bytes) {
        used.addAndGet(bytes);
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /**
     * Releases reserved bytes once {@code memory} has been collected: the memory behind a buffer, even that of a file that was deleted, is
     * in use until then.
     */
    void releaseWithMemory(Object memory, long bytes) {
        holdings.add(new Holding(memory, bytes, collected));
    }

    /** Asks for a garbage collection, at most once a minute, if so many bytes are beyond the cap: room on a disk comes from none. */
    void collect(long bytes) {
        long now = System.nanoTime();
        long last = collectedAt.get();
        if (bytes > cap - used() && now - last >= COLLECT_NANOS && collectedAt.compareAndSet(last, now)) {
            System.gc();
        }
    }

    private void settle() {
        for (Reference<?> next = collected.poll(); next != null; next = collected.poll()) {
            if (next instanceof Holding holding && holdings.remove(holding)) {
                release(holding.bytes);
            }
        }
    }

    private static final class Holding extends PhantomReference<Object> {
        private final long bytes;

        Holding(Object memory, long bytes, ReferenceQueue<Object> queue) {
            super(memory, queue);
            this.bytes = bytes;
        }
    }
}
