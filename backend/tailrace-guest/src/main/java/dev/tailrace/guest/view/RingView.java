package dev.tailrace.guest.view;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingName;
import dev.tailrace.engine.journal.ring.SpillChannel;
import dev.tailrace.engine.journal.ring.SpillFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ring's file, read without changing it. Positions are in bytes since the ring's beginning; all counts are 0 when the file itself has a
 * problem.
 *
 * @param file its name in the lane directory
 * @param limit the position beyond which nothing can be claimed
 * @param consumed the position up to which all frames are in the log
 * @param spilled the position up to which all frames, from consumed on, are in the spill file
 * @param sealed whether it takes no further claims
 * @param lines number of committed lines that wait and are in no intent
 * @param bytes of these lines
 * @param torn number of frames that a dead process began and never finished
 * @param unread bytes behind the first unreadable place, or behind the first frame that a live process hasn't finished
 * @param oldestNanos time of the earliest line that waits, nanoseconds since 1970; 0 when none waits
 * @param spillFiles the files with its lines that were moved to disk; empty: none were
 * @param problem the ring's problem, without a full stop; empty: none
 */
public record RingView(
        String file,
        int lane,
        int generation,
        long capacity,
        long tail,
        long limit,
        long consumed,
        long spilled,
        boolean sealed,
        long lines,
        long bytes,
        long torn,
        long unread,
        long oldestNanos,
        List<String> spillFiles,
        String problem) {
    private static final int ATTEMPTS = 3;

    /** The words of the header that are used for reading frames; {@code consumed}: where to begin. */
    record Positions(long capacity, long tail, long consumed, long spilled) {}

    /**
     * The input for a look at a ring.
     *
     * @param noted positions up to which the drainer's last intent has the lines
     * @param window of {@link FrameWalk#window()}
     */
    public record Look(Path lockFile, boolean dead, ByteBuffer window, Map<RingIdentity, Long> noted) {}

    /**
     * Looks at a ring file.
     *
     * @throws NoSuchFileException when it was removed meanwhile
     */
    public static RingView of(Path file, RingName name, Look look) throws NoSuchFileException {
        RingView view = null;
        for (int i = 0; i < ATTEMPTS && view == null; i++) {
            view = attempt(file, name, look, i == ATTEMPTS - 1);
        }
        return view == null ? broken(file, name, "it changes faster than it can be read") : view;
    }

    /** Reads a ring; null when a concurrent write may have spoilt the result. */
    private static @Nullable RingView attempt(Path file, RingName name, Look look, boolean last)
            throws NoSuchFileException {
        try {
            MappedFiles.requireFile(file);
            try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                return read(file, name, look, last, in);
            }
        } catch (NoSuchFileException e) {
            throw e;
        } catch (MappedFiles.NotAFileException e) {
            return broken(file, name, "it is a link or not a file");
        } catch (IOException e) {
            return broken(file, name, "it can't be read: " + e.getMessage());
        }
    }

    private static RingView broken(Path file, RingName name, String problem) {
        String own = String.valueOf(file.getFileName());
        return new RingView(
                own, name.lane(), name.generation(), 0, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, List.of(), problem);
    }

    private static @Nullable RingView read(Path file, RingName name, Look look, boolean last, FileChannel in)
            throws IOException {
        boolean dead = look.dead();
        RingHead head = RingHead.read(in, name, dead);
        if (!head.problem().isEmpty()) {
            return head.passing() && !last ? null : broken(file, name, head.problem());
        }
        long capacity = head.capacity();
        long tail = head.tail();
        long consumed = head.consumed();
        long spilled = head.spilled();
        if (capacity == 0) {
            return broken(file, name, "");
        }
        long from = Math.max(consumed, noted(look.noted(), head.ring(), tail));
        Positions at = new Positions(capacity, tail, from, spilled);
        SpillFiles spillFiles = SpillFiles.of(look.lockFile(), file);
        FrameWalk walk = walk(in, spillFiles, at, dead, look.window());
        // A drainer went on meanwhile, or the owner moved frames to disk and cleared memory: that can look like damage.
        boolean suspicious = !walk.problem.isEmpty() || walk.uncommitted;
        boolean moved = !dead && suspicious && hasMovedOn(in, consumed, spilled);
        if (moved && !last) {
            return null;
        }
        List<String> spills = consumed >= spilled
                ? List.of()
                : spillFiles.present().stream().map(Path::toString).sorted().toList();
        return new RingView(
                String.valueOf(file.getFileName()),
                name.lane(),
                name.generation(),
                capacity,
                tail,
                head.limit(),
                consumed,
                spilled,
                head.sealed(),
                walk.frames,
                walk.bytes,
                walk.torn,
                Math.max(0, tail - walk.position),
                walk.frames == 0 ? 0 : walk.oldestNanos,
                spills,
                moved ? "" : walk.problem);
    }

    /** The position up to which a drainer has noted the ring's lines; see {@code LanePositions.restore}. */
    static long noted(Map<RingIdentity, Long> positions, RingIdentity ring, long tail) {
        for (Map.Entry<RingIdentity, Long> each : positions.entrySet()) {
            RingIdentity other = each.getKey();
            if (other.ownerId() == ring.ownerId()
                    && other.lane() == ring.lane()
                    && other.generation() >= ring.generation()) {
                long position = other.generation() > ring.generation() ? tail : Math.min(each.getValue(), tail);
                return (position & 7) == 0 ? position : 0;
            }
        }
        return 0;
    }

    private static FrameWalk walk(FileChannel in, SpillFiles spillFiles, Positions at, boolean dead, ByteBuffer window)
            throws IOException {
        try (SpillChannel spill = new SpillChannel(spillFiles)) {
            FrameWalk walk = new FrameWalk(in, spill, at, dead, window, null);
            walk.run();
            return walk;
        }
    }

    private static boolean hasMovedOn(FileChannel in, long consumed, long spilled) throws IOException {
        return RingHead.consumed(in) > consumed || RingHead.spilled(in) > spilled;
    }
}
