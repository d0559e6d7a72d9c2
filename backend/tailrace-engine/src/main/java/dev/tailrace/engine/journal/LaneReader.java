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
 * The single reader of a lane, of this process or of another. It reads ahead of the confirmed position: {@link #next} finds a frame, {@link
 * #copyLine} takes it, and {@link #confirm} marks all taken lines as written to their sink. Not thread-safe. All values are checked against
 * the ring's bounds before use.
 *
 * <p>The lane of a dead process is read by the same code; only there, the reader skips frames that were claimed and never committed, and
 * goes on behind content that no producer writes ({@link FrameSearch}).
 */
public final class LaneReader {
    /** The result of {@link #next}. */
    public enum Found {
        LINE,
        /** No line, for now. */
        NOTHING,
        /** The ring's content is impossible; the lane must be put aside. */
        DAMAGED
    }

    /** Null for a lane of another process, whose memory only its owner clears. */
    private final @Nullable Lane own;

    private final ArrayDeque<Ring> finished = new ArrayDeque<>();
    private Ring ring;
    private long position;
    /** The last seen end of the claims: a boundary between two claims. */
    private long claimed;
    /** The last confirmed position in this ring. */
    private long confirmed;

    private int frameLength;
    private long epochNanos;
    private long mergeKey = Long.MIN_VALUE;
    private long readBytes;
    private long abortedFrames;
    private long tornFrames;
    /** Bytes that were committed, or being written, in the truncated part of a file. */
    private long cutBytes;
    /** The number of places with content that no producer writes, and the number of bytes there. */
    private long skippedPlaces;

    private long skippedBytes;

    private boolean dead;
    /** Whether the header that was read last came from a spill file. */
    private boolean fromSpill;
    /** Reads the current ring's spill files; made when the first frame is found there. */
    private @Nullable SpillReader spill;

    private @Nullable IOException failure;

    /** Reads a lane of this process from its confirmed position. */
    public LaneReader(Lane lane) {
        this(lane.first(), lane);
    }

    /** Reads the rings of another process from their confirmed position. */
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

    /** Finds the next line; the same line again until {@link #copyLine} has taken it. */
    public Found next() {
        if (frameLength != 0) {
            return Found.LINE;
        }
        while (true) {
            if (position >= claimed && !seesNewClaims()) {
                // A tail never goes backwards, unless another program writes there.
                return claimed < position ? Found.DAMAGED : Found.NOTHING;
            }
            long spilled = ring.spilled();
            if (!isClaimPlausible(spilled)) {
                return Found.DAMAGED;
            }
            if (isCutOff(HEADER_LENGTH)) {
                continue;
            }
            long header;
            try {
                header = lookAt(position, spilled);
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
                    // The frame was committed and moved since it was read.
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
            boolean plausible = isPlausible(type, length) && !(fromSpill && crossesSpill(length));
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
                if (fromSpill) {
                    try {
                        // A failure here concerns this lane alone; when the line is copied, it would not.
                        spill().require(position, length);
                    } catch (IOException e) {
                        return spillFailed(e);
                    }
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

    /** Reads the header at a position, and its time for {@link #epochNanos}, from memory or from a spill file. */
    private long lookAt(long at, long spilled) throws IOException {
        if (at >= spilled) {
            long header = ring.headerAcquire(at);
            long nanos = ring.epochNanos(at);
            VarHandle.loadLoadFence();
            // If the frame was moved to disk meanwhile, the header may be from cleared memory.
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

    /** A spill file that is missing, not a file, or shorter than the ring says, is a loss; any other failure may pass. */
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

    /** Why frames that were moved to disk could not be read; returned once; null: no failure. */
    public @Nullable IOException takeFailure() {
        IOException taken = failure;
        failure = null;
        return taken;
    }

    /**
     * Whether there are claims at this position, in this ring or in a later one. Only claimed memory may be read: behind it may be frames
     * of the ring's previous round, which are zeroed before they can be claimed, but not before they can be read.
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
     * Whether this frame was lost with the truncated end of the file. Then all frames up to the ring's end were lost; no frame crosses the
     * ring's end, so one begins right after it, at the beginning of the memory.
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

    /** Positions from shared memory are checked before they become an index. */
    private boolean isClaimPlausible(long spilled) {
        return position >= 0
                && (position & 7) == 0
                && (claimed & 7) == 0
                && claimed - Math.max(position, spilled) <= ring.capacity();
    }

    /**
     * Skips a frame whose producer died between claim and commit. The frame ends where its length says, if the length was stored; else at
     * the next word that isn't zero.
     */
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

    /** The length of the line that {@link #next} found, in bytes. */
    public int lineLength() {
        return frameLength - HEADER_LENGTH;
    }

    public long epochNanos() {
        return epochNanos;
    }

    /** The time by which this line is merged with other lanes' lines; it never goes backwards within the lane. */
    public long mergeKey() {
        return mergeKey;
    }

    /**
     * Copies the line that {@link #next} found to the buffer, which must have room, and takes the line.
     *
     * @throws UncheckedIOException when the owner has moved the line to disk and it can't be read there just now; then the line isn't taken
     */
    public void copyLine(ByteBuffer into) {
        copy(frameLength, into);
        skip(frameLength);
        frameLength = 0;
    }

    /**
     * Copies as much of the line that {@link #next} found as the buffer has room for, without taking the line.
     *
     * @throws UncheckedIOException as {@link #copyLine}
     */
    public void peek(ByteBuffer into) {
        copy(Math.min(frameLength, HEADER_LENGTH + into.remaining()), into);
    }

    private void copy(int length, ByteBuffer into) {
        int start = into.position();
        boolean copied = false;
        if (!fromSpill) {
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
     * Checks for a file that was truncated within a page: the rest of the page is zero, and reading it causes no fault. Hardly any line
     * ends in a zero.
     *
     * @throws InternalError when the copied bytes may be such a rest
     */
    private void requireUncut(int length) {
        MemoryFault.raise();
        if (!ring.isThere(position, length)) {
            // The next look finds the frame truncated.
            frameLength = 0;
            throw new InternalError("the file was cut");
        }
    }

    private void copySpilled(int length, ByteBuffer into) {
        try {
            spill().copyLine(position, length, into);
        } catch (IOException e) {
            // The next look finds whether the frame is gone.
            frameLength = 0;
            throw new UncheckedIOException(e);
        }
    }

    /** Gives up the rest of a damaged ring; the lane goes on in a new ring. Returns the number of bytes given up. */
    public long abandonRing() {
        frameLength = 0;
        long spilled = ring.spilled();
        if (position < spilled && spilled <= ring.tail()) {
            // The frames that were moved to disk are gone; those in memory are not.
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

    /** The ring that was read last; {@link #position} is a position in this ring. */
    public RingIdentity identity() {
        return ring.identity();
    }

    /** The read position: all lines before it, in this ring and in earlier ones, are taken. */
    public long position() {
        return position;
    }

    /** Whether lines were taken since the last {@link #confirm}. */
    public boolean isAhead() {
        return position != confirmed || !finished.isEmpty();
    }

    /** Marks all copied lines as written to their sink; their memory becomes free. Cheap when nothing is new. */
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
                // A removed file frees no disk space while it is open.
                spill.close();
            }
        }
    }

    /** Clears confirmed memory of this process's lanes; returns the number of bytes cleared. */
    public int tidy() {
        return own == null ? 0 : own.clearConsumed();
    }

    /** Whether callers wait for room in this lane; then they clear confirmed memory themselves. */
    public boolean isNearlyFull() {
        return own != null && own.isNearlyFull();
    }

    /** Notes that the owner is dead, and ends its rings, so that an owner wrongly declared dead goes on in a new ring. */
    void ownerDied() {
        dead = true;
        for (Ring each = ring; each != null; each = each.next()) {
            each.seal();
        }
    }

    /** Whether a claimed, uncommitted frame keeps all frames behind it waiting. */
    public boolean isHeadUncommitted() {
        return frameLength == 0
                && position < ring.tail()
                && position >= ring.spilled()
                && ring.isUsable(position, FrameDescriptor.ALIGNMENT)
                && FrameDescriptor.length(ring.headerAcquire(position)) <= 0;
    }

    /** The number of bytes in this ring that aren't copied yet, unfinished frames included. */
    public long backlog() {
        return ring.isGone() ? 0 : ring.tail() - position;
    }

    /** The number of bytes of all frames read so far, padding included as in {@link #backlog}. */
    public long readBytes() {
        return readBytes;
    }

    /**
     * Looks for rings whose files were truncated, so that reading fails; lines that were read and not confirmed are useless then. Returns
     * whether there is a newly truncated file. Costs a system call for each ring.
     *
     * @param nothingLeft called for a foreign ring's file that is empty now; the file is put aside
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

    /**
     * Whether a ring's file was truncated since the last look; then seemingly damaged content may only be truncated. Costs a system call
     * for each ring.
     */
    public boolean isCutUnseen() {
        for (Ring each = ring; each != null; each = each.next()) {
            if (!each.isCut() && !each.isThere(0, each.capacity())) {
                return true;
            }
        }
        return false;
    }

    /** The number of places in dead processes' rings with content that no producer writes, since the last call. */
    public long takeSkippedPlaces() {
        long places = skippedPlaces;
        skippedPlaces = 0;
        return places;
    }

    /** The number of bytes skipped at such places, since the last call. */
    public long takeSkippedBytes() {
        long bytes = skippedBytes;
        skippedBytes = 0;
        return bytes;
    }

    /** The number of bytes of lines lost with the ends of truncated files, since the last call. */
    public long takeCutBytes() {
        long cut = cutBytes;
        cutBytes = 0;
        return cut;
    }

    public int capacity() {
        return ring.capacity();
    }

    /** The number of frames whose producers failed between claim and commit, and marked them as aborted. */
    public long abortedFrames() {
        return abortedFrames;
    }

    /** The number of frames whose producers died between claim and commit, since the last call. */
    public long takeTornFrames() {
        long torn = tornFrames;
        tornFrames = 0;
        return torn;
    }

    /** Whether the lane seems to have ended and all its lines are confirmed. */
    public boolean isExhausted() {
        return ring.next() == null && ring.isFinished() && finished.isEmpty() && frameLength == 0;
    }

    /** Closes all files; for the end of the drainer. */
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
