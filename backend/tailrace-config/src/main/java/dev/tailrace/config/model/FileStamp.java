package dev.tailrace.config.model;

import dev.tailrace.bytes.Uninterrupted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * How a file looked at a moment: enough to find out later whether it is another one now. That a file is missing is a look, too. Looking
 * costs a system call; of a file that was changed within the last seconds also its content is compared, because two changes within
 * one tick of the file system's clock have one time. Not thread-safe.
 */
public final class FileStamp {
    /** The largest configuration, in bytes; a larger one isn't read. */
    public static final int LARGEST_FILE = 4 << 20;

    /** Longer than a tick of any file system's clock (FAT: 2 s). */
    private static final long RECENT_MILLIS = 3_000;

    private static final int CHUNK = 1 << 13;

    private final Path file;
    private final boolean there;
    /** Whether the file can be read more than once; a look at a pipe's content would leave nothing for the reader. */
    private final boolean readable;

    private final @Nullable Object key;
    private final FileTime modified;
    private final long size;
    private final long checksum;
    /** Whether the file was last changed so long before the look that a later change must show in its time. */
    private boolean settled;

    private FileStamp(Path file, @Nullable BasicFileAttributes seen) {
        this.file = file;
        this.there = seen != null;
        this.key = seen == null ? null : seen.fileKey();
        this.modified = seen == null ? FileTime.fromMillis(0) : seen.lastModifiedTime();
        this.size = seen == null ? 0 : seen.size();
        this.readable = seen != null && seen.isRegularFile();
        this.settled = !readable || isOld();
        this.checksum = settled ? 0 : checksum(file);
    }

    /** The file as it is now; links are followed. */
    public static FileStamp of(Path file) {
        return new FileStamp(file, look(file));
    }

    private static @Nullable BasicFileAttributes look(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    private boolean isOld() {
        long age = System.currentTimeMillis() - modified.toMillis();
        return age > RECENT_MILLIS;
    }

    private static long checksum(Path file) {
        CRC32C sum = new CRC32C();
        byte[] chunk = new byte[CHUNK];
        long left = LARGEST_FILE + 1L;
        try (InputStream in = Uninterrupted.stream(file)) {
            int count = in.read(chunk);
            while (count > 0 && left > 0) {
                sum.update(chunk, 0, count);
                left -= count;
                count = in.read(chunk);
            }
            return sum.getValue();
        } catch (IOException | SecurityException e) {
            return -1;
        }
    }

    /** Whether the file is another one now, has another content, has come or is gone. */
    public boolean hasChanged() {
        BasicFileAttributes now = look(file);
        if (now == null || !there) {
            return (now != null) != there;
        }
        if (!readable && !now.isRegularFile()) {
            return false;
        }
        if (now.size() != size || !now.lastModifiedTime().equals(modified) || !Objects.equals(now.fileKey(), key)) {
            return true;
        }
        if (settled) {
            return false;
        }
        // Before the look at the content: what is written after it gets a later time.
        boolean old = isOld();
        if (checksum(file) != checksum) {
            return true;
        }
        settled = old;
        return false;
    }
}
