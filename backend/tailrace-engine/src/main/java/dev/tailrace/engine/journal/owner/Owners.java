package dev.tailrace.engine.journal.owner;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the owners in a lane directory without mapping their files. Stateless. */
public final class Owners {
    private Owners() {}

    /**
     * An owner whose process isn't proved dead.
     *
     * @param pid the process id in its own PID namespace
     * @param agreed the hash of the rolling that it agrees to; 0: none
     */
    public record Living(long id, long pid, long agreed) {}

    /**
     * The owners that take part in the log with lanes and aren't proved dead. An owner with an unreadable file is left out.
     *
     * @param except the id of an owner to leave out
     */
    public static List<Living> living(Path directory, long except) throws IOException {
        List<Living> living = new ArrayList<>();
        for (Path file : files(directory)) {
            ByteBuffer head = head(file);
            if (head == null) {
                continue;
            }
            long id = Memory.getPlain(head, OwnerDescriptor.ID_OFFSET);
            if (isMember(head) && id != except && Liveness.evidence(file, head) != Evidence.GONE) {
                living.add(new Living(
                        id,
                        Memory.getPlain(head, OwnerDescriptor.PID_OFFSET),
                        Memory.getPlain(head, OwnerDescriptor.AGREED_OFFSET)));
            }
        }
        return living;
    }

    /** The file of the owner with this id; null when there is none. */
    public static @Nullable Path find(Path directory, long id) throws IOException {
        for (Path file : files(directory)) {
            ByteBuffer head = head(file);
            if (head != null && Memory.getPlain(head, OwnerDescriptor.ID_OFFSET) == id) {
                return file;
            }
        }
        return null;
    }

    /** The process of the owner with this id; 0 when there is no such owner, or the process is in another PID namespace. */
    public static long pid(Path directory, long id) throws IOException {
        Path file = find(directory, id);
        ByteBuffer head = file == null ? null : head(file);
        if (head == null) {
            return 0;
        }
        ProcessIdentity process = ProcessIdentity.of(head);
        return process.namespace() == ProcessIdentity.current().namespace() ? process.pid() : 0;
    }

    /** Whether the owner with this id exists and isn't proved dead. */
    public static boolean isAlive(Path directory, long id) throws IOException {
        Path file = find(directory, id);
        return file != null && isAlive(file);
    }

    /** Whether the owner with this file isn't proved dead; where nothing can be proved, its lock decides, without waiting. */
    public static boolean isAlive(Path file) {
        try {
            ByteBuffer head = head(file);
            if (head == null) {
                return Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Liveness.isLockFree(file);
            }
            if ((Memory.getPlain(head, OwnerDescriptor.STATE_OFFSET) & OwnerDescriptor.LEFT) != 0) {
                return false;
            }
            return switch (Liveness.evidence(file, head)) {
                case LIVES -> true;
                case GONE -> false;
                case NONE -> !Liveness.isLockFree(file);
            };
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the owner with this file answers requests. */
    public static boolean answers(Path file) {
        try {
            ByteBuffer head = head(file);
            return head != null && (Memory.getPlain(head, OwnerDescriptor.STATE_OFFSET) & OwnerDescriptor.ANSWERS) != 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the owner with this file only drains other processes' lanes. */
    public static boolean isGuest(Path file) {
        try {
            ByteBuffer head = head(file);
            return head != null && (Memory.getPlain(head, OwnerDescriptor.STATE_OFFSET) & OwnerDescriptor.GUEST) != 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether the owner with this file takes part in the log and agrees to another rolling, or to none.
     *
     * @param rolling the hash of the one in use
     */
    public static boolean wantsOtherRolling(Path file, long rolling) {
        try {
            ByteBuffer head = head(file);
            return head != null && isMember(head) && Memory.getPlain(head, OwnerDescriptor.AGREED_OFFSET) != rolling;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isMember(ByteBuffer head) {
        long state = Memory.getPlain(head, OwnerDescriptor.STATE_OFFSET);
        return (state & OwnerDescriptor.JOINED) != 0 && (state & (OwnerDescriptor.GUEST | OwnerDescriptor.LEFT)) == 0;
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*" + Owner.SUFFIX)) {
            entries.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return files;
        }
        return files;
    }

    /** The first words of an owner's file; null when it is gone, damaged, or of another version. */
    static @Nullable ByteBuffer head(Path file) throws IOException {
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
        return whole ? head : null;
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
}
