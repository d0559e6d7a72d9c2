package dev.tailrace.journal;

import static dev.tailrace.journal.FrameDescriptor.HEADER_LENGTH;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The single reader of a lane. It reads ahead of what it has confirmed: {@link #next} finds a frame, {@link #copyLine} takes it, and
 * {@link #confirm} says that all taken lines reached their sink. Not thread-safe. What it reads is checked against the ring's bounds
 * before it is used.
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

    private final Lane lane;
    private final ArrayDeque<Ring> finished = new ArrayDeque<>();
    private Ring ring;
    private long position;
    /** The end of what was claimed when it was last looked at: a boundary between two claims. */
    private long claimed;
    /** What was last confirmed of this ring; -1: nothing, not even that the rings before it are done with. */
    private long confirmed = -1;

    private int frameLength;
    private long epochNanos;
    private long mergeKey = Long.MIN_VALUE;
    private long readBytes;
    private long abortedFrames;

    public LaneReader(Lane lane) {
        this.lane = lane;
        this.ring = lane.takeFirst();
    }

    /** Finds the next line; the same one again until {@link #copyLine} took it. */
    public Found next() {
        if (frameLength != 0) {
            return Found.LINE;
        }
        while (true) {
            if (position >= claimed && !seesNewClaims()) {
                return Found.NOTHING;
            }
            long header = ring.headerAcquire(position);
            int length = FrameDescriptor.length(header);
            if (length <= 0) {
                return Found.NOTHING;
            }
            int type = FrameDescriptor.type(header);
            if (!isPlausible(type, length)) {
                return Found.DAMAGED;
            }
            if (type == FrameDescriptor.TYPE_DATA) {
                frameLength = length;
                epochNanos = ring.epochNanos(position);
                mergeKey = Math.max(mergeKey, epochNanos);
                return Found.LINE;
            }
            if (type == FrameDescriptor.TYPE_ABORTED) {
                abortedFrames++;
            }
            skip(length);
        }
    }

    /**
     * Whether there are claims at this position, in this ring or in one that follows. Only they may be read: behind them may be the
     * frames of the ring's last round, which are zeroed before they can be claimed, but not before they can be looked at.
     */
    private boolean seesNewClaims() {
        while (true) {
            claimed = ring.tail();
            if (position < claimed) {
                return true;
            }
            Ring next = ring.next();
            if (next == null || !ring.isSealedAt(position)) {
                return false;
            }
            finished.add(ring);
            ring = next;
            position = 0;
            confirmed = -1;
        }
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

    /** Copies the line that {@link #next} found to the buffer, which must have room, and goes on. */
    public void copyLine(ByteBuffer into) {
        ring.copyLine(position, frameLength, into);
        skip(frameLength);
        frameLength = 0;
    }

    /** Gives up the rest of a damaged ring; the lane goes on in a new one. Returns the bytes given up. */
    public long abandonRing() {
        ring.seal();
        long lost = ring.tail() - position;
        position = ring.tail();
        frameLength = 0;
        return lost;
    }

    /** Says that all lines that were copied have reached their sink; the memory becomes free. Cheap when nothing is new. */
    public void confirm() {
        Ring done;
        while ((done = finished.poll()) != null) {
            done.consume(done.tail());
            done.discard();
        }
        if (confirmed != position) {
            confirmed = position;
            ring.consume(position);
        }
    }

    /** Clears confirmed memory; returns the bytes cleared. */
    public int tidy() {
        return lane.tidy();
    }

    /** Whether a claimed frame isn't committed yet, which keeps all behind it waiting. */
    public boolean isHeadUncommitted() {
        return frameLength == 0 && position < ring.tail() && FrameDescriptor.length(ring.headerAcquire(position)) <= 0;
    }

    /** Bytes in this ring that are not copied yet, frames in the making included. */
    public long backlog() {
        return ring.tail() - position;
    }

    /** Bytes of all frames that were read so far, in the unit of {@link #backlog}: padding included. */
    public long readBytes() {
        return readBytes;
    }

    public int capacity() {
        return ring.capacity();
    }

    /** Frames whose producers failed between claim and commit. */
    public long abortedFrames() {
        return abortedFrames;
    }

    /** Whether the lane is closed and all of it confirmed. */
    public boolean isExhausted() {
        return ring.isSealed() && ring.next() == null && ring.consumed() >= ring.tail() && finished.isEmpty();
    }

    /** Deletes the last ring's file; only when {@link #isExhausted}. */
    public void discard() {
        ring.discard();
    }
}
