package dev.tailrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rings of one destination's lanes within the memory budget of the process. Slow (it writes each byte): never called by a
 * caller that logs, once the lanes are open.
 */
public final class RingFactory {
    private static final AtomicInteger ENGINES = new AtomicInteger();

    private final @Nullable Path directory;
    private final String prefix;
    private final MemoryBudget budget;
    private final Consumer<IOException> onFailure;

    private RingFactory(@Nullable Path directory, String prefix, MemoryBudget budget, Consumer<IOException> onFailure) {
        this.directory = directory;
        this.prefix = prefix;
        this.budget = budget;
        this.onFailure = onFailure;
    }

    /** Rings are files in {@code directory} and outlive the process. {@code onFailure} is told when one can't be made. */
    public static RingFactory mapped(
            Path directory, String prefix, MemoryBudget budget, Consumer<IOException> onFailure) {
        return new RingFactory(directory, prefix, budget, onFailure);
    }

    /** The beginning of ring names that no other process and no other engine of this one uses. */
    public static String prefix() {
        return ProcessHandle.current().pid() + "-" + Long.toString(System.currentTimeMillis(), 36) + "-"
                + ENGINES.incrementAndGet();
    }

    /** Rings are memory of this process. */
    public static RingFactory inProcess(MemoryBudget budget) {
        return new RingFactory(null, "", budget, failure -> {});
    }

    /** A ring of {@code capacity} bytes, a power of two; null when the budget or the file system has no room for it. */
    @Nullable
    Ring make(int capacity, int lane, int generation) {
        if (capacity < RingDescriptor.MIN_CAPACITY || capacity > RingDescriptor.MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity out of range: capacity=" + capacity + ", minimum="
                    + RingDescriptor.MIN_CAPACITY + ", maximum=" + RingDescriptor.MAX_CAPACITY);
        }
        long bytes = (long) capacity + RingDescriptor.DATA_OFFSET;
        if (!budget.reserve(bytes)) {
            return null;
        }
        try {
            if (directory == null) {
                return new Ring(RingMemory.inProcess(capacity, lane, generation));
            }
            Path file = directory.resolve(prefix + "-" + lane + "-" + generation + ".ring");
            return new Ring(RingMemory.mapped(file, capacity, lane, generation));
        } catch (IOException e) {
            budget.release(bytes);
            onFailure.accept(e);
            return null;
        } catch (OutOfMemoryError e) {
            // The limit of direct memory: as full as a full file system.
            budget.release(bytes);
            onFailure.accept(new IOException("no memory for a lane: required=" + bytes, e));
            return null;
        }
    }
}
