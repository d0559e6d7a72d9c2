package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Scene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of a scene's lane directory, read by the description of the format. Stateless. */
final class LaneFiles {
    private static final int CAPACITY = 16;
    private static final int TAIL = 128;
    private static final int CONSUMED = 384;
    private static final int SPILLED = 512;
    private static final int DATA = 4096;
    private static final int HEADER_LENGTH = 16;
    private static final int LINE = 1;

    private LaneFiles() {}

    static List<Path> of(Scene scene, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(scene.lanes())) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            return List.of(); // removed meanwhile
        }
    }

    /** The offsets of the frames that wait in a ring, in its file. Nothing may be logged to the ring any more. */
    static List<Long> lines(Path ring) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(ring)).order(ByteOrder.LITTLE_ENDIAN);
        long capacity = bytes.getLong(CAPACITY);
        long tail = bytes.getLong(TAIL) & Long.MAX_VALUE;
        List<Long> lines = new ArrayList<>();
        long position = Math.max(bytes.getLong(CONSUMED), bytes.getLong(SPILLED));
        while (position < tail) {
            long offset = DATA + (position & (capacity - 1));
            long header = bytes.getLong((int) offset);
            int length = (int) header;
            if (length <= 0) {
                // An unfinished frame: the rest is left alone.
                break;
            }
            if (header >>> 56 == LINE && length >= HEADER_LENGTH) {
                lines.add(offset);
            }
            position += (length + 7) & -8;
        }
        return lines;
    }

    static long word(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            if (channel.read(bytes, offset) != 8) {
                throw new IOException("no word at " + offset + " of " + file);
            }
            return bytes.getLong(0);
        }
    }
}
