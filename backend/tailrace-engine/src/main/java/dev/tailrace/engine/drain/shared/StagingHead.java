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
 * Reads the head of a lane directory's {@link Staging} without mapping it: for processes that don't drain, or not yet. Stateless; each
 * method costs a few system calls.
 */
public final class StagingHead {
    private StagingHead() {}

    /** The number of the last committed intent; 0 when there is no staging. */
    public static long committed(Path directory) {
        ByteBuffer head = read(directory, Staging.COMMITTED_OFFSET + Long.BYTES);
        return head == null ? 0 : Memory.getPlain(head, Staging.COMMITTED_OFFSET);
    }

    /** An id that distinguishes this directory from one of the same name in another container; 0 when there is no staging. */
    public static long id(Path directory) {
        ByteBuffer head = read(directory, Staging.ID_OFFSET + Long.BYTES);
        return head == null ? 0 : Memory.getPlain(head, Staging.ID_OFFSET);
    }

    /** The lock file that the staging was made for; null when none is noted. */
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

    /**
     * The words that change with each intent.
     *
     * @param first the sequence in the first slot; 0 while the slot is being written
     * @param second the sequence in the second slot, likewise
     */
    public record Marks(long committed, long first, long second) {}

    /** The present marks; null when there is no staging. Two equal marks mean that no intent came in between. */
    public static @Nullable Marks marks(Path directory) {
        Path file = directory.resolve(Staging.FILE);
        ByteBuffer words = ByteBuffer.allocateDirect(3 * Long.BYTES);
        try {
            MappedFiles.requireFile(file);
            boolean whole = Uninterrupted.call(() -> fillMarks(words.clear(), file));
            return whole
                    ? new Marks(Memory.getPlain(words, 16), Memory.getPlain(words, 0), Memory.getPlain(words, 8))
                    : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean fillMarks(ByteBuffer words, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long[] offsets = {Staging.SLOTS_OFFSET, Staging.SLOTS_OFFSET + Staging.SLOT_LENGTH, Staging.COMMITTED_OFFSET
            };
            for (int i = 0; i < offsets.length; i++) {
                words.limit((i + 1) * Long.BYTES);
                channel.read(words, offsets[i]);
            }
        }
        return !words.hasRemaining();
    }

    /** The first {@code length} bytes; null when the file isn't a staging file or is shorter. */
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
