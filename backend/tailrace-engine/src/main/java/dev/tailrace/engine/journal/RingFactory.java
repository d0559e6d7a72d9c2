package dev.tailrace.engine.journal;

import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingMemory;
import dev.tailrace.engine.journal.ring.RingName;
import dev.tailrace.engine.journal.ring.SpillFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rings of one destination's lanes within the memory budget of the process. Slow, because it writes each byte: never called by a
 * logging thread, once the lanes are open.
 */
public final class RingFactory {
    private final @Nullable Path directory;
    /** Null when the directory is never removed. */
    private final @Nullable Owner present;

    private final String owner;
    private final long ownerId;
    private final MemoryBudget budget;
    private final Consumer<IOException> onFailure;
    private final @Nullable Path lockFile;
    private final MemoryBudget spillBudget;
    private final Consumer<IOException> onSpillFailure;
    private LongSupplier drained = () -> 0;
    private Consumer<Path> onCut = file -> {};
    private LogFigures figures = LogFigures.unrecorded();

    private RingFactory(
            @Nullable Path directory,
            @Nullable Owner present,
            String owner,
            long ownerId,
            MemoryBudget budget,
            Consumer<IOException> onFailure,
            @Nullable Path lockFile,
            MemoryBudget spillBudget,
            Consumer<IOException> onSpillFailure) {
        this.directory = directory;
        this.present = present;
        this.owner = owner;
        this.ownerId = ownerId;
        this.budget = budget;
        this.onFailure = onFailure;
        this.lockFile = lockFile;
        this.spillBudget = spillBudget;
        this.onSpillFailure = onSpillFailure;
    }

    /**
     * Rings are files in the owner's directory and outlive the process.
     *
     * @param onFailure called when a ring can't be made
     * @param lockFile of the log; spill files are made beside it
     * @param spillBudget limits the bytes of all spill files
     * @param onSpillFailure called when a ring's frames can't be moved to disk
     */
    public static RingFactory mapped(
            Owner owner,
            MemoryBudget budget,
            Consumer<IOException> onFailure,
            Path lockFile,
            MemoryBudget spillBudget,
            Consumer<IOException> onSpillFailure) {
        return new RingFactory(
                owner.directory(),
                owner,
                owner.name(),
                owner.id(),
                budget,
                onFailure,
                lockFile,
                spillBudget,
                onSpillFailure);
    }

    static RingFactory mapped(
            Path directory, String owner, long ownerId, MemoryBudget budget, Consumer<IOException> onFailure) {
        return new RingFactory(
                directory, null, owner, ownerId, budget, onFailure, null, new MemoryBudget(0), failure -> {});
    }

    /**
     * Sets the number that shows whether lines of any lane are drained into the log. Call before the first ring is made.
     *
     * @param number changes whenever the drainer has written a batch; may cost a few system calls
     */
    public RingFactory drained(LongSupplier number) {
        drained = number;
        return this;
    }

    /** Sets the listener for rings whose files were truncated. Call before the first ring is made. */
    public RingFactory onCut(Consumer<Path> listener) {
        onCut = listener;
        return this;
    }

    /** Sets the counters of what becomes of the log's lines. Call before the first ring is made. */
    public RingFactory figures(LogFigures counters) {
        figures = counters;
        return this;
    }

    /** The counters of what becomes of the log's lines. */
    public LogFigures figures() {
        return figures;
    }

    void cut(Path file) {
        onCut.accept(file);
    }

    long drained() {
        return drained.getAsLong();
    }

    /** Rings are in private memory of this process. */
    public static RingFactory inProcess(MemoryBudget budget) {
        return new RingFactory(null, null, "", 0, budget, failure -> {}, null, new MemoryBudget(0), failure -> {});
    }

    /** A ring of {@code capacity} bytes, a power of two; null when the budget or the file system has no room for it. */
    @Nullable
    Ring make(int capacity, int lane, int generation) {
        if (capacity < RingDescriptor.MIN_CAPACITY || capacity > RingDescriptor.MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity out of range: capacity=" + capacity + ", minimum="
                    + RingDescriptor.MIN_CAPACITY + ", maximum=" + RingDescriptor.MAX_CAPACITY);
        }
        long bytes = (long) capacity + RingDescriptor.DATA_OFFSET;
        return budget.reserve(bytes) ? makeReserved(capacity, lane, generation) : null;
    }

    /** A ring even beyond the budget; null only when the file system has no room. */
    @Nullable
    Ring makeBeyondCap(int capacity, int lane, int generation) {
        budget.reserveBeyondCap((long) capacity + RingDescriptor.DATA_OFFSET);
        return makeReserved(capacity, lane, generation);
    }

    /** Asks for a garbage collection where rings that were left may have the memory of one of this capacity. */
    void collect(int capacity) {
        budget.collect((long) capacity + RingDescriptor.DATA_OFFSET);
    }

    private @Nullable Ring makeReserved(int capacity, int lane, int generation) {
        long bytes = (long) capacity + RingDescriptor.DATA_OFFSET;
        RingIdentity identity = new RingIdentity(ownerId, lane, generation);
        try {
            RingMemory memory = memory(capacity, identity);
            Ring ring = new Ring(memory);
            // Last, because the code below releases the memory after any earlier failure.
            budget.releaseWithMemory(memory.memory(), bytes);
            return ring;
        } catch (IOException e) {
            budget.release(bytes);
            onFailure.accept(e);
            return null;
        } catch (OutOfMemoryError e) {
            // The limit of direct memory is reached; handled like a full file system.
            budget.release(bytes);
            onFailure.accept(new IOException("no memory for a lane: required=" + bytes, e));
            return null;
        }
    }

    private RingMemory memory(int capacity, RingIdentity identity) throws IOException {
        if (directory == null) {
            return RingMemory.inProcess(capacity, identity);
        }
        Path file = new RingName(owner, identity.lane(), identity.generation()).in(directory);
        SpillFiles spill = lockFile == null || spillBudget.cap() == 0 ? null : SpillFiles.of(lockFile, file);
        Uninterrupted.Work<RingMemory> making = () -> RingMemory.mapped(file, spill, capacity, identity);
        return present == null ? making.get() : present.beside(making);
    }

    /** The spill of a ring of this factory; null when the ring may have none. */
    @Nullable
    Spill spill(Ring ring) {
        SpillFiles files = ring.spillFiles();
        return files == null ? null : new Spill(ring, files, spillBudget);
    }

    void spillFailed(IOException e) {
        onSpillFailure.accept(e);
    }
}
