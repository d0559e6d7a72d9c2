package dev.tailrace.guest.view;

import dev.tailrace.engine.sink.FileIdentity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The active file of a log, open as long as it is followed, even under another name. Not thread-safe. */
final class TailFile implements Closeable {
    private static final int CHUNK = 1 << 18;
    private static final int LONGEST_LINE = 1 << 29;

    /** Receives the bytes that were read. */
    interface Lines {
        /**
         * Takes lines from the beginning of the bytes.
         *
         * @param last whether no bytes follow for now
         * @return the number of bytes taken
         */
        int take(byte[] bytes, int length, boolean last);
    }

    final Path path;
    final long identity;
    private final FileChannel channel;
    /** The position up to which the file was read. */
    private long at;

    private TailFile(Path path, long identity, FileChannel channel) {
        this.path = path;
        this.identity = identity;
        this.channel = channel;
    }

    /** Opens a file if it still has this identity; null: it hasn't. */
    static @Nullable TailFile open(Path path, long identity) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        if (identity
                != FileIdentity.of(
                        Files.readAttributes(path, BasicFileAttributes.class).fileKey())) {
            channel.close();
            return null;
        }
        return new TailFile(path, identity, channel);
    }

    long at() {
        return at;
    }

    /** Continues at the first line that begins at a position or behind it. */
    void seek(long position) throws IOException {
        at = Math.max(0, position);
        if (at == 0) {
            return;
        }
        at--;
        byte[] bytes = new byte[1 << 13];
        while (true) {
            int count = read(bytes, at, bytes.length);
            for (int i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    at += i + 1;
                    return;
                }
            }
            at += Math.max(0, count);
            if (count <= 0) {
                return;
            }
        }
    }

    /** Goes to the beginning, after the file was truncated. */
    void rewind() {
        at = 0;
    }

    long size() throws IOException {
        return channel.size();
    }

    /** The first bytes of the lines, to recognise the file after it was compressed. */
    byte[] head() throws IOException {
        byte[] bytes = new byte[RolledFiles.HEAD];
        return Arrays.copyOf(bytes, read(bytes, 0, bytes.length));
    }

    /**
     * Reads up to {@code bound}, the end of a line.
     *
     * @param last whether a line without an end may be taken
     */
    void read(long bound, boolean last, Lines lines) throws IOException {
        int chunk = CHUNK;
        byte[] bytes = new byte[chunk];
        while (at < bound) {
            bytes = bytes.length < chunk ? new byte[chunk] : bytes;
            int count = read(bytes, at, (int) Math.min(chunk, bound - at));
            if (count <= 0) {
                return;
            }
            boolean isEnd = at + count >= bound;
            int taken = lines.take(bytes, count, isEnd && last);
            at += taken;
            if (taken == 0) {
                if (isEnd || chunk >= LONGEST_LINE) {
                    return;
                }
                chunk <<= 1;
            }
        }
    }

    private int read(byte[] into, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(into, 0, length);
        int count;
        do {
            count = channel.read(bytes, position + bytes.position());
        } while (count > 0 && bytes.hasRemaining());
        return bytes.position();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
