package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Words that must be stored in shared memory whatever happens to the thread that owes them. A stack overflow can occur between a claim and
 * its commit, with no room for any method call, not even to undo the claim. So the thread notes the words before it claims; a handler hands
 * the note over by storing fields only; and another thread, which has stack, {@link #settleOrphans settles} it.
 *
 * <p>Fields are public because the owner may not be able to call a method. Used by one thread until it is handed over.
 */
public final class PendingWord {
    /**
     * The notes that were handed over. A handler hands over with {@code pending.orphaned = true; pending.next = orphans; orphans =
     * pending;}. Not atomic: for that to matter, two threads would have to run out of stack within the same nanoseconds.
     */
    public static volatile @Nullable PendingWord orphans;

    /** Whether the words are owed: set right after the claim, cleared with the commit. */
    public boolean owed;
    /** Whether this note was handed over; never reset, so that its former owner doesn't use it again. */
    public boolean orphaned;

    private final Runnable afterwards;
    private @Nullable ByteBuffer memory;
    private int index;
    private long value;
    private int firstIndex;
    private long firstValue;
    /** The note that was handed over before this one. */
    public @Nullable PendingWord next;

    /** @param afterwards run by the settling thread, when all words are stored */
    public PendingWord(Runnable afterwards) {
        this.afterwards = afterwards;
    }

    /**
     * Notes the words before a claim.
     *
     * @param firstIndex index of another word, which is stored first; negative: none
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

    /** Releases the memory of the last claim, which is committed. */
    public void forget() {
        memory = null;
    }

    /** Stores all words that were handed over, each once. For permanent helper threads. */
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

    /** Stores the owed words: for their owner, when it can still call a method. */
    public void settleHere() {
        if (owed) {
            // After a stack overflow in here the words are still owed.
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

    /** Stores a word. A file's end can be missing while its beginning, with the other word, still exists. */
    private static void store(ByteBuffer memory, int index, long value) {
        try {
            Memory.putRelease(memory, index, value);
            MemoryFault.raise();
        } catch (InternalError | IllegalStateException | IndexOutOfBoundsException e) {
            // The place is truncated: no reader waits for this word any more. Its index may have been computed from
            // missing bytes.
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
