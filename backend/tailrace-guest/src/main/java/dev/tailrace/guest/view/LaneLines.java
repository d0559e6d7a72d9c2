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
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lines that wait in the lanes of a log, each returned once. Only reads files: maps, opens for writing and changes none. Not
 * thread-safe.
 */
final class LaneLines {
    /** The most bytes of lines returned at once; the rest comes next time. */
    private static final int MOST_BYTES = 1 << 24;
    /** How long a process counts as alive without another check. */
    private static final long ALIVE_NANOS = 500_000_000L;

    private final Path directory;
    private final Path lockFile;
    private final ByteBuffer window = FrameWalk.window();
    /** For each ring, the position up to which lines were returned. */
    private final Map<RingIdentity, Long> returned = new HashMap<>();

    private final Map<String, Life> lives = new HashMap<>();
    private int bytes;
    private boolean more;

    private record Life(boolean alive, long at) {}

    /**
     * The result of a look.
     *
     * @param lines in the order of each ring, not yet marked as returned
     * @param written for each existing ring, the position up to which it is in the log
     * @param more whether further lines wait
     */
    record Found(List<LaneLine> lines, Map<RingIdentity, Long> written, boolean more) {}

    LaneLines(Path directory, Path lockFile) {
        this.directory = directory;
        this.lockFile = lockFile;
    }

    /**
     * Lines that were not returned yet.
     *
     * @param noted positions up to which the drainer's last intent has the lines
     * @return null when a ring moved on while it was read: look again
     */
    @Nullable
    Found look(Map<RingIdentity, Long> noted, boolean withLines) throws IOException {
        Found found = new Found(new ArrayList<>(), new HashMap<>(), false);
        bytes = 0;
        more = false;
        for (RingName name : rings()) {
            if (!add(name.in(directory), name, noted, withLines, found)) {
                return null;
            }
        }
        return new Found(found.lines, found.written, more);
    }

    /** All rings, those of a lane in the order of writing: where a look can't take all lines, it takes the older ones. */
    private List<RingName> rings() throws IOException {
        List<RingName> rings = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*" + RingName.SUFFIX)) {
            for (Path file : entries) {
                RingName name = RingName.read(file);
                if (name != null) {
                    rings.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return List.of();
        }
        rings.sort(Comparator.comparing(RingName::owner)
                .thenComparingInt(RingName::lane)
                .thenComparingInt(RingName::generation));
        return rings;
    }

    private boolean isAlive(String owner) {
        long now = System.nanoTime();
        Life known = lives.get(owner);
        if (known == null || (known.alive && now - known.at > ALIVE_NANOS)) {
            known = new Life(Owners.isAlive(directory.resolve(owner + Owner.SUFFIX)), now);
            lives.put(owner, known);
        }
        return known.alive;
    }

    /** Adds a ring's lines; false when the ring moved on meanwhile. Damaged content is left out. */
    private boolean add(Path file, RingName name, Map<RingIdentity, Long> noted, boolean withLines, Found to) {
        boolean dead = !isAlive(name.owner());
        try {
            MappedFiles.requireFile(file);
            try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                RingHead head = RingHead.read(in, name, dead);
                if (!head.problem().isEmpty() || head.capacity() == 0) {
                    return !head.passing();
                }
                long written = Math.max(head.consumed(), RingView.noted(noted, head.ring(), head.tail()));
                to.written.put(head.ring(), written);
                long from = Math.max(written, returned.getOrDefault(head.ring(), 0L));
                if (from >= head.tail()) {
                    return true;
                }
                if (!withLines || bytes >= MOST_BYTES) {
                    more = true;
                    return true;
                }
                RingView.Positions at = new RingView.Positions(head.capacity(), head.tail(), from, head.spilled());
                walk(in, SpillFiles.of(lockFile, file), at, dead, name.owner(), head.ring(), to);
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

    private void walk(
            FileChannel in,
            SpillFiles spillFiles,
            RingView.Positions at,
            boolean dead,
            String owner,
            RingIdentity ring,
            Found to)
            throws IOException {
        try (SpillChannel spill = new SpillChannel(spillFiles)) {
            new FrameWalk(in, spill, at, dead, window, (end, nanos, line) -> {
                        to.lines.add(new LaneLine(owner, ring, end, nanos, line));
                        bytes += line.length;
                        more |= bytes >= MOST_BYTES;
                        return bytes < MOST_BYTES;
                    })
                    .run();
        }
    }

    /** Marks lines of {@link #look} as returned. */
    void returned(Found found) {
        for (LaneLine line : found.lines) {
            returned.merge(line.ring(), line.end(), Math::max);
        }
        returned.keySet().retainAll(found.written.keySet());
        lives.keySet().removeIf(owner -> found.written.isEmpty());
    }
}
