package dev.tailrace.guest.view;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.zip.ZipException;
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
    private final Compression form;
    /** The position up to which the file was read. */
    private long at;

    private TailFile(Path path, long identity, FileChannel channel, Compression form) {
        this.path = path;
        this.identity = identity;
        this.channel = channel;
        this.form = form;
    }

    /** Opens a file if it still has this identity; null: it hasn't. */
    static @Nullable TailFile open(Path path, long identity, Compression form) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        if (identity
                != FileIdentity.of(
                        Files.readAttributes(path, BasicFileAttributes.class).fileKey())) {
            channel.close();
            return null;
        }
        return new TailFile(path, identity, channel, form);
    }

    long at() {
        return at;
    }

    /** Continues at the first line that begins at a position or behind it. */
    void seek(long position) throws IOException {
        at = form == Compression.NONE ? Math.max(0, position) : 0;
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
        // A file that is written compressed needs more bytes: its path may be another file's by now.
        byte[] bytes = new byte[form == Compression.NONE ? RolledFiles.HEAD : CHUNK];
        int count = read(bytes, 0, bytes.length);
        byte[] lines = unpacked(Arrays.copyOf(bytes, Math.max(0, count)), form);
        return lines.length > RolledFiles.HEAD ? Arrays.copyOf(lines, RolledFiles.HEAD) : lines;
    }

    /**
     * Reads up to {@code bound}, the end of a line.
     *
     * @param last whether a line without an end may be taken
     */
    void read(long bound, boolean last, Lines lines) throws IOException {
        if (form != Compression.NONE) {
            readMembers(bound, lines);
            return;
        }
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

    /** Reads members; the bytes between two ends of batches are whole members. */
    private void readMembers(long bound, Lines lines) throws IOException {
        if (at >= bound) {
            return;
        }
        byte[] packed = new byte[(int) Math.min(Integer.MAX_VALUE >>> 1, bound - at)];
        int count = read(packed, at, packed.length);
        byte[] bytes = unpacked(Arrays.copyOf(packed, Math.max(0, count)), form);
        lines.take(bytes, bytes.length, true);
        at = bound;
    }

    /** The lines of consecutive members, as far as they can be unpacked. */
    static byte[] unpacked(byte[] members, Compression form) throws IOException {
        if (form == Compression.NONE || members.length == 0) {
            return members;
        }
        try (InputStream in = form.from(new ByteArrayInputStream(members))) {
            byte[] bytes = new byte[CHUNK];
            int length = 0;
            while (true) {
                bytes = length == bytes.length ? Arrays.copyOf(bytes, length << 1) : bytes;
                try {
                    int count = in.read(bytes, length, bytes.length - length);
                    if (count < 0) {
                        return Arrays.copyOf(bytes, length);
                    }
                    length += count;
                } catch (EOFException | ZipException e) {
                    return Arrays.copyOf(bytes, length);
                }
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
