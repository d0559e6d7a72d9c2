package dev.tailrace.engine.drain.shared;

import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.journal.owner.Liveness;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerHead;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.journal.owner.UnbrokenSpan;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * This owner's side of the election of a drainer. It takes the {@link DrainHolder holder's} word when the word is free or its owner is
 * proved dead; never from a living owner, however long that owner stands still, since a write can't be fenced between a check and the write
 * itself. It releases the word only after the last write. So at a takeover, only a dead process's write can be in flight, and its intent
 * shows this write.
 *
 * <p>Single-threaded.
 */
public final class Seat {
    /** How long a holder without owner file may be without its lock before it counts as dead: a living holder makes both anew. */
    private static final long UNKNOWN_NANOS = 2_500_000_000L;

    private final Path directory;
    private final Owner owner;
    private final DrainListener listener;
    private DrainHolder holder;
    private boolean held;
    /** The holder that was last looked at, and its liveness; null: it has no owner file. */
    private long known;

    private @Nullable Liveness liveness;
    private final UnbrokenSpan unknown = new UnbrokenSpan(UNKNOWN_NANOS);

    private Seat(Path directory, Owner owner, DrainHolder holder, DrainListener listener) {
        this.directory = directory;
        this.owner = owner;
        this.holder = holder;
        this.listener = listener;
    }

    /** The seat of an owner in its lane directory; not taken yet. */
    public static Seat of(Owner owner, DrainListener listener) throws IOException {
        Path directory = owner.directory();
        return new Seat(directory, owner, DrainHolder.open(directory, listener), listener);
    }

    /**
     * Tries to become the holder. Call only while no other process has the lock beside the log: this lock shows when to look.
     *
     * @param nanoTime a clock that measures how long a former holder has not been seen
     */
    public boolean take(long nanoTime) throws IOException {
        if (held) {
            return true;
        }
        if (!holder.stands()) {
            DrainHolder anew = DrainHolder.ifWhole(directory);
            if (anew != null && anew.isUsed()) {
                holder = anew;
                forget();
            } else if (isLastAlive(nanoTime)) {
                // The holder makes the file anew, within a second.
                return false;
            } else {
                reopen();
            }
        }
        try {
            long former = holder.holder();
            if (former == owner.id() || (former != 0 && isAlive(former, nanoTime))) {
                held = former == owner.id();
            } else {
                held = holder.take(former, owner.id());
            }
        } catch (InternalError e) {
            // The file was truncated just now: the next look knows the holder that it named before.
            return false;
        }
        return held;
    }

    /** Whether the holder that the file named before it was removed or truncated lives. */
    private boolean isLastAlive(long nanoTime) throws IOException {
        long last;
        try {
            // A truncated file reads as zeros, but a holder that steps leaves its time beside the word.
            last = holder.isUsed() ? holder.holder() : known;
        } catch (InternalError e) {
            last = known;
        }
        return last != 0 && last != owner.id() && isAlive(last, nanoTime);
    }

    private void reopen() throws IOException {
        holder = DrainHolder.open(directory, listener);
        forget();
    }

    private void forget() {
        Liveness former = liveness;
        known = 0;
        liveness = null;
        if (former != null) {
            former.close();
        }
    }

    private boolean isAlive(long former, long nanoTime) throws IOException {
        if (known != former) {
            forget();
            OwnerHead owner = Owners.find(directory, former);
            Liveness found = owner == null ? null : new Liveness(owner.file());
            if (found != null && found.isKnown()) {
                liveness = found;
                known = former;
            }
        }
        Liveness found = liveness;
        if (found != null) {
            unknown.end();
            return found.isAlive(nanoTime);
        }
        return !unknown.isLong(nanoTime);
    }

    /** Loads the classes for a takeover, and finds the present holder's file, so that the holder's death is seen at once. */
    void warmUp(long nanoTime) {
        try {
            long now = holder.holder();
            if (now != 0 && now != owner.id()) {
                isAlive(now, nanoTime);
            }
        } catch (IOException | InternalError e) {
            // Out of reach for now, or truncated: then the holder makes it anew.
            return;
        }
    }

    boolean isHeld() {
        return held;
    }

    /**
     * For the holder, about once a second: notes that it steps, and makes the file anew when another program removed it.
     *
     * @return whether this owner is still the holder; false if another owner took a new file, or no file can be made
     */
    boolean confirm(long epochMillis) {
        if (!held) {
            return false;
        }
        try {
            if (!holder.stands()) {
                reopen();
                holder.take(0, owner.id());
            }
            held = holder.holder() == owner.id();
            if (held) {
                holder.stepped(epochMillis);
            }
        } catch (IOException | InternalError e) {
            // No other process could see which process drains.
            held = false;
        }
        return held;
    }

    /** See {@link DrainHolder#failed}. For the holder. */
    boolean failed(long committed) {
        return held && holder.failed(committed, owner.id());
    }

    /** Releases the right to drain, after the last write. */
    public void release() {
        forget();
        if (held) {
            held = false;
            try {
                holder.release(owner.id());
            } catch (InternalError e) {
                // Truncated while it was mapped: the next process that looks makes a new file.
                return;
            }
        }
    }
}
