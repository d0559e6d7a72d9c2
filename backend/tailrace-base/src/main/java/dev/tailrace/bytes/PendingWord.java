package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Words that must be stored in shared memory whatever happens to the thread that owes them. A stack overflow can strike between a
 * claim and its commit, and there is no room then to call anything, not even what would undo the claim. So the thread notes what it
 * owes before it claims; a handler hands it over by storing fields only; and another thread, which has a stack, {@link #settleOrphans
 * settles} it.
 *
 * <p>Fields are public because a call is what the owner can't afford. Used by one thread until it is handed over.
 */
public final class PendingWord {
    /**
     * What was handed over. A handler does so with {@code pending.orphaned = true; pending.next = orphans; orphans = pending;}. Not
     * atomic: for that to matter, two threads would have to run out of stack within the same nanoseconds.
     */
    public static volatile @Nullable PendingWord orphans;

    /** Whether the words are owed: set right after the claim, cleared with the commit. */
    public boolean owed;
    /** Whether this was handed over: for ever, so that its former owner, whenever it looks, doesn't use it again. */
    public boolean orphaned;

    private final Runnable afterwards;
    private @Nullable ByteBuffer memory;
    private int index;
    private long value;
    private int firstIndex;
    private long firstValue;
    /** The one handed over before. */
    public @Nullable PendingWord next;

    /** @param afterwards run by the thread that settles, when all is stored */
    public PendingWord(Runnable afterwards) {
        this.afterwards = afterwards;
    }

    /**
     * Notes what will be owed.
     *
     * @param firstIndex where another word goes first; negative: nowhere
     */
    @SuppressWarnings("ReferenceEquality") // the very buffer is meant, not its bytes
    public void prepare(ByteBuffer memory, int index, long value, int firstIndex, long firstValue) {
        if (this.memory != memory) {
            // Storing a reference costs a full fence where the collector is G1 and this object is old; it hardly ever
            // changes.
            this.memory = memory;
        }
        this.index = index;
        this.value = value;
        this.firstIndex = firstIndex;
        this.firstValue = firstValue;
    }

    /** Lets go of the memory of the last claim, which is committed. */
    public void forget() {
        memory = null;
    }

    /** Stores all words that were handed over, each once. For the threads that are always there. */
    public static void settleOrphans() {
        if (orphans == null) {
            return;
        }
        // Files and consoles have a thread each: were both to store the same word, the second might hit another's
        // frame.
        synchronized (PendingWord.class) {
            PendingWord pending = orphans;
            orphans = null;
            while (pending != null) {
                PendingWord following = pending.next;
                pending.settle();
                pending = following;
            }
        }
    }

    /** Stores the words that are owed: for their owner, when it still can call something. */
    public void settleHere() {
        if (owed) {
            // When the stack ends in here, it is still owed.
            store();
            owed = false;
        }
    }

    private void store() {
        ByteBuffer owedTo = memory;
        if (owedTo == null) {
            return;
        }
        if (firstIndex >= 0) {
            store(owedTo, firstIndex, firstValue);
        }
        store(owedTo, index, value);
    }

    /** The end of a file can be cut off, and its beginning, to which the other word belongs, be there. */
    private static void store(ByteBuffer memory, int index, long value) {
        try {
            Memory.putRelease(memory, index, value);
            MemoryFault.raise();
        } catch (InternalError | IllegalStateException | IndexOutOfBoundsException e) {
            // Cut off: nothing that waits for this word is left. Its place may have been computed from what was gone
            // already.
            return;
        }
    }

    private void settle() {
        store();
        next = null;
        memory = null;
        afterwards.run();
    }
}
