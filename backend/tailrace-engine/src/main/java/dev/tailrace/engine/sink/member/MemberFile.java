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
 * Examines a log that is written compressed. After the death of a process alone the file's end is whole: the last batch is finished from
 * shared memory before this class is used. A file that isn't whole, because the machine went down or another program wrote to it, is rolled
 * as it is, and {@link MemberStream} extracts its lines. Memory use doesn't depend on the file's content.
 */
public final class MemberFile {
    /** Reads one page at a time, which may contain several heads of short members. */
    private static final int WINDOW = 1 << 12;

    private static final int CHUNK = 1 << 13;

    /**
     * The content of a file.
     *
     * @param end of the last whole member; 0: there is none
     * @param rawLength of the lines in those members
     * @param isWhole whether no bytes follow the last whole member
     */
    public record Content(long end, long rawLength, boolean isWhole) {}

    private MemberFile() {}

    /** The format of the members at a file's beginning; NONE: the file has another format, is empty or missing. */
    public static Compression format(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Compression.NONE;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return format(channel);
        } catch (AccessDeniedException e) {
            // A process that may not read the file can't have written members, which have to be examined.
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
     * Removes bytes from a file: the bytes behind them move up. Those can only be another program's; a crash in between may leave some of
     * them in the file twice.
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

    /** Reads at most {@code length} bytes, fewer at the file's end. */
    static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int count = 0;
        while (bytes.hasRemaining() && count >= 0) {
            count = channel.read(bytes, position + bytes.position());
        }
        return bytes.flip();
    }
}
