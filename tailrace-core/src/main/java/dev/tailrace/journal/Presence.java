package dev.tailrace.journal;

import dev.tailrace.bytes.MappedFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the process of an {@link Owner}'s file lives, by trying its lock. The file stays open from the first look on, so that it
 * tells also after somebody has removed it: a process whose files were cleared away is not dead. For one thread.
 */
final class Presence {
    private final Path file;
    private @Nullable FileChannel channel;

    Presence(Path file) {
        this.file = file;
    }

    /** Two system calls, and some more the first time. */
    boolean isAlive() throws IOException {
        if (Owner.isOurs(file)) {
            return true;
        }
        FileChannel open = channel;
        try {
            if (open == null || !open.isOpen()) {
                MappedFiles.requireFile(file);
                open = FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                channel = open;
            }
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            // Only files are locked.
            return false;
        }
        try (FileLock lock = open.tryLock(0, 1, false)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            // Another class loader is asking just now.
            return true;
        }
    }

    void close() {
        MappedFiles.closeUnwritten(channel);
        channel = null;
    }
}
