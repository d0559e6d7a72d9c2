package dev.tailrace.engine.drain.shared;

import static dev.tailrace.engine.drain.shared.Staging.COMMITTED_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.HALF_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.HALVES_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.ID_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.LOCK_LENGTH_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.LOCK_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.MAGIC;
import static dev.tailrace.engine.drain.shared.Staging.MAX_HALF;
import static dev.tailrace.engine.drain.shared.Staging.MAX_LOCK;
import static dev.tailrace.engine.drain.shared.Staging.MAX_SEQUENCE;
import static dev.tailrace.engine.drain.shared.Staging.MIN_HALF;
import static dev.tailrace.engine.drain.shared.Staging.SLOTS_OFFSET;
import static dev.tailrace.engine.drain.shared.Staging.VERSION;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.journal.owner.RandomId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The file of a {@link Staging}: makes it, maps it, and checks its content before use. */
final class StagingFile {
    /** For logs of few lines; the drainer makes more room for batches that don't fit. */
    private static final int FIRST_HALF = 1 << 14;

    private static final int MAX_COPY = 1 << 26;

    private StagingFile() {}

    /**
     * Maps the staging file, or makes it. A damaged file is put aside.
     *
     * @param lockFile the file beside the log, noted for tools that know only the directory
     */
    static MappedByteBuffer open(Path file, Path lockFile, DrainListener listener) throws IOException {
        clear(temporary(file));
        try {
            return map(file);
        } catch (NoSuchFileException e) {
            return create(file, lockFile);
        } catch (DamagedException e) {
            Path aside = file.resolveSibling(Staging.FILE + "." + System.currentTimeMillis() + ".damaged");
            Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
            listener.onPutAside(aside, e);
            return create(file, lockFile);
        }
    }

    /** Removes an unfinished file of this name; anything but a file stays. */
    private static void clear(Path temporary) throws IOException {
        try {
            Files.deleteIfExists(temporary);
        } catch (DirectoryNotEmptyException e) {
            Files.move(
                    temporary, temporary.resolveSibling(Staging.FILE + "." + System.currentTimeMillis() + ".damaged"));
        }
    }

    private static MappedByteBuffer create(Path file, Path lockFile) throws IOException {
        return make(file, lockFile, RandomId.next(), FIRST_HALF, 0);
    }

    /** Makes the file, with two halves of {@code half} bytes; replaces an existing one. */
    static MappedByteBuffer make(Path file, Path lockFile, long id, int half, long sequence) throws IOException {
        MappedByteBuffer mapped = MappedFiles.create(temporary(file), HALVES_OFFSET + 2 * half);
        Memory.putPlain(mapped, 8, VERSION);
        Memory.putPlain(mapped, HALF_OFFSET, half);
        Memory.putPlain(mapped, ID_OFFSET, id);
        Memory.putPlain(mapped, COMMITTED_OFFSET, sequence);
        byte[] lock = lockFile.toString().getBytes(StandardCharsets.UTF_8);
        if (lock.length <= MAX_LOCK) {
            mapped.put(LOCK_OFFSET, lock);
            Memory.putPlain(mapped, LOCK_LENGTH_OFFSET, lock.length);
        }
        Memory.putRelease(mapped, 0, MAGIC);
        Files.move(temporary(file), file, StandardCopyOption.ATOMIC_MOVE);
        return mapped;
    }

    private static Path temporary(Path file) {
        return file.resolveSibling(Staging.FILE + ".new");
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try {
            MappedFiles.requireFile(file);
        } catch (MappedFiles.NotAFileException e) {
            throw new DamagedException("no file");
        }
        return Uninterrupted.call(() -> mapFile(file));
    }

    private static MappedByteBuffer mapFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            long size = checkedSize(channel);
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            check(mapped, size, file);
            return mapped;
        }
    }

    private static long checkedSize(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < HALVES_OFFSET + 2L * MIN_HALF || size > HALVES_OFFSET + 2L * MAX_HALF) {
            throw new DamagedException("size=" + size);
        }
        return size;
    }

    private static void check(ByteBuffer memory, long size, Path file) throws IOException {
        if (Memory.getAcquire(memory, 0) != MAGIC) {
            throw new DamagedException("no magic");
        }
        long major = Memory.getPlain(memory, 8) >>> 32;
        if (major != VERSION >>> 32) {
            throw new IOException("unknown format: major=" + major + ", file=" + file);
        }
        long half = Memory.getPlain(memory, HALF_OFFSET);
        if (half < MIN_HALF || half > MAX_HALF || (half & 7) != 0 || size != HALVES_OFFSET + 2 * half) {
            throw new DamagedException("half=" + half + ", size=" + size);
        }
        long committed = Memory.getPlain(memory, COMMITTED_OFFSET);
        if (committed < 0 || committed > MAX_SEQUENCE || Memory.getPlain(memory, ID_OFFSET) == 0) {
            throw new DamagedException("committed=" + committed);
        }
    }

    /**
     * A read-only copy of the staging.
     *
     * @throws IOException when the file is missing, damaged, of another version, or implausibly long
     */
    static ByteBuffer copy(Path file) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long size = checkedSize(channel);
            if (size > MAX_COPY) {
                throw new IOException("too long to be looked at: size=" + size + ", file=" + file);
            }
            ByteBuffer head = ByteBuffer.allocateDirect(SLOTS_OFFSET);
            channel.read(head, 0);
            // Checked before that many bytes are allocated.
            check(head, size, file);
            ByteBuffer copy = ByteBuffer.allocateDirect((int) size);
            int count;
            do {
                count = channel.read(copy, copy.position());
            } while (count > 0);
            copy.clear();
            check(copy, size, file);
            return copy;
        }
    }

    /** The file isn't a staging file, or is damaged. */
    private static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(String reason) {
            super(reason);
        }
    }
}
