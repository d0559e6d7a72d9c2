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
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A lock file, or another file whose first byte a process locks, looked at without changing it. The holder of a lock is found by trying a
 * shared one for a moment: it hinders only an attempt at the very same time, which every process repeats.
 */
public final class LockView {
    /** Whether a process holds a lock. */
    public enum Held {
        BY_NOBODY,
        BY_SOMEBODY,
        /** By this process, or not known. */
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

    /** What stands in a lock file; null when that is no record. See {@link DrainLock#record}. */
    public static @Nullable LockRecord record(Path file) throws IOException {
        MappedFiles.requireFile(file);
        if (!LockRecordText.isTrusted(file)) {
            return null;
        }
        ByteBuffer text = ByteBuffer.allocate(LockRecordText.LONGEST);
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            int count;
            do {
                count = channel.read(text, text.position());
            } while (count > 0 && text.hasRemaining());
        }
        return LockRecordText.parse(Arrays.copyOf(text.array(), text.position()));
    }

    /** The process that locks the first byte of a file, as the kernel lists it; −1 where it doesn't or can't be seen from here. */
    public static long holder(Path file) {
        try {
            String inode = ":" + Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
            long device = ((Number) Files.getAttribute(file, "unix:dev", LinkOption.NOFOLLOW_LINKS)).longValue();
            // As glibc takes it apart: 12 + 20 bits of major and minor number, in two places each.
            long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
            long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
            String id = String.format("%02x:%02x", major, minor) + inode;
            for (String line : Files.readAllLines(Path.of("/proc/locks"))) {
                String[] words = BLANKS.split(line.trim(), 0);
                // 1: POSIX ADVISORY WRITE 4711 fd:01:1234 0 0
                if (words.length == 8
                        && words[3].equals("WRITE")
                        && words[5].equals(id)
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
}
