package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the beginning of a lane directory's {@link Staging} says, read without mapping it: for those who may not drain, or not yet. Stateless;
 * a few system calls each.
 */
public final class StagingHead {
    private StagingHead() {}

    /** The last intent that is done with; 0 when there is no staging. */
    public static long committed(Path directory) {
        ByteBuffer head = read(directory, Staging.COMMITTED_OFFSET + Long.BYTES);
        return head == null ? 0 : Memory.getPlain(head, Staging.COMMITTED_OFFSET);
    }

    /** What tells this directory from another of the same name in another container; 0 when there is no staging. */
    public static long id(Path directory) {
        ByteBuffer head = read(directory, Staging.ID_OFFSET + Long.BYTES);
        return head == null ? 0 : Memory.getPlain(head, Staging.ID_OFFSET);
    }

    /** The lock file that the staging was made for; null when it doesn't say. */
    public static @Nullable Path lockFile(Path directory) {
        ByteBuffer head = read(directory, Staging.LOCK_OFFSET + Staging.MAX_LOCK);
        if (head == null) {
            return null;
        }
        long length = Memory.getPlain(head, Staging.LOCK_LENGTH_OFFSET);
        if (length <= 0 || length > Staging.MAX_LOCK) {
            return null;
        }
        byte[] path = new byte[(int) length];
        head.get(Staging.LOCK_OFFSET, path);
        try {
            Path lock = Path.of(new String(path, StandardCharsets.UTF_8));
            return lock.isAbsolute() ? lock : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The first bytes; null when they are not those of a staging, or not so many. */
    private static @Nullable ByteBuffer read(Path directory, int length) {
        ByteBuffer head = ByteBuffer.allocateDirect(length);
        Path file = directory.resolve(Staging.FILE);
        try {
            MappedFiles.requireFile(file);
            boolean whole = Uninterrupted.call(() -> fill(head.clear(), file));
            return whole && Memory.getPlain(head, 0) == Staging.MAGIC ? head : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean fill(ByteBuffer head, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            int count;
            do {
                count = channel.read(head, head.position());
            } while (count > 0);
        }
        return !head.hasRemaining();
    }
}
