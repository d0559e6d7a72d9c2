package dev.tailrace.engine.journal;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.FrameSearch;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingMemory;
import dev.tailrace.engine.journal.ring.SpillFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The single reader of a lane, of this process or of another. It reads ahead of what it has confirmed: {@link #next} finds a frame,
 * {@link #copyLine} takes it, and {@link #confirm} says that all taken lines reached their sink. Not thread-safe. What it reads is
 * checked against the ring's bounds before it is used.
 *
 * <p>The lane of a dead process is read by the same code; only there, a frame that was claimed and never committed is stepped over, and
 * reading goes on behind what no producer writes ({@link FrameSearch}).
 */
public final class LaneReader {
    /** What {@link #next} found. */
    public enum Found {
        LINE,
        /** Nothing, for now. */
        NOTHING,
        /** The ring's content can't be; the lane must be put aside. */
        DAMAGED
    }

    /** Null for a lane of another process, whose memory only its owner clears. */
    private final @Nullable Lane own;

    private final ArrayDeque<Ring> finished = new ArrayDeque<>();
    private Ring ring;
    private long position;
    /** The end of what was claimed when it was last looked at: a boundary between two claims. */
    private long claimed;
    /** What was last confirmed of this ring. */
    private long confirmed;

    private int frameLength;
    private long epochNanos;
    private long mergeKey = Long.MIN_VALUE;
    private long readBytes;
    private long abortedFrames;
    private long tornFrames;
    /** Bytes that were committed, or in the making, where the file was truncated. */
    private long cutBytes;
    /** Where there was something that no producer writes, and how much of it. */
    private long skippedPlaces;

    private long skippedBytes;

    private boolean dead;
    /** Whether the header that was looked at last came from a spill file. */
    private boolean fromSpill;
    /** Reads the current ring's spill files; made when the first frame is found to be there. */
    private @Nullable SpillReader spill;

    private @Nullable IOException failure;

    /** Reads a lane of this process from where it was confirmed. */
    public LaneReader(Lane lane) {
        this(lane.first(), lane);
    }

    /** Reads the rings of another process, from where they were confirmed. */
    LaneReader(Ring first) {
        this(first, null);
    }

    private LaneReader(Ring first, @Nullable Lane own) {
        this.own = own;
        this.ring = first;
        enter(first);
    }

    private void enter(Ring next) {
        closeSpill();
        ring = next;
        position = next.consumed();
        confirmed = position;
        claimed = position;
    }

    /** Finds the next line; the same one again until {@link #copyLine} took it. */
    public Found next() {
        if (frameLength != 0) {
            return Found.LINE;
        }
        while (true) {
            if (position >= claimed && !seesNewClaims()) {
                // A tail never goes backwards, unless another program writes there.
                return claimed < position ? Found.DAMAGED : Found.NOTHING;
            }
            if (!isClaimPlausible()) {
                return Found.DAMAGED;
            }
            if (isCutOff(FrameDescriptor.ALIGNMENT)) {
                continue;
            }
            long header;
            try {
                header = lookAt(position);
            } catch (IOException e) {
                return spillFailed(e);
            }
            int length = FrameDescriptor.length(header);
            int type = FrameDescriptor.type(header);
            if (length <= 0) {
                if (fromSpill) {
                    // Only committed frames are moved to disk.
                    return Found.DAMAGED;
                }
                if (position < ring.spilled()) {
                    // Committed and moved since it was looked at.
                    continue;
                }
                if (!dead) {
                    return Found.NOTHING;
                }
                boolean begun = length != 0 && length != Integer.MIN_VALUE && isPlausible(type, -length);
                if (length != 0 && (!begun || !isTrue(-length))) {
                    skipDamaged();
                } else {
                    stepOverTorn(length);
                }
                continue;
            }
            boolean plausible = isPlausible(type, length) && !crossesSpill(length);
            if (dead && !fromSpill && (!plausible || !isTrue(length))) {
                skipDamaged();
                continue;
            }
            if (!plausible) {
                return Found.DAMAGED;
            }
            if (isCutOff(length)) {
                continue;
            }
            if (type == FrameDescriptor.TYPE_DATA) {
                try {
                    // Found out here, where it concerns this lane alone, and not when the line is copied.
                    requireReadable(length);
                } catch (IOException e) {
                    return spillFailed(e);
                }
                frameLength = length;
                mergeKey = Math.max(mergeKey, epochNanos);
                return Found.LINE;
            }
            if (type == FrameDescriptor.TYPE_ABORTED) {
                abortedFrames++;
            }
            skip(length);
        }
    }

    /** The header at a position, and what {@link #epochNanos} says of it, from memory or from where the owner moved it. */
    private long lookAt(long at) throws IOException {
        if (at >= ring.spilled()) {
            long header = ring.headerAcquire(at);
            boolean timed = FrameDescriptor.length(header) >= HEADER_LENGTH && ring.isUsable(at, HEADER_LENGTH);
            long nanos = timed ? ring.epochNanos(at) : 0;
            VarHandle.loadLoadFence();
            // Moved away meanwhile? Then what was read may be cleared memory.
            if (at >= ring.spilled()) {
                epochNanos = nanos;
                fromSpill = false;
                return header;
            }
        }
        fromSpill = true;
        long header = spill().header(at);
        epochNanos = FrameDescriptor.length(header) >= HEADER_LENGTH ? spill().epochNanos(at) : 0;
        return header;
    }

    private void requireReadable(int length) throws IOException {
        if (position < ring.spilled()) {
            spill().require(position, length);
        }
    }

    private SpillReader spill() throws IOException {
        SpillReader reader = spill;
        if (reader == null) {
            SpillFiles files = ring.spillFiles();
            if (files == null) {
                throw new IOException("a ring without spill files says that it spilled");
            }
            reader = new SpillReader(ring, files);
            spill = reader;
        }
        return reader;
    }

    private void closeSpill() {
        if (spill != null) {
            spill.close();
            spill = null;
        }
    }

    /** A file that is gone, is none, or has less in it than the ring says, is a loss; anything else may pass. */
    private Found spillFailed(IOException e) {
        if (failure == null) {
            failure = e;
        }
        return e instanceof NoSuchFileException
                        || e instanceof MappedFiles.NotAFileException
                        || e instanceof SpillReader.DamagedException
                ? Found.DAMAGED
                : Found.NOTHING;
    }

    /** Why frames that were moved to disk could not be read, asked for once; null: nothing failed. */
    public @Nullable IOException takeFailure() {
        IOException taken = failure;
        failure = null;
        return taken;
    }

    /**
     * Whether there are claims at this position, in this ring or in one that follows. Only they may be read: behind them may be the
     * frames of the ring's last round, which are zeroed before they can be claimed, but not before they can be looked at.
     */
    private boolean seesNewClaims() {
        while (true) {
            claimed = ring.isGone() ? position : ring.tail();
            if (position < claimed) {
                return true;
            }
            Ring next = ring.next();
            if (next == null || !ring.isSealedAt(position)) {
                return false;
            }
            finished.add(ring);
            enter(next);
        }
    }

    /**
     * Whether what stands here was cut off with the end of the file. Then all up to the ring's end was; no frame crosses that, so that one
     * begins right after it, at the beginning of the memory.
     */
    private boolean isCutOff(int length) {
        if (!ring.isCut() || position < ring.spilled() || ring.isUsable(position, length)) {
            return false;
        }
        long ringEnd = (position | (ring.capacity() - 1)) + 1;
        long end = Math.min(ringEnd, claimed);
        cutBytes += end - position;
        readBytes += end - position;
        position = end;
        return true;
    }

    /** What shared memory says of positions is checked before it becomes an index. */
    private boolean isClaimPlausible() {
        return position >= 0
                && (position & 7) == 0
                && (claimed & 7) == 0
                && claimed - Math.max(position, ring.spilled()) <= ring.capacity();
    }

    /** Its producer died between claim and commit: the length says how far, if it was stored, else the next word that is not zero. */
    private void stepOverTorn(int length) {
        tornFrames++;
        if (length < 0) {
            skip(-length);
            return;
        }
        int words = 8;
        while (position + words < claimed
                && ring.isUsable(position + words, FrameDescriptor.ALIGNMENT)
                && ring.headerAcquire(position + words) == 0) {
            words += 8;
        }
        skip(words);
    }

    private FrameSearch search() {
        Ring of = ring;
        return new FrameSearch(
                of.capacity(), at -> of.isUsable(at, FrameDescriptor.ALIGNMENT) ? of.headerAcquire(at) : -1);
    }

    private boolean isTrue(int length) {
        try {
            return ring.isCut() || search().isTrue(position, length, claimed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void skipDamaged() {
        try {
            long next = search().find(position + FrameDescriptor.ALIGNMENT, claimed);
            skippedPlaces++;
            skippedBytes += next - position;
            readBytes += next - position;
            position = next;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only whole frames are moved to disk. */
    private boolean crossesSpill(int length) {
        long spilled = ring.spilled();
        return position < spilled && position + FrameDescriptor.align(length) > spilled;
    }

    private void skip(int length) {
        position += FrameDescriptor.align(length);
        readBytes += FrameDescriptor.align(length);
    }

    private boolean isPlausible(int type, int length) {
        long end = position + FrameDescriptor.align(length);
        int toEnd = ring.capacity() - (int) (position & (ring.capacity() - 1));
        return switch (type) {
            case FrameDescriptor.TYPE_DATA, FrameDescriptor.TYPE_ABORTED ->
                length >= HEADER_LENGTH
                        && length <= ring.maxFrameLength()
                        && FrameDescriptor.align(length) <= toEnd
                        && end <= claimed;
            case FrameDescriptor.TYPE_PADDING -> length == toEnd && end <= claimed;
            default -> false;
        };
    }

    /** Length of the line that {@link #next} found, in bytes. */
    public int lineLength() {
        return frameLength - HEADER_LENGTH;
    }

    public long epochNanos() {
        return epochNanos;
    }

    /** The time by which this line is merged with other lanes': it never goes backwards within the lane. */
    public long mergeKey() {
        return mergeKey;
    }

    /**
     * Copies the line that {@link #next} found to the buffer, which must have room, and goes on.
     *
     * @throws UncheckedIOException when its owner has moved it to disk and it can't be read there just now; nothing was taken then
     */
    public void copyLine(ByteBuffer into) {
        copy(frameLength, into);
        skip(frameLength);
        frameLength = 0;
    }

    /**
     * Copies as much of the line that {@link #next} found as the buffer has room for, and does not take it.
     *
     * @throws UncheckedIOException as {@link #copyLine}
     */
    public void peek(ByteBuffer into) {
        copy(Math.min(frameLength, HEADER_LENGTH + into.remaining()), into);
    }

    private void copy(int length, ByteBuffer into) {
        int start = into.position();
        boolean copied = false;
        if (position >= ring.spilled()) {
            ring.copyLine(position, length, into);
            VarHandle.loadLoadFence();
            copied = position >= ring.spilled();
            if (copied && length == frameLength && into.position() > start && into.get(into.position() - 1) == 0) {
                requireUncut(length);
            }
        }
        if (!copied) {
            into.position(start);
            copySpilled(length, into);
        }
    }

    /**
     * In a file that is truncated within a page, the rest of the page is zero, and reading it is no fault. Hardly any line ends in a zero.
     *
     * @throws InternalError when what was copied may be such a rest
     */
    private void requireUncut(int length) {
        MemoryFault.raise();
        if (!ring.isThere(position, length)) {
            // Looked for again, and found to be cut off.
            frameLength = 0;
            throw new InternalError("the file was cut");
        }
    }

    private void copySpilled(int length, ByteBuffer into) {
        try {
            spill().copyLine(position, length, into);
        } catch (IOException e) {
            // Looked for again, and found to be gone if it is.
            frameLength = 0;
            throw new UncheckedIOException(e);
        }
    }

    /** Gives up the rest of a damaged ring; the lane goes on in a new one. Returns the bytes given up. */
    public long abandonRing() {
        frameLength = 0;
        long spilled = ring.spilled();
        if (position < spilled && spilled <= ring.tail()) {
            // What was moved to disk is gone; what is in memory is not.
            long gone = spilled - position;
            position = spilled;
            return gone;
        }
        ring.seal();
        long end = ring.tail();
        long lost = Math.max(0, Math.min(end - position, ring.capacity()));
        position = end;
        claimed = end;
        return lost;
    }

    /** The ring that was read last, and which {@link #position} is in. */
    public RingIdentity identity() {
        return ring.identity();
    }

    /** All before it was taken, in this ring and those before it. */
    public long position() {
        return position;
    }

    /** Whether something was taken since the last {@link #confirm}. */
    public boolean isAhead() {
        return position != confirmed || !finished.isEmpty();
    }

    /** Says that all lines that were copied have reached their sink; the memory becomes free. Cheap when nothing is new. */
    public void confirm() {
        Ring done;
        while ((done = finished.poll()) != null) {
            done.consume(done.tail());
            CrashPoint.reach("ring consumed");
            done.discard();
            CrashPoint.reach("ring removed");
        }
        if (confirmed != position) {
            confirmed = position;
            ring.consume(position);
            CrashPoint.reach("consumed");
            if (spill != null && position >= ring.spilled()) {
                // The disk gets no room back of a removed file that is open.
                spill.close();
            }
        }
    }

    /** Clears confirmed memory if it is this process's; returns the bytes cleared. */
    public int tidy() {
        return own == null ? 0 : own.clearConsumed();
    }

    /** Whether callers wait for room in it, which then clear confirmed memory themselves. */
    public boolean isNearlyFull() {
        return own != null && own.isNearlyFull();
    }

    /** Says that the owner is dead, and ends its rings, so that one that was declared dead wrongly goes on in a new ring. */
    void ownerDied() {
        dead = true;
        for (Ring each = ring; each != null; each = each.next()) {
            each.seal();
        }
    }

    /** Whether a claimed frame isn't committed yet, which keeps all behind it waiting. */
    public boolean isHeadUncommitted() {
        return frameLength == 0
                && position < ring.tail()
                && position >= ring.spilled()
                && ring.isUsable(position, FrameDescriptor.ALIGNMENT)
                && FrameDescriptor.length(ring.headerAcquire(position)) <= 0;
    }

    /** Bytes in this ring that are not copied yet, frames in the making included. */
    public long backlog() {
        return ring.isGone() ? 0 : ring.tail() - position;
    }

    /** Bytes of all frames that were read so far, in the unit of {@link #backlog}: padding included. */
    public long readBytes() {
        return readBytes;
    }

    /**
     * Looks whether the file of one of its rings was truncated, so that reading it fails; what was read before, and not confirmed, is of no
     * use then. Returns whether there is a new one. Costs a system call for each.
     *
     * @param nothingLeft called for a foreign one of which nothing is left; it is put aside
     */
    public boolean lookForCuts(Consumer<Path> nothingLeft) {
        boolean found = false;
        for (Ring each = ring; each != null; each = each.next()) {
            if (each.look()) {
                found = true;
                Path file = each.file();
                if (own == null && file != null && each.isGone()) {
                    RingMemory.putAside(file);
                    nothingLeft.accept(file);
                }
            }
        }
        return found;
    }

    /** Whether a file of its rings was cut since the last look; then what seems damaged may only be cut. Costs a system call for each. */
    public boolean isCutUnseen() {
        for (Ring each = ring; each != null; each = each.next()) {
            if (!each.isCut() && !each.isThere(0, each.capacity())) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of its rings is known to be cut. */
    public boolean hasCut() {
        for (Ring each = ring; each != null; each = each.next()) {
            if (each.isCut()) {
                return true;
            }
        }
        return false;
    }

    /** Places in dead processes' rings where there was something that no producer writes, since the last call. */
    public long takeSkippedPlaces() {
        long places = skippedPlaces;
        skippedPlaces = 0;
        return places;
    }

    /** Bytes that were skipped there, since the last call. */
    public long takeSkippedBytes() {
        long bytes = skippedBytes;
        skippedBytes = 0;
        return bytes;
    }

    /** Bytes of lines that were lost with the ends of files, since the last call. */
    public long takeCutBytes() {
        long cut = cutBytes;
        cutBytes = 0;
        return cut;
    }

    public int capacity() {
        return ring.capacity();
    }

    /** Frames whose producers failed between claim and commit, and said so. */
    public long abortedFrames() {
        return abortedFrames;
    }

    /** Frames whose producers died between claim and commit, since the last call. */
    public long takeTornFrames() {
        long torn = tornFrames;
        tornFrames = 0;
        return torn;
    }

    /** Whether the lane has ended, as far as is known, and all of it is confirmed. */
    public boolean isExhausted() {
        return ring.next() == null && ring.isFinished() && finished.isEmpty() && frameLength == 0;
    }

    /** Closes what it has open; for the end of its drainer. */
    public void close() {
        closeSpill();
    }

    /** Deletes the last ring's file; only when {@link #isExhausted}. */
    public void discard() {
        closeSpill();
        ring.discard();
    }

    Ring ring() {
        return ring;
    }
}
