package dev.tailrace.guest.view;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;

/** A file of a log that is read to its end and further, as long as it grows, even under another name. Not thread-safe. */
final class TailFile implements Closeable {
    private static final int CHUNK = 1 << 18;

    private final FileChannel channel;
    private final InputStream in;
    /** The file when it was looked at last. */
    RolledFiles.Rolled file;
    /** The beginning of a line that has no end yet. */
    private byte[] bytes = new byte[CHUNK];

    private int length;
    /** The position behind the last whole line, in a file that isn't compressed. */
    long at;

    /**
     * Opens a file.
     *
     * @throws NoSuchFileException when another file has its name by now, or none
     */
    TailFile(RolledFiles.Rolled file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file.path(), StandardOpenOption.READ);
        boolean opened = false;
        try {
            if (FileIdentity.of(file.path()) != file.identity()) {
                throw new NoSuchFileException(file.path().toString());
            }
            this.in = Compression.of(file.path().toString()).from(Channels.newInputStream(channel));
            opened = true;
        } finally {
            if (!opened) {
                channel.close();
            }
        }
    }

    /** Whether the file has fewer bytes than were read from it. */
    boolean wasCut() throws IOException {
        return !file.isCompressed() && channel.size() < at + length;
    }

    /** Continues at a position; only before a file is read that isn't compressed. */
    void seek(long position) throws IOException {
        channel.position(position);
        at = position;
    }

    /**
     * Passes on the lines up to the present end.
     *
     * @param last whether the file is finished: then its last line may have no end
     */
    void read(boolean last, Consumer<byte[]> lines) throws IOException {
        int count;
        do {
            bytes = length == bytes.length ? Arrays.copyOf(bytes, length << 1) : bytes;
            count = in.read(bytes, length, bytes.length - length);
            int from = 0;
            for (int i = length; i < length + count; i++) {
                if (bytes[i] == '\n') {
                    lines.accept(Arrays.copyOfRange(bytes, from, i + 1));
                    from = i + 1;
                }
            }
            length += Math.max(0, count) - from;
            at += from;
            System.arraycopy(bytes, from, bytes, 0, length);
        } while (count > 0);
        if (last && length > 0) {
            lines.accept(Arrays.copyOf(bytes, length));
            length = 0;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
