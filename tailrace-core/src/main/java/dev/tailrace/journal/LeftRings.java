package dev.tailrace.journal;

import dev.tailrace.bytes.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Ring files that former processes left in a lane directory. Only for who has the sole right to the log file: then no process that
 * could have written one of them is alive.
 */
public final class LeftRings {
    private LeftRings() {}

    /** Removes those in which nothing waits; returns the others. Never throws: a directory that can't be read has none. */
    public static List<Path> tidy(Path directory) {
        List<Path> waiting = new ArrayList<>();
        try (DirectoryStream<Path> rings = Files.newDirectoryStream(directory, "*.ring")) {
            for (Path ring : rings) {
                if (isEmpty(ring)) {
                    Files.deleteIfExists(ring);
                } else {
                    waiting.add(ring);
                }
            }
        } catch (IOException | RuntimeException e) {
            return waiting;
        }
        return waiting;
    }

    /** Whether all that was claimed was consumed. Anything that is no ring of this version is left alone. */
    private static boolean isEmpty(Path ring) throws IOException {
        ByteBuffer head = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET);
        try (FileChannel channel = FileChannel.open(ring, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            int read = 1;
            while (head.hasRemaining() && read > 0) {
                read = channel.read(head);
            }
        }
        return !head.hasRemaining()
                && Memory.getPlain(head, RingDescriptor.MAGIC_OFFSET) == RingDescriptor.MAGIC
                && Memory.getPlain(head, RingDescriptor.VERSION_OFFSET) >>> 32 == RingDescriptor.VERSION_MAJOR
                && (Memory.getPlain(head, RingDescriptor.TAIL_OFFSET) & ~RingDescriptor.SEALED)
                        == Memory.getPlain(head, RingDescriptor.CONSUMED_OFFSET);
    }
}
