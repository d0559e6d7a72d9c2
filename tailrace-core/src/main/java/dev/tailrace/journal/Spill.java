package dev.tailrace.journal;

import dev.tailrace.bytes.CrashPoint;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves the oldest committed frames of a ring to a file, so that its memory can be claimed again while the log's disk is slow. Whoever
 * reads them finds in the ring's header that they are there; the protocol is told in {@code docs/format.md}. Thread-safe; producers
 * never come here.
 */
final class Spill {
    private final Ring ring;
    private final Path file;
    private final MemoryBudget budget;
    private @Nullable FileChannel channel;
    private long base;
    private long reserved;

    Spill(Ring ring, Path file, MemoryBudget budget) {
        this.ring = ring;
        this.file = file;
        this.budget = budget;
    }

    /**
     * Moves committed frames until {@code wanted} bytes are moved; returns how many were, 0 when the oldest frame isn't committed, −1
     * when there is no room for them.
     */
    synchronized long move(long wanted) throws IOException {
        long from = Math.max(ring.consumed(), ring.spilled());
        long to = ring.committedUntil(from, from + wanted);
        VarHandle.loadLoadFence();
        if (to <= from || to > ring.tail() || Math.max(ring.consumed(), ring.spilled()) != from) {
            // Consumed meanwhile, cleared and claimed again maybe: then what was read is no frame's length.
            return 0;
        }
        release();
        if (!budget.reserve(to - from)) {
            return -1;
        }
        reserved += to - from;
        try {
            FileChannel out = open();
            if (out.size() == 0) {
                base = from;
            }
            write(out, from, to);
        } catch (IOException e) {
            reserved -= to - from;
            budget.release(to - from);
            close();
            throw e;
        }
        CrashPoint.reach("spill: written");
        ring.publishSpill(base, to);
        CrashPoint.reach("spill: published");
        return to - from;
    }

    private void write(FileChannel out, long from, long to) throws IOException {
        long at = from;
        while (at < to) {
            ByteBuffer part = ring.view(at, (int) Math.min(to - at, ring.capacity()));
            while (part.hasRemaining()) {
                at += out.write(part, at - base);
            }
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] ownerOnly = posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];
            open = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    ownerOnly);
            channel = open;
        }
        return open;
    }

    /** Gives the disk its room back when all that was moved has reached the log. */
    synchronized void release() throws IOException {
        if (reserved == 0 || ring.consumed() < ring.spilled()) {
            return;
        }
        budget.release(reserved);
        reserved = 0;
        FileChannel open = channel;
        if (open != null && open.isOpen()) {
            open.truncate(0);
            CrashPoint.reach("spill: restarted");
        } else if (Files.exists(file)) {
            open().truncate(0);
        }
    }

    /** Whether its ring has reached the log. */
    boolean isOver() {
        return ring.isFinished();
    }

    /** For a ring that is finished: nothing of the file is needed any more. */
    synchronized void discard() throws IOException {
        budget.release(reserved);
        reserved = 0;
        close();
        Files.deleteIfExists(file);
    }

    private void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
