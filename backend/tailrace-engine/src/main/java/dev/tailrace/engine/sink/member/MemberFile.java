package dev.tailrace.engine.sink.member;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FilePart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Looks through a log that is written compressed. After a mere death of the process its end is whole: what was begun is finished from
 * shared memory before this is called. A file that isn't whole, because the machine went down or another program wrote to it, is rolled as
 * it is, and {@link MemberStream} takes the lines out of it. Nothing that a file says makes this take memory.
 */
public final class MemberFile {
    /** As many heads of short members as one page has are read at once. */
    private static final int WINDOW = 1 << 12;

    private static final int CHUNK = 1 << 13;

    /**
     * What a file has in it.
     *
     * @param end of its last whole member; 0: there is none
     * @param rawLength of the lines in those members
     * @param isWhole whether there is nothing behind them
     */
    public record Content(long end, long rawLength, boolean isWhole) {}

    private MemberFile() {}

    /** The format of the members that a file begins with; NONE: it is another file, an empty one, or none. */
    public static Compression format(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Compression.NONE;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return format(channel);
        } catch (AccessDeniedException e) {
            // A process that may only write it can't have written members, which have to be looked through.
            return Compression.NONE;
        }
    }

    public static Compression format(FileChannel channel) throws IOException {
        return MemberDescriptor.format(read(channel, 0, MemberDescriptor.LONGEST_HEAD));
    }

    public static Content content(Path file, Compression format) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return content(channel, format);
        }
    }

    /** Goes from head to head; unpacks only the last member, which alone can be damaged when all heads are there. */
    public static Content content(FileChannel channel, Compression format) throws IOException {
        long size = channel.size();
        long end = 0;
        long raw = 0;
        ByteBuffer window = ByteBuffer.allocate(0);
        long windowAt = 0;
        while (end < size) {
            if (end + MemberDescriptor.LONGEST_HEAD > windowAt + window.limit()) {
                window = read(channel, end, WINDOW);
                windowAt = end;
            }
            int at = (int) (end - windowAt);
            ByteBuffer head = window.slice(at, Math.min(window.limit() - at, MemberDescriptor.LONGEST_HEAD));
            if (MemberDescriptor.format(head) != format || !MemberDescriptor.isPlausible(format, head)) {
                break;
            }
            int length = MemberDescriptor.length(format, head);
            int rawLength = MemberDescriptor.rawLength(format, head);
            // After a crash of the machine a block can be zeros though the file is long enough.
            if (end + length > size || (end + length == size && !isWhole(channel, end, length, rawLength, format))) {
                break;
            }
            end += length;
            raw += rawLength;
        }
        return new Content(end, raw, end == size);
    }

    private static boolean isWhole(FileChannel channel, long at, int length, int rawLength, Compression format) {
        byte[] chunk = new byte[CHUNK];
        long sum = 0;
        try (InputStream lines = format.from(new FilePart(channel, at, at + length))) {
            int count;
            while (sum <= rawLength && (count = lines.read(chunk)) >= 0) {
                sum += count;
            }
        } catch (IOException e) {
            return false;
        }
        return sum == rawLength;
    }

    /**
     * Takes bytes out of a file: what is behind them moves up. Those are another program's, if there are any; a crash in between may leave some of them
     * there twice.
     */
    static void remove(Path file, long from, long to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long write = from;
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            for (long at = to; channel.read(chunk.clear(), at) > 0; at += chunk.limit()) {
                chunk.flip();
                while (chunk.hasRemaining()) {
                    write += channel.write(chunk, write);
                }
            }
            channel.truncate(write);
        }
    }

    /** At most {@code length} bytes: as many as there are. */
    static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int count = 0;
        while (bytes.hasRemaining() && count >= 0) {
            count = channel.read(bytes, position + bytes.position());
        }
        return bytes.flip();
    }
}
