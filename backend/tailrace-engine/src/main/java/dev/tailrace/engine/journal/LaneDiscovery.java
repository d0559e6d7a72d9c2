package dev.tailrace.engine.journal;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.journal.ring.RingName;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lanes of other processes, alive or dead, in a lane directory. Cheap while nothing changes: it only reads the directory's time.
 * For the drainer's thread.
 */
public final class LaneDiscovery {
    private static final long LIST_NANOS = 1_000_000_000L;
    private static final long PROBE_NANOS = 100_000_000L;
    /** The interval of listings while there are dead processes' lanes, which are removed when they are drained. */
    private static final long LIST_DEAD_NANOS = 50_000_000L;
    /** Directory times are as coarse as a kernel's tick: a listing within this time after a change may lack later files. */
    private static final long COARSE_MILLIS = 50;

    private static final long STALE_MILLIS = 60_000;

    private final Path directory;
    private final Path lockFile;
    private final String own;
    private final BiConsumer<Path, IOException> problems;
    private final Set<Path> reported = new HashSet<>();
    private final Map<String, ForeignOwner> owners = new HashMap<>();

    private @Nullable FileTime listedTime;
    private long listedAt;
    private long probedAt;
    private boolean first = true;

    /**
     * @param lockFile of the log; spill files are beside it
     * @param own name of the owner whose lanes aren't foreign; empty for a tool, which has no lanes
     * @param problems called once for each file that can't be read
     */
    public LaneDiscovery(Path directory, Path lockFile, String own, BiConsumer<Path, IOException> problems) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.own = own;
        this.problems = problems;
    }

    /** The known other processes; only {@link #look} changes them. */
    public Iterable<ForeignOwner> owners() {
        return owners.values();
    }

    public boolean isEmpty() {
        return owners.isEmpty();
    }

    /** Looks for changes; returns whether lanes may have come or gone. */
    public boolean look(long nanoTime) {
        boolean changed = false;
        try {
            if (first || nanoTime - listedAt >= (hasDead() ? LIST_DEAD_NANOS : LIST_NANOS) || hasChanged()) {
                changed = list(nanoTime);
            }
            if (first || nanoTime - probedAt >= PROBE_NANOS) {
                probedAt = nanoTime;
                changed |= probe(nanoTime);
            }
            first = false;
        } catch (IOException e) {
            // The directory is gone, or can't be read just now: the mapped rings still work.
            return changed;
        }
        return changed;
    }

    /** Whether dead processes have left lines to drain or losses to report. */
    public boolean hasDead() {
        for (ForeignOwner owner : owners.values()) {
            if (owner.isDead()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a dead process has lanes left: those that are drained go with the next listing. */
    public boolean hasDeadLanes() {
        return owners.values().stream()
                .anyMatch(owner -> owner.isDead() && !owner.readers().isEmpty());
    }

    private boolean hasChanged() throws IOException {
        return listedTime == null || !listedTime.equals(Files.getLastModifiedTime(directory));
    }

    private boolean list(long nanoTime) throws IOException {
        FileTime time = Files.getLastModifiedTime(directory);
        Map<String, Map<Integer, NavigableMap<Integer, Path>>> rings = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                note(file, rings);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        boolean complete = Math.abs(System.currentTimeMillis() - time.toMillis()) > COARSE_MILLIS;
        for (Map.Entry<String, Map<Integer, NavigableMap<Integer, Path>>> entry : rings.entrySet()) {
            ForeignOwner owner =
                    owners.computeIfAbsent(entry.getKey(), name -> new ForeignOwner(directory, lockFile, name));
            complete &= owner.update(entry.getValue(), this::report);
        }
        for (ForeignOwner owner : owners.values()) {
            if (!rings.containsKey(owner.name())) {
                // All files of this owner are gone: its lanes are over once they are read.
                complete &= owner.update(Map.of(), this::report);
            }
        }
        owners.values().removeIf(owner -> {
            boolean gone = owner.isGone() || (owner.readers().isEmpty() && !rings.containsKey(owner.name()));
            if (gone) {
                owner.close();
            }
            return gone;
        });
        listedTime = complete ? time : null;
        listedAt = nanoTime;
        return true;
    }

    private void note(Path file, Map<String, Map<Integer, NavigableMap<Integer, Path>>> rings) {
        String name = String.valueOf(file.getFileName());
        RingName ring = RingName.read(file);
        if (ring != null) {
            if (!ring.owner().equals(own)) {
                rings.computeIfAbsent(ring.owner(), owner -> new HashMap<>())
                        .computeIfAbsent(ring.lane(), lane -> new TreeMap<>())
                        .put(ring.generation(), file);
            }
        } else if (name.endsWith(Owner.SUFFIX)) {
            String owner = name.substring(0, name.length() - Owner.SUFFIX.length());
            if (!owner.equals(own)) {
                rings.computeIfAbsent(owner, key -> new HashMap<>());
            }
        } else if (Owners.isUnfinished(name)) {
            Owners.removeIfDead(file);
        } else if (name.endsWith(Owner.UNFINISHED) || name.endsWith(Owner.REQUEST) || name.endsWith(Owner.ANSWER)) {
            removeStale(file);
        }
    }

    /**
     * Removes a stale file: a socket or a request that a killed process was making, or a request or an answer that no process has answered
     * or read. Each is made again where that was wrong, because a clock is ahead.
     */
    private static void removeStale(Path file) {
        try {
            long age = System.currentTimeMillis()
                    - Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
            if (age > STALE_MILLIS) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The file was finished meanwhile, or it stays and takes some room.
            return;
        }
    }

    private void report(Path file, IOException reason) {
        if (reported.add(file)) {
            problems.accept(file, reason);
        }
    }

    private boolean probe(long nanoTime) throws IOException {
        boolean died = false;
        for (ForeignOwner owner : new ArrayList<>(owners.values())) {
            died |= owner.looksDead(nanoTime);
        }
        // The dead process may have made rings since the last listing; it makes no more.
        return died && list(nanoTime);
    }

    /** Closes all files; for the end of the drainer. */
    public void close() {
        owners.values().forEach(ForeignOwner::close);
        owners.clear();
    }

    /** All readers of all foreign lanes. */
    public List<LaneReader> readers() {
        List<LaneReader> readers = new ArrayList<>();
        owners.values().forEach(owner -> readers.addAll(owner.readers()));
        return readers;
    }
}
