package dev.tailrace.engine.journal;

import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.SpillChannel;
import dev.tailrace.engine.journal.ring.SpillFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads frames of one ring that were moved to its spill files, a window at a time. Not thread-safe. */
final class SpillReader {
    private static final int WINDOW = 1 << 16;

    private final Ring ring;
    private final SpillChannel files;
    private ByteBuffer window = ByteBuffer.allocateDirect(WINDOW).order(ByteOrder.LITTLE_ENDIAN);
    /** The ring's position of the window's first byte, and the window's length in bytes. */
    private long windowStart;

    private int windowLength;

    /** The files don't match the ring's positions. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(String message) {
            super(message);
        }
    }

    SpillReader(Ring ring, SpillFiles files) {
        this.ring = ring;
        this.files = new SpillChannel(files);
    }

    long header(long position) throws IOException {
        return window.getLong(look(position, 8));
    }

    long epochNanos(long position) throws IOException {
        return window.getLong(look(position, FrameDescriptor.HEADER_LENGTH) + FrameDescriptor.TIME_OFFSET);
    }

    /** Reads a frame into the window, so that {@link #copyLine} only copies it. */
    void require(long position, int frameLength) throws IOException {
        look(position, frameLength);
    }

    void copyLine(long position, int frameLength, ByteBuffer into) throws IOException {
        int at = look(position, frameLength);
        int length = frameLength - FrameDescriptor.HEADER_LENGTH;
        into.put(into.position(), window, at + FrameDescriptor.HEADER_LENGTH, length);
        into.position(into.position() + length);
    }

    /** The index in the window of {@code length} bytes from {@code position} on. */
    private int look(long position, int length) throws IOException {
        if (position < windowStart || position + length > windowStart + windowLength) {
            read(position, length);
        }
        return (int) (position - windowStart);
    }

    private void read(long position, int length) throws IOException {
        long spilled = ring.spilled();
        if (position < 0 || length > spilled - position) {
            throw new DamagedException("frame beyond the spill: position=" + position + ", spilled=" + spilled);
        }
        if (length > window.capacity()) {
            window = ByteBuffer.allocateDirect(Integer.highestOneBit(length - 1) << 1)
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        windowLength = 0;
        // Not into the next file before it is needed: if that file is damaged, the bytes before it are still intact.
        long toEnd = SpillFiles.endOf(position) - position;
        long most = Math.min(Math.max(length, toEnd), spilled - position);
        window.clear().limit((int) Math.min(window.capacity(), most));
        while (window.hasRemaining()) {
            long at = position + window.position();
            if (files.read(window, at) < 0) {
                throw new DamagedException("spill file too short: position=" + at + ", file=" + files.file(at));
            }
        }
        windowStart = position;
        windowLength = window.limit();
        window.clear();
    }

    void close() {
        windowLength = 0;
        files.close();
    }
}
