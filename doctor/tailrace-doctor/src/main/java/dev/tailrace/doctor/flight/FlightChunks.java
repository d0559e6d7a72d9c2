package dev.tailrace.doctor.flight;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The chunks that a recording is made of, by their headers alone. Immutable.
 *
 * @param complete how many of them are whole
 * @param wholeBytes how much of the file they take
 * @param fileBytes how much there is
 * @param unfinished whether another one begins after them, which was never finished or was cut
 */
record FlightChunks(int complete, long wholeBytes, long fileBytes, boolean unfinished) {
    /** Magic, version, size, and where constants and metadata are. */
    private static final int HEADER = 68;

    private static final int MAGIC = 0x464C5200;
    private static final int SIZE_AT = 8;
    private static final int CONSTANTS_AT = 16;
    private static final int METADATA_AT = 24;

    /** Whether a file that begins like this is a recording, whole or not. */
    static boolean isRecording(byte[] head) {
        return head.length >= 4 && ByteBuffer.wrap(head).getInt() == MAGIC;
    }

    static FlightChunks of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long length = channel.size();
            long at = 0;
            int complete = 0;
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            while (at + HEADER <= length) {
                header.clear();
                while (header.hasRemaining() && channel.read(header, at + header.position()) > 0) {}
                long size = header.getLong(SIZE_AT);
                long constants = header.getLong(CONSTANTS_AT);
                long metadata = header.getLong(METADATA_AT);
                boolean whole = header.getInt(0) == MAGIC
                        && size >= HEADER
                        && size <= length - at
                        && constants >= 0
                        && constants < size
                        && metadata >= HEADER
                        && metadata < size;
                if (!whole) {
                    return new FlightChunks(complete, at, length, true);
                }
                at += size;
                complete++;
            }
            return new FlightChunks(complete, at, length, at < length);
        }
    }
}
