package dev.tailrace.journal;

import dev.tailrace.bytes.MappedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads frames of one ring that were moved to its spill file, a window of the file at a time. Not thread-safe. */
final class SpillReader {
    private static final int WINDOW = 1 << 16;

    private final Ring ring;
    private final Path file;
    private @Nullable FileChannel channel;
    private ByteBuffer window = ByteBuffer.allocateDirect(WINDOW).order(ByteOrder.LITTLE_ENDIAN);
    /** The ring's position of the window's first byte, and how many bytes of it are there. */
    private long windowStart;

    private int windowLength;

    /** The file is not what the ring says. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(String message) {
            super(message);
        }
    }

    SpillReader(Ring ring, Path file) {
        this.ring = ring;
        this.file = file;
    }

    long header(long position) throws IOException {
        return window.getLong(look(position, 8));
    }

    long epochNanos(long position) throws IOException {
        return window.getLong(look(position, FrameDescriptor.HEADER_LENGTH) + FrameDescriptor.TIME_OFFSET);
    }

    /** Reads a frame, so that {@link #copyLine} only copies it. */
    void require(long position, int frameLength) throws IOException {
        look(position, frameLength);
    }

    void copyLine(long position, int frameLength, ByteBuffer into) throws IOException {
        int at = look(position, frameLength);
        int length = frameLength - FrameDescriptor.HEADER_LENGTH;
        into.put(into.position(), window, at + FrameDescriptor.HEADER_LENGTH, length);
        into.position(into.position() + length);
    }

    /** The place in the window of {@code length} bytes from a position on. */
    private int look(long position, int length) throws IOException {
        if (position < windowStart || position + length > windowStart + windowLength) {
            read(position, length);
        }
        return (int) (position - windowStart);
    }

    private void read(long position, int length) throws IOException {
        long spilled = ring.spilled();
        long offset = position - ring.spillBase();
        if (offset < 0 || length > spilled - position) {
            throw new DamagedException("frame beyond the spill: position=" + position + ", spilled=" + spilled);
        }
        if (length > window.capacity()) {
            window = ByteBuffer.allocateDirect(Integer.highestOneBit(length - 1) << 1)
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        windowLength = 0;
        window.clear().limit((int) Math.min(window.capacity(), spilled - position));
        FileChannel in = open();
        while (window.hasRemaining()) {
            int count = in.read(window, offset + window.position());
            if (count < 0) {
                throw new DamagedException("spill file too short: file=" + file);
            }
        }
        windowStart = position;
        windowLength = window.limit();
        window.clear();
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            MappedFiles.requireFile(file);
            open = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            channel = open;
        }
        return open;
    }

    void close() {
        FileChannel open = channel;
        channel = null;
        windowLength = 0;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It was only read.
                return;
            }
        }
    }
}
