package dev.tailrace.engine.journal;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.SpillFiles;
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
import java.util.ArrayDeque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves the oldest committed frames of a ring to files, so that their memory can be claimed again while the log's disk is slow. Readers
 * learn from the ring's header which frames are in files; the protocol is in {@code docs/reference/format.md}. Thread-safe; producers never
 * come here.
 */
final class Spill {
    private final Ring ring;
    private final SpillFiles files;
    private final MemoryBudget budget;
    /** The files with frames that the ring's header covers, oldest first. */
    private final ArrayDeque<Part> parts = new ArrayDeque<>();

    /** The file that is being written, and its number; null before the first file and after a failure. */
    private @Nullable FileChannel channel;

    private long channelNumber;
    /** Whether there may be a file. */
    private boolean used;

    /** One file, and its share of the budget. */
    private static final class Part {
        final long number;
        long reserved;

        Part(long number) {
            this.number = number;
        }
    }

    Spill(Ring ring, SpillFiles files, MemoryBudget budget) {
        this.ring = ring;
        this.files = files;
        this.budget = budget;
    }

    /**
     * Moves committed frames until {@code wanted} bytes are moved. Returns the number of bytes moved; 0 when the oldest frame isn't
     * committed, −1 when there is no room.
     */
    synchronized long move(long wanted) throws IOException {
        long from = Math.max(ring.consumed(), ring.spilled());
        long to = ring.committedUntil(from, from + wanted);
        VarHandle.loadLoadFence();
        if (to <= from || to > ring.tail() || Math.max(ring.consumed(), ring.spilled()) != from) {
            // The frame was consumed meanwhile, and maybe cleared and claimed again: then the value isn't a frame's
            // length.
            return 0;
        }
        if (!files.leavesRoom(to - from) || !budget.reserve(to - from)) {
            return -1;
        }
        boolean written = false;
        try {
            for (long at = from; at < to; ) {
                at = write(at, to);
            }
            if (!ring.isThere(0, ring.capacity())) {
                // Memory behind a truncation within a page can be read, and is zero.
                throw new InternalError("the file was cut");
            }
            written = true;
        } finally {
            if (!written) {
                budget.release(to - from);
                giveUp(from);
            }
        }
        account(from, to);
        CrashPoint.reach("spill: written");
        ring.publishSpill(to);
        CrashPoint.reach("spill: published");
        return to - from;
    }

    /** Writes the bytes between two positions, up to the end of the file; returns the end position. */
    private long write(long from, long to) throws IOException {
        FileChannel out = open(SpillFiles.numberOf(from));
        long end = Math.min(to, SpillFiles.endOf(from));
        long at = from;
        while (at < end) {
            ByteBuffer bytes = ring.view(at, (int) Math.min(end - at, ring.capacity()));
            while (bytes.hasRemaining()) {
                at += out.write(bytes, SpillFiles.offsetOf(at));
            }
        }
        return end;
    }

    private void account(long from, long to) {
        for (long at = from; at < to; at = SpillFiles.endOf(at)) {
            long number = SpillFiles.numberOf(at);
            Part last = parts.peekLast();
            if (last == null || last.number != number) {
                last = new Part(number);
                parts.add(last);
            }
            last.reserved += Math.min(to, SpillFiles.endOf(at)) - at;
        }
    }

    private FileChannel open(long number) throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen() || channelNumber != number) {
            close();
            used = true;
            Path file = files.file(number);
            boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] ownerOnly = posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                MappedFiles.requireFile(file);
            }
            open = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    ownerOnly);
            channel = open;
            channelNumber = number;
        }
        return open;
    }

    /** Removes files after a failure: files that the header doesn't cover yet only take room on a disk that may have none. */
    private void giveUp(long from) {
        Part last = parts.peekLast();
        long known = last == null ? -1 : last.number;
        try {
            close();
            for (long each = Math.max(SpillFiles.numberOf(from), known + 1); each <= channelNumber; each++) {
                Files.deleteIfExists(files.file(each));
            }
        } catch (IOException e) {
            // The file is written again, or removed with its ring.
            return;
        }
    }

    /** Frees disk space: removes each file whose frames have all reached the log. */
    synchronized void release() throws IOException {
        long consumed = ring.consumed();
        boolean all = consumed >= ring.spilled();
        while (!parts.isEmpty() && (all || parts.getFirst().number < SpillFiles.numberOf(consumed))) {
            Part part = parts.getFirst();
            if (part.number == channelNumber) {
                close();
            }
            // A reader that still has the file open notices when it reads beyond its end.
            Files.deleteIfExists(files.file(part.number));
            CrashPoint.reach("spill: file removed");
            parts.removeFirst();
            budget.release(part.reserved);
        }
    }

    /** Whether its ring has reached the log. */
    boolean isOver() {
        return ring.isFinished();
    }

    /** For a finished ring: removes its files, which are not needed any more. */
    synchronized void discard() throws IOException {
        close();
        if (used) {
            files.delete(ring.tail());
            used = false;
        }
        while (!parts.isEmpty()) {
            budget.release(parts.removeFirst().reserved);
        }
    }

    private void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
