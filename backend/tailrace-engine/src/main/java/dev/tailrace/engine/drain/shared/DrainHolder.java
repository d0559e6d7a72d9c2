package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.sink.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The word that names the owner that drains a lane directory. It is in a mapped file of its own: the staging file is replaced when it
 * grows, this file never is while it exists. The word changes by compare-and-set only; {@code docs/reference/format.md} has the rules.
 *
 * <pre>
 *  +-------------------------------+
 *  |  Magic "TAILHOLD"             |     0
 *  |  Version: major, minor        |     8   (major in the upper 32 bits)
 *  +-------------------------------+
 *  |  holder: an owner id, or 0    |   128
 *  +-------------------------------+
 *  |  last step of the holder, ms  |   256   (since 1970; about once a second)
 *  |  A batch that failed, plus 1  |   264   (the sequence committed before it; 0 none)
 *  |  The owner it failed for      |   272
 *  |  How often it failed          |   280
 *  +-------------------------------+
 * </pre>
 *
 * <p>Single-threaded, but for the word.
 */
public final class DrainHolder {
    public static final String FILE = "drain.holder";
    static final int LENGTH = 4096;

    private static final long MAGIC = 0x444C_4F48_4C49_4154L; // "TAILHOLD" in memory
    private static final long VERSION = Staging.VERSION;
    private static final int VERSION_OFFSET = 8;
    private static final int HOLDER_OFFSET = 128;
    private static final int STEPPED_OFFSET = 256;
    private static final int FAILED_OFFSET = 264;
    private static final int FAILED_OWNER_OFFSET = 272;
    private static final int FAILURES_OFFSET = 280;
    private static final int MOST_FAILURES = 3;
    private static final int ATTEMPTS = 100;

    private final Path file;
    private final ByteBuffer memory;
    private final long identity;

    private DrainHolder(Path file, ByteBuffer memory, long identity) {
        this.file = file;
        this.memory = memory;
        this.identity = identity;
    }

    /**
     * Maps the holder file of a lane directory, or makes it. A damaged file is put aside.
     *
     * @throws IOException also when it is of another version
     */
    static DrainHolder open(Path directory, DrainListener listener) throws IOException {
        Path file = directory.resolve(FILE);
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                DrainHolder found = attach(file);
                if (found != null) {
                    return found;
                }
            } catch (NoSuchFileException e) {
                make(file);
            } catch (MappedFiles.NotAFileException | DamagedException e) {
                Path aside = file.resolveSibling(FILE + "." + System.currentTimeMillis() + ".damaged");
                Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
                listener.onPutAside(aside, e);
            }
        }
        throw new IOException(file + " is removed again and again");
    }

    /** Maps the file of a lane directory as it is; null when there is none, or it is damaged. */
    static @Nullable DrainHolder ifWhole(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            return attach(file);
        } catch (NoSuchFileException | MappedFiles.NotAFileException | DamagedException e) {
            return null;
        }
    }

    /** Null when the path led to another file meanwhile: the mapped file is only certain when it is the same before and after. */
    private static @Nullable DrainHolder attach(Path file) throws IOException {
        long before = FileIdentity.of(file);
        MappedFiles.requireFile(file);
        ByteBuffer memory = Uninterrupted.call(() -> map(file));
        return before == FileIdentity.of(file) ? new DrainHolder(file, memory, before) : null;
    }

    /** Makes the file under another name; only one process can then give the complete file its name. */
    private static void make(Path file) throws IOException {
        Path unfinished = file.resolveSibling(FILE + "." + Long.toString(System.nanoTime(), 36) + ".new");
        ByteBuffer memory = MappedFiles.create(unfinished, LENGTH);
        try {
            Memory.putPlain(memory, VERSION_OFFSET, VERSION);
            Memory.putRelease(memory, 0, MAGIC);
            if (name(unfinished, file)) {
                CrashPoint.reach("holder: file made");
            }
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** False when another process was faster. */
    private static boolean name(Path unfinished, Path file) throws IOException {
        try {
            Files.createLink(file, unfinished);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException | UnsupportedOperationException e) {
            // A file system without links: there, two first processes must not start within the same microseconds.
            return move(unfinished, file);
        }
    }

    private static boolean move(Path unfinished, Path file) throws IOException {
        try {
            Files.move(unfinished, file);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static ByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            if (channel.size() != LENGTH) {
                throw new DamagedException("size=" + channel.size());
            }
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
            check(memory, file);
            return memory;
        }
    }

    private static void check(ByteBuffer memory, Path file) throws IOException {
        if (Memory.getAcquire(memory, 0) != MAGIC) {
            throw new DamagedException("no magic");
        }
        long version = Memory.getPlain(memory, VERSION_OFFSET);
        if (version >>> 32 != VERSION >>> 32) {
            throw new IOException("unknown format: major=" + (version >>> 32) + ", file=" + file);
        }
    }

    /** The content of a holder file, for a tool that changes nothing. */
    public record Seen(long holder, long steppedMillis) {}

    /** Reads the holder file of a lane directory without mapping it; null when it is missing or damaged. */
    public static @Nullable Seen look(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
        try {
            MappedFiles.requireFile(file);
            try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                if (in.size() != LENGTH || in.read(memory, 0) != LENGTH) {
                    return null;
                }
            }
            check(memory, file);
        } catch (NoSuchFileException | MappedFiles.NotAFileException | DamagedException e) {
            return null;
        }
        return new Seen(Memory.getAcquire(memory, HOLDER_OFFSET), Memory.getAcquire(memory, STEPPED_OFFSET));
    }

    /** Whether the path still leads to the mapped file, and that is whole. Costs two system calls. */
    boolean stands() {
        try {
            boolean there = FileIdentity.of(file) == identity && Files.size(file) == LENGTH;
            boolean whole = there && Memory.getAcquire(memory, 0) == MAGIC;
            MemoryFault.raise();
            return whole;
        } catch (IOException | InternalError e) {
            return false;
        }
    }

    /** Whether an owner holds it or has stepped as its holder: a new file reads as unused, and so does one that was truncated or zeroed. */
    boolean isUsed() {
        boolean used = Memory.getAcquire(memory, HOLDER_OFFSET) != 0 || Memory.getAcquire(memory, STEPPED_OFFSET) != 0;
        MemoryFault.raise();
        return used;
    }

    /** The id of the draining owner; 0: none. */
    long holder() {
        long holder = Memory.getAcquire(memory, HOLDER_OFFSET);
        MemoryFault.raise();
        return holder;
    }

    /** Makes {@code owner} the holder if {@code former} is the present one; 0: none. */
    boolean take(long former, long owner) {
        CrashPoint.reach("holder: before it is taken");
        MemoryFault.touch(memory, HOLDER_OFFSET);
        boolean taken = Memory.compareAndSet(memory, HOLDER_OFFSET, former, owner);
        MemoryFault.raise();
        if (taken) {
            CrashPoint.reach("holder: taken");
        }
        return taken;
    }

    /** Releases the right to drain, after the last write. */
    void release(long owner) {
        CrashPoint.reach("holder: before it is given up");
        MemoryFault.touch(memory, HOLDER_OFFSET);
        if (Memory.compareAndSet(memory, HOLDER_OFFSET, owner, 0)) {
            CrashPoint.reach("holder: given up");
        }
    }

    /** Notes the time of the holder's last step. */
    void stepped(long epochMillis) {
        Memory.putRelease(memory, STEPPED_OFFSET, epochMillis);
        MemoryFault.raise();
    }

    /**
     * Notes that the batch after {@code committed} failed for the holder, for another reason than an unwritable file.
     *
     * @return whether the batch failed for another owner before, or for this owner repeatedly: then it would fail for the next owner, too
     */
    boolean failed(long committed, long owner) {
        long failures = 0;
        boolean another = false;
        if (Memory.getPlain(memory, FAILED_OFFSET) == committed + 1) {
            failures = Memory.getPlain(memory, FAILURES_OFFSET);
            another = Memory.getPlain(memory, FAILED_OWNER_OFFSET) != owner;
        }
        MemoryFault.raise();
        Memory.putPlain(memory, FAILED_OWNER_OFFSET, owner);
        Memory.putPlain(memory, FAILURES_OFFSET, failures + 1);
        Memory.putRelease(memory, FAILED_OFFSET, committed + 1);
        return another || failures + 1 >= MOST_FAILURES;
    }

    /** The file is damaged. */
    private static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(String reason) {
            super(reason);
        }
    }
}
