package dev.tailrace.guest.view;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.FrameSearch;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.SpillChannel;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Counts the frames that wait in a ring without mapping or changing it: reads through channels, a piece at a time, by the rules of {@code
 * LaneReader}. Used once.
 */
final class FrameWalk {
    private static final int WINDOW = 1 << 16;

    private final FileChannel ring;
    private final SpillChannel spill;
    private final int capacity;
    private final long spilled;
    private final long tail;
    private final boolean dead;
    private final ByteBuffer window;
    private final @Nullable Lines lines;
    /** The position of the window's first byte. */
    private long windowStart;

    long position;
    long frames;
    long bytes;
    long torn;
    /** The number of places with content that no producer writes, and the number of bytes there. */
    long damagedPlaces;

    long damagedBytes;
    long oldestNanos = Long.MAX_VALUE;
    long newestNanos = Long.MIN_VALUE;
    /** Whether a live process's frame isn't committed yet: frames behind it aren't counted. */
    boolean uncommitted;

    /** Why the walk could not go on; empty when it reached the end. */
    String problem = "";

    /** Takes the lines of a walk. */
    interface Lines {
        /**
         * Called for each line, before the walk moves on.
         *
         * @param end the position behind its frame
         */
        void take(long end, long nanos, byte[] line);
    }

    /**
     * @param window of {@link #window()}
     * @param lines receives the lines; null: they are only counted
     */
    FrameWalk(
            FileChannel ring,
            SpillChannel spill,
            RingView.Positions at,
            boolean dead,
            ByteBuffer window,
            @Nullable Lines lines) {
        this.lines = lines;
        this.ring = ring;
        this.spill = spill;
        this.capacity = (int) at.capacity();
        this.spilled = at.spilled();
        this.tail = at.tail();
        this.position = at.consumed();
        this.dead = dead;
        this.window = window;
        window.clear().limit(0);
    }

    static ByteBuffer window() {
        return ByteBuffer.allocateDirect(WINDOW).order(ByteOrder.LITTLE_ENDIAN);
    }

    void run() throws IOException {
        try {
            while (position < tail && !uncommitted && problem.isEmpty()) {
                step();
            }
        } catch (EOFException e) {
            problem = "its " + (position < spilled ? "spill file" : "file") + " is too short";
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            problem = "its spill file " + spill.file(position) + " is gone, or a link";
        }
        if (problem.isEmpty() && damagedPlaces > 0) {
            problem = damagedBytes + " bytes in " + damagedPlaces + (damagedPlaces == 1 ? " place" : " places")
                    + " of it are nothing that a producer writes and will be skipped";
        }
    }

    private void step() throws IOException {
        long header = word(position);
        int length = FrameDescriptor.length(header);
        int type = FrameDescriptor.type(header);
        if (length <= 0 && position >= spilled && (!dead || length == 0 || isTrue(type, -length))) {
            uncommitted = !dead;
            if (dead) {
                torn++;
                stepOverTorn(length);
            }
        } else if (dead && position >= spilled && !isTrue(type, length)) {
            long next = search().find(position + FrameDescriptor.ALIGNMENT, tail);
            damagedPlaces++;
            damagedBytes += next - position;
            position = next;
        } else if (!isPlausible(type, length) || crossesSpill(length)) {
            problem = "there is something at position " + position + " that no producer writes";
        } else {
            if (type == FrameDescriptor.TYPE_DATA) {
                frames++;
                bytes += length - HEADER_LENGTH;
                long nanos = word(position + FrameDescriptor.TIME_OFFSET);
                oldestNanos = Math.min(oldestNanos, nanos);
                newestNanos = Math.max(newestNanos, nanos);
                if (lines != null) {
                    byte[] line = bytes(position + HEADER_LENGTH, length - HEADER_LENGTH);
                    lines.take(position + FrameDescriptor.align(length), nanos, line);
                }
            }
            position += FrameDescriptor.align(length);
        }
    }

    private FrameSearch search() {
        return new FrameSearch(capacity, this::word);
    }

    private boolean isTrue(int type, int length) throws IOException {
        return length > 0 && isPlausible(type, length) && search().isTrue(position, length, tail);
    }

    private void stepOverTorn(int length) throws IOException {
        if (length < 0) {
            position += FrameDescriptor.align(-length);
            return;
        }
        position += 8;
        while (position < tail && word(position) == 0) {
            position += 8;
        }
    }

    private boolean isPlausible(int type, int length) {
        int toEnd = capacity - (int) (position & (capacity - 1));
        if (type == FrameDescriptor.TYPE_PADDING) {
            return length == toEnd && position + length <= tail;
        }
        return (type == FrameDescriptor.TYPE_DATA || type == FrameDescriptor.TYPE_ABORTED)
                && length >= HEADER_LENGTH
                && length <= capacity >>> 3
                && FrameDescriptor.align(length) <= toEnd
                && position + FrameDescriptor.align(length) <= tail;
    }

    /** Whether a frame crosses the spilled position: only whole frames are moved to the spill file. */
    private boolean crossesSpill(int length) {
        return position < spilled && position + FrameDescriptor.align(length) > spilled;
    }

    private byte[] bytes(long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int done = 0; done < length; ) {
            long at = from + done;
            if (at < windowStart || at >= windowStart + window.limit()) {
                fill(at & -FrameDescriptor.ALIGNMENT);
            }
            int index = (int) (at - windowStart);
            int count = Math.min(length - done, window.limit() - index);
            window.get(index, bytes, done, count);
            done += count;
        }
        return bytes;
    }

    private long word(long at) throws IOException {
        if (at < windowStart || at + 8 > windowStart + window.limit()) {
            fill(at);
        }
        return window.getLong((int) (at - windowStart));
    }

    /** Fills the window, never across the ring's end or from one file into the next; no word is divided there. */
    private void fill(long at) throws IOException {
        window.clear();
        windowStart = at;
        int index = (int) (at & (capacity - 1));
        long most = at < spilled ? spilled - at : capacity - index;
        window.limit((int) Math.min(window.capacity(), most));
        while (window.position() < 8) {
            int count = at < spilled
                    ? spill.read(window, at + window.position())
                    : ring.read(window, RingDescriptor.DATA_OFFSET + index + window.position());
            if (count < 0) {
                window.flip();
                throw new EOFException("position=" + at);
            }
        }
        window.flip();
    }
}
