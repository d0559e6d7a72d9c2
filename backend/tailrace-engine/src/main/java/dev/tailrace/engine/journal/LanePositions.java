package dev.tailrace.engine.journal;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingName;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the rings of a lane directory and the counts of reported losses to the positions in a drainer's last intent: the drainer may have
 * died between the commit and the stores that follow it. For the holder of the right to drain, before any lane is read.
 */
public final class LanePositions {
    private LanePositions() {}

    /** Moves the rings' {@code consumed} forward to these positions; never back, and never beyond the claimed end. */
    public static void restore(Path directory, Map<RingIdentity, Long> positions) throws IOException {
        if (positions.isEmpty()) {
            return;
        }
        Map<Long, RingIdentity> newest = new HashMap<>();
        positions.keySet().forEach(ring -> newest.put(laneKey(ring), ring));
        for (RingName ring : RingName.all(directory)) {
            restore(ring.in(directory), positions, newest);
        }
    }

    private static long laneKey(RingIdentity ring) {
        return ring.ownerId() * 31 + ring.lane();
    }

    private static void restore(Path file, Map<RingIdentity, Long> positions, Map<Long, RingIdentity> newest)
            throws IOException {
        ByteBuffer head;
        try {
            head = map(file, RingDescriptor.DATA_OFFSET);
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            return; // the scan reports it
        }
        if (head == null
                || Memory.getAcquire(head, RingDescriptor.MAGIC_OFFSET) != RingDescriptor.MAGIC
                || Memory.getPlain(head, RingDescriptor.VERSION_OFFSET) >>> 32 != RingDescriptor.VERSION_MAJOR) {
            return;
        }
        RingIdentity ring = RingIdentity.of(
                Memory.getPlain(head, RingDescriptor.OWNER_ID_OFFSET),
                Memory.getPlain(head, RingDescriptor.LANE_OFFSET));
        RingIdentity last = newest.get(laneKey(ring));
        if (last == null || last.ownerId() != ring.ownerId() || last.lane() != ring.lane()) {
            return;
        }
        long tail = Memory.getAcquire(head, RingDescriptor.TAIL_OFFSET) & ~RingDescriptor.SEALED;
        if (ring.generation() < last.generation()) {
            Memory.putRelease(head, RingDescriptor.CONSUMED_OFFSET, tail);
        } else if (ring.generation() == last.generation()) {
            long position = Math.min(positions.getOrDefault(ring, 0L), tail);
            if (position > Memory.getAcquire(head, RingDescriptor.CONSUMED_OFFSET)) {
                Memory.putRelease(head, RingDescriptor.CONSUMED_OFFSET, position);
            }
        }
    }

    /** Restores the counts of an owner's reported losses. */
    public static void restoreLosses(Path directory, long ownerId, long[] words) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + Owner.SUFFIX)) {
            for (Path file : files) {
                ByteBuffer page;
                try {
                    page = Owner.attach(file);
                } catch (IOException e) {
                    continue; // gone, or reported by the scan
                }
                if (Memory.getPlain(page, OwnerDescriptor.ID_OFFSET) == ownerId) {
                    new DropCounters(ownerId, page).reported(words);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static @Nullable ByteBuffer map(Path file, int length) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            return channel.size() < length ? null : channel.map(FileChannel.MapMode.READ_WRITE, 0, length);
        }
    }
}
