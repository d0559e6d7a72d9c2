package dev.tailrace.guest.view;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lines that wait in the lanes of a log. Only reads files: maps, opens for writing and changes none. Used once. */
final class LaneLines {
    /** The most bytes of lines, the newest of them. */
    private static final int MOST_BYTES = 1 << 26;

    private final Path directory;
    private final Path lockFile;
    private final ByteBuffer window = FrameWalk.window();
    private final PriorityQueue<Line> lines = new PriorityQueue<>(Line.BY_TIME);
    private int bytes;
    /** Whether more lines wait than {@link #look} returned. */
    boolean cut;

    /**
     * A line that waits.
     *
     * @param name of its ring
     * @param end the position behind its frame
     * @param nanos the latest time of the lane's lines up to this one, so that the order by time keeps that of the lane; nanoseconds since
     *     1970
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Line(RingName name, long end, long nanos, byte[] bytes) {
        static final Comparator<Line> BY_TIME = Comparator.comparingLong(Line::nanos)
                .thenComparing(line -> line.name.generation())
                .thenComparingLong(Line::end);

        /** The process id at the beginning of the owner's name; 0: there is none. */
        long pid() {
            String digits = name.owner().replaceFirst("-.*", "");
            return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
        }
    }

    LaneLines(Path directory, Path lockFile) {
        this.directory = directory;
        this.lockFile = lockFile;
    }

    /**
     * The lines by time, in order within each lane.
     *
     * @param written positions up to which the lines are in the log, beside those that the rings have
     * @return null when a ring moved on while it was read: look again
     */
    @Nullable
    List<Line> look(Map<RingIdentity, Long> written) throws IOException {
        String lane = "";
        long[] latest = {0};
        for (RingName name : RingName.all(directory)) {
            String now = name.owner() + " " + name.lane();
            latest[0] = now.equals(lane) ? latest[0] : 0;
            lane = now;
            if (!add(name, written, latest)) {
                return null;
            }
        }
        return lines.stream().sorted(Line.BY_TIME).toList();
    }

    /** Adds a ring's lines; false when the ring moved on meanwhile. Damaged content is left out. */
    private boolean add(RingName name, Map<RingIdentity, Long> noted, long[] latest) {
        Path file = name.in(directory);
        boolean dead = !Owners.isAlive(directory.resolve(name.owner() + Owner.SUFFIX));
        try {
            MappedFiles.requireFile(file);
            try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                    SpillChannel spill = new SpillChannel(SpillFiles.of(lockFile, file))) {
                RingHead head = RingHead.read(in, name, dead);
                if (!head.problem().isEmpty() || head.capacity() == 0) {
                    return !head.passing();
                }
                long from = Math.max(head.consumed(), RingView.noted(noted, head.ring(), head.tail()));
                RingView.Positions at = new RingView.Positions(head.capacity(), head.tail(), from, head.spilled());
                new FrameWalk(in, spill, at, dead, window, (end, nanos, line) -> {
                            latest[0] = Math.max(latest[0], nanos);
                            keep(new Line(name, end, latest[0], line));
                        })
                        .run();
                // Frames that were moved to disk, or are in the log by now, may have been overwritten while they were
                // read.
                return RingHead.spilled(in) == head.spilled() && RingHead.consumed(in) <= from;
            }
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private void keep(Line line) {
        lines.add(line);
        bytes += line.bytes.length;
        while (bytes > MOST_BYTES) {
            bytes -= lines.remove().bytes.length;
            cut = true;
        }
    }
}
