package dev.tailrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rings of one destination's lanes within the memory budget of the process. Slow (it writes each byte): never called by a
 * caller that logs, once the lanes are open.
 */
public final class RingFactory {
    private final @Nullable Path directory;
    private final String owner;
    private final long ownerId;
    private final MemoryBudget budget;
    private final Consumer<IOException> onFailure;

    private RingFactory(
            @Nullable Path directory,
            String owner,
            long ownerId,
            MemoryBudget budget,
            Consumer<IOException> onFailure) {
        this.directory = directory;
        this.owner = owner;
        this.ownerId = ownerId;
        this.budget = budget;
        this.onFailure = onFailure;
    }

    /** Rings are files in the owner's directory and outlive the process. {@code onFailure} is told when one can't be made. */
    public static RingFactory mapped(Owner owner, MemoryBudget budget, Consumer<IOException> onFailure) {
        return mapped(owner.directory(), owner.name(), owner.id(), budget, onFailure);
    }

    static RingFactory mapped(
            Path directory, String owner, long ownerId, MemoryBudget budget, Consumer<IOException> onFailure) {
        return new RingFactory(directory, owner, ownerId, budget, onFailure);
    }

    /** Rings are memory of this process. */
    public static RingFactory inProcess(MemoryBudget budget) {
        return new RingFactory(null, "", 0, budget, failure -> {});
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
        RingIdentity identity = new RingIdentity(ownerId, lane, generation);
        try {
            if (directory == null) {
                return new Ring(RingMemory.inProcess(capacity, identity));
            }
            Path file = new RingName(owner, lane, generation).in(directory);
            return new Ring(RingMemory.mapped(file, capacity, identity));
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
