package dev.tailrace.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Looks through a log that is written compressed, and mends its end after the machine went down in the middle of a write. After a mere
 * death of the process there is nothing to mend: what it had begun to write is finished from shared memory before this is called.
 */
final class MemberFile {
    /** More than any batch; what is longer was no batch, and stays as it is. */
    private static final int LONGEST_TAIL = 1 << 27;

    /**
     * What a file has in it.
     *
     * @param end of its last whole member; 0: there is none
     * @param rawLength of the lines in those members
     */
    record Content(long end, long rawLength) {}

    private MemberFile() {}

    /** The format of the members that a file begins with; NONE: it is another file, an empty one, or none. */
    static Compression format(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Compression.NONE;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return MemberDescriptor.format(read(channel, 0, MemberDescriptor.LONGEST_HEAD));
        }
    }

    /** Goes from head to head; costs a read for each member. */
    static Content content(Path file, Compression format) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return content(channel, format);
        }
    }

    private static Content content(FileChannel channel, Compression format) throws IOException {
        long size = channel.size();
        long end = 0;
        long raw = 0;
        while (end < size) {
            ByteBuffer head = read(channel, end, MemberDescriptor.LONGEST_HEAD);
            if (MemberDescriptor.format(head) != format) {
                break;
            }
            int length = MemberDescriptor.length(format, head);
            int rawLength = MemberDescriptor.rawLength(format, head);
            // After a crash of the machine a block can be zeros though the file is long enough: only the last one can.
            boolean last = end + length >= size;
            if (length < MemberDescriptor.headLength(format)
                    || rawLength < 0
                    || end + length > size
                    || (last && decompressed(read(channel, end, length), format).length != rawLength)) {
                break;
            }
            end += length;
            raw += rawLength;
        }
        return new Content(end, raw);
    }

    /**
     * Makes members of what follows the last whole one: of a torn one what can be read, to the end of its last line; of anything else, such
     * as lines that somebody appended by hand, all of it. The file gets shorter only by bytes that nobody could have decompressed.
     *
     * @return how many bytes of lines were mended; −1: there was nothing to mend
     */
    static long mend(Path file, Compression format) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = content(channel, format).end();
            long tail = channel.size() - end;
            if (tail == 0 || tail > LONGEST_TAIL) {
                return -1;
            }
            byte[] lines = lines(read(channel, end, (int) tail), format);
            long position = end;
            if (lines.length > 0) {
                BatchCompressor compressor = Members.compressor(format);
                try {
                    ByteBuffer member = compressor.compress(ByteBuffer.wrap(lines));
                    while (member.hasRemaining()) {
                        position += channel.write(member, position);
                    }
                } finally {
                    compressor.close();
                }
            }
            channel.truncate(position);
            channel.force(true);
            return lines.length;
        }
    }

    private static byte[] lines(ByteBuffer tail, Compression format) {
        if (!MemberDescriptor.mayBegin(format, tail)) {
            return withoutZeros(bytes(tail));
        }
        byte[] lines = decompressed(tail, format);
        int end = lines.length;
        while (end > 0 && lines[end - 1] != '\n') {
            end--;
        }
        return Arrays.copyOf(lines, end);
    }

    /** A file system that had promised room but not got the bytes leaves zeros. */
    private static byte[] withoutZeros(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        byte[] lines = Arrays.copyOf(bytes, end > 0 && bytes[end - 1] != '\n' ? end + 1 : end);
        if (lines.length > end) {
            lines[end] = '\n';
        }
        return lines;
    }

    /** As much as can be. */
    private static byte[] decompressed(ByteBuffer member, Compression format) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        byte[] chunk = new byte[1 << 13];
        try (InputStream in = format.from(new ByteArrayInputStream(bytes(member)))) {
            int count;
            while ((count = in.read(chunk)) > 0) {
                lines.write(chunk, 0, count);
            }
        } catch (IOException e) {
            // Torn here: what came out before is whole.
            return lines.toByteArray();
        }
        return lines.toByteArray();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.limit()];
        buffer.get(0, bytes);
        return bytes;
    }

    /** At most {@code length} bytes: as many as there are. */
    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int count = 0;
        while (bytes.hasRemaining() && count >= 0) {
            count = channel.read(bytes, position + bytes.position());
        }
        return bytes.flip();
    }
}
