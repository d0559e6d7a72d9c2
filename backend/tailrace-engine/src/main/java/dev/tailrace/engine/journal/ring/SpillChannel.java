package dev.tailrace.engine.journal.ring;

import dev.tailrace.bytes.MappedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads frames from a ring's spill files; has one file open at a time. Not thread-safe. */
public final class SpillChannel implements AutoCloseable {
    private static final int END = -1;

    private final SpillFiles files;
    private @Nullable FileChannel channel;
    private long number;

    public SpillChannel(SpillFiles files) {
        this.files = files;
    }

    /**
     * Reads from a position on, at most to the end of the position's file; returns the number of bytes, −1 when the file ends before the
     * position.
     *
     * @throws java.nio.file.NoSuchFileException when there is no such file
     * @throws MappedFiles.NotAFileException when it is a link or a directory
     */
    public int read(ByteBuffer into, long position) throws IOException {
        int offset = SpillFiles.offsetOf(position);
        int limit = into.limit();
        into.limit(into.position() + Math.min(into.remaining(), SpillFiles.SIZE - offset));
        try {
            long wanted = SpillFiles.numberOf(position);
            FileChannel open = channel;
            int count = open == null || !open.isOpen() || number != wanted ? END : open.read(into, offset);
            if (count < 0) {
                // The owner may have removed the file when all its frames were in the log, and made it again for more
                // frames.
                count = reopened(wanted).read(into, offset);
            }
            return count;
        } finally {
            into.limit(limit);
        }
    }

    public Path file(long position) {
        return files.file(SpillFiles.numberOf(position));
    }

    private FileChannel reopened(long wanted) throws IOException {
        close();
        Path file = files.file(wanted);
        MappedFiles.requireFile(file);
        FileChannel open = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        channel = open;
        number = wanted;
        return open;
    }

    @Override
    public void close() {
        MappedFiles.closeUnwritten(channel);
        channel = null;
    }
}
