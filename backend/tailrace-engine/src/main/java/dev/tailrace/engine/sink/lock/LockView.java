package dev.tailrace.engine.sink.lock;

import dev.tailrace.bytes.MappedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Examines a lock file, or another file whose first byte a process locks, without changing it. It detects a lock by trying a shared lock
 * for a moment: this hinders only an attempt at the very same time, which every process repeats.
 */
public final class LockView {
    /** Whether a process holds a lock. */
    public enum Held {
        BY_NOBODY,
        BY_SOMEBODY,
        /** This process holds the lock, or the holder is unknown. */
        UNKNOWN
    }

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private LockView() {}

    /** Whether a process holds the first byte exclusively: for a lock file, the drainer. */
    public static Held first(Path file) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            FileLock lock = channel.tryLock(0, 1, true);
            return lock == null ? Held.BY_SOMEBODY : Held.BY_NOBODY;
        } catch (OverlappingFileLockException e) {
            return Held.UNKNOWN;
        }
    }

    /** The record in a lock file; null when there is none. See {@link DrainLock#record}. */
    public static @Nullable LockRecord record(Path file) throws IOException {
        MappedFiles.requireFile(file);
        ByteBuffer text = ByteBuffer.allocate(LockRecordText.LONGEST);
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            int count;
            do {
                count = channel.read(text, text.position());
            } while (count > 0 && text.hasRemaining());
        }
        return LockRecordText.parse(Arrays.copyOf(text.array(), text.position()), file, null);
    }

    /**
     * The id of the process that locks the first byte of a file, from the kernel's list; −1 where the list lacks the lock or can't be read
     * from here.
     */
    public static long holder(Path file) {
        try {
            long device = ((Number) Files.getAttribute(file, "unix:dev", LinkOption.NOFOLLOW_LINKS)).longValue();
            // Decoded as in glibc: 12 + 20 bits of major and minor number, in two places each.
            long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
            long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
            String prefix = String.format("%02x:%02x:", major, minor);
            for (String[] words : locks(file)) {
                if (words[3].equals("WRITE")
                        && words[5].startsWith(prefix)
                        && words[6].equals("0")
                        && words[4].matches("\\d{1,10}")) {
                    return Long.parseLong(words[4]);
                }
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return -1;
        }
        return -1;
    }

    /** The kernel's list of locks on files with the inode of this one, in words. */
    private static List<String[]> locks(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
        // 1: POSIX ADVISORY WRITE 4711 fd:01:1234 0 0
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .map(line -> BLANKS.split(line.trim(), 0))
                .filter(words -> words.length == 8 && words[5].endsWith(inode))
                .toList();
    }
}
