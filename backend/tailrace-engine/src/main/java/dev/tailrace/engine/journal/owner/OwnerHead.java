package dev.tailrace.engine.journal.owner;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first words of an owner's file, as they were when it was read; the file isn't mapped.
 *
 * @param words known to be an owner's of this version
 */
public record OwnerHead(Path file, ByteBuffer words) {
    /** Reads a head; null when the file is gone, damaged, or of another version. */
    static @Nullable OwnerHead of(Path file) throws IOException {
        ByteBuffer head = ByteBuffer.allocateDirect(OwnerDescriptor.HEAD_LENGTH);
        try {
            MappedFiles.requireFile(file);
            Uninterrupted.call(() -> read(file, head.clear()));
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            return null;
        }
        boolean whole = !head.hasRemaining()
                && Memory.getPlain(head, OwnerDescriptor.MAGIC_OFFSET) == OwnerDescriptor.MAGIC
                && Memory.getPlain(head, OwnerDescriptor.VERSION_OFFSET) >>> 32 == RingDescriptor.VERSION_MAJOR;
        return whole ? new OwnerHead(file, head) : null;
    }

    private static boolean read(Path file, ByteBuffer head) throws IOException {
        try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            int count;
            do {
                count = in.read(head, head.position());
            } while (count > 0 && head.hasRemaining());
            return count > 0;
        }
    }

    public long id() {
        return Memory.getPlain(words, OwnerDescriptor.ID_OFFSET);
    }

    /** The process id in its own PID namespace. */
    public long pid() {
        return Memory.getPlain(words, OwnerDescriptor.PID_OFFSET);
    }

    /** The process id as seen from here; 0 when the process is in another PID namespace and can't be seen from here. */
    public long pidHere() {
        return ProcessIdentity.of(words).pidHere();
    }

    /** The hash of the rolling that it agrees to; 0: none. */
    public long agreed() {
        return Memory.getPlain(words, OwnerDescriptor.AGREED_OFFSET);
    }

    /**
     * Whether the owner isn't proved dead; where nothing can be proved, its lock decides, without waiting, or that {@code /proc} shows its
     * process, in another PID namespace.
     */
    public boolean isAlive() {
        if (has(OwnerDescriptor.LEFT)) {
            return false;
        }
        try {
            Evidence evidence = evidence();
            return evidence == Evidence.LIVES
                    || (evidence == Evidence.NONE && (!Liveness.isLockFree(file) || pidHere() != 0));
        } catch (IOException e) {
            return false;
        }
    }

    Evidence evidence() {
        return Liveness.evidence(file, words);
    }

    boolean answers() {
        return has(OwnerDescriptor.ANSWERS);
    }

    boolean isGuest() {
        return has(OwnerDescriptor.GUEST);
    }

    /** Whether the owner takes part in the log with lanes. */
    boolean isMember() {
        return has(OwnerDescriptor.JOINED) && !has(OwnerDescriptor.GUEST | OwnerDescriptor.LEFT);
    }

    /**
     * Whether the owner takes part in the log and agrees to another rolling, or to none.
     *
     * @param rolling the hash of the one in use; 0: each process has its own
     */
    public boolean wantsOtherRolling(long rolling) {
        return rolling != 0 && isMember() && agreed() != rolling;
    }

    private boolean has(long bits) {
        return (Memory.getPlain(words, OwnerDescriptor.STATE_OFFSET) & bits) != 0;
    }
}
