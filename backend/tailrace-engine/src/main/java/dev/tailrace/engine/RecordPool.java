package dev.tailrace.engine;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.TextBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Buffers for records on their way to a lane, so that a call makes no garbage. Thread-safe; not bound to threads, which may be virtual. */
final class RecordPool {
    private static final int PROBES = 4;
    private static final int INITIAL_LENGTH = 512;
    /** A longer buffer isn't kept. */
    private static final int KEPT_LENGTH = 1 << 16;

    static final int LONGEST = 1 << 24;

    private final AtomicReferenceArray<Slot> slots = new AtomicReferenceArray<>(
            Math.max(16, Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors())));

    /** @param place the slot's place in the pool; negative: none */
    record Slot(TextBuffer record, PendingWord pending, int place) {}

    Slot take() {
        int mask = slots.length() - 1;
        int hash = (int) ((Thread.currentThread().getId() * 0x9E37_79B9_7F4A_7C15L) >>> 40);
        for (int i = 0; i < PROBES; i++) {
            int place = hash + i & mask;
            Slot slot = slots.getAndSet(place, null);
            if (slot != null) {
                return slot;
            }
        }
        return new Slot(new TextBuffer(INITIAL_LENGTH, LONGEST), new PendingWord(() -> {}), hash & mask);
    }

    /** Releases all buffers, and the memory to which they were last copied. */
    void clear() {
        for (int i = 0; i < slots.length(); i++) {
            slots.set(i, null);
        }
    }

    /** Returns a slot to the pool. An orphaned slot is not returned: it belongs to the drain thread, which settles the slot's claim. */
    void give(Slot slot) {
        if (!slot.pending().orphaned) {
            slot.record().shrink(KEPT_LENGTH);
            slots.setRelease(slot.place(), slot);
        }
    }
}
