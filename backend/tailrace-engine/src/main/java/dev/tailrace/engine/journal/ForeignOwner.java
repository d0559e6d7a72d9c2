package dev.tailrace.engine.journal;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Liveness;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingMemory;
import dev.tailrace.engine.journal.ring.RingName;
import dev.tailrace.engine.journal.ring.SpillFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Another process in the lane directory, or the files that a dead process left there. For the drainer's thread. */
public final class ForeignOwner {
    private static final int MOST_MISSING = 64;

    private final Path directory;
    private final Path lockFile;
    private final String name;
    private final Map<Integer, ForeignLane> lanes = new HashMap<>();
    private final Liveness liveness;
    private @Nullable DropCounters losses;

    private boolean dead;
    /** Whether one of its files is of another version and must be left as it is. */
    private boolean unknown;

    /** A lane's rings, as listings find them. */
    private static final class ForeignLane {
        final LaneReader reader;
        Ring last;

        ForeignLane(Ring first) {
            this.reader = new LaneReader(first);
            this.last = first;
        }
    }

    ForeignOwner(Path directory, Path lockFile, String name) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.name = name;
        this.liveness = new Liveness(directory.resolve(name + Owner.SUFFIX));
    }

    public String name() {
        return name;
    }

    private Path file() {
        return directory.resolve(name + Owner.SUFFIX);
    }

    public boolean isDead() {
        return dead;
    }

    /** The counters of its dropped events; null when its file is gone or damaged. */
    public @Nullable DropCounters losses() {
        if (losses == null && Files.exists(file())) {
            try {
                ByteBuffer page = Owner.attach(file());
                losses = new DropCounters(Memory.getPlain(page, OwnerDescriptor.ID_OFFSET), page);
            } catch (RingMemory.UnknownFormatException e) {
                unknown = true;
                return null;
            } catch (IOException e) {
                return null;
            }
        }
        return losses;
    }

    /** Whether its file isn't an owner's file, rather than only out of reach for now. */
    private boolean isUnreadable() {
        try {
            return Files.size(file()) != OwnerDescriptor.LENGTH;
        } catch (IOException e) {
            return false;
        }
    }

    /** The readers of its lanes, in no order. */
    public List<LaneReader> readers() {
        List<LaneReader> readers = new ArrayList<>();
        for (ForeignLane lane : lanes.values()) {
            readers.add(lane.reader);
        }
        return readers;
    }

    /**
     * Attaches the rings that are there now; returns whether all of them could be read.
     *
     * @param generations the ring files of each lane, ascending
     * @param problems called for files that can't be read
     */
    boolean update(Map<Integer, NavigableMap<Integer, Path>> generations, BiConsumer<Path, IOException> problems) {
        boolean complete = true;
        for (Map.Entry<Integer, NavigableMap<Integer, Path>> entry : generations.entrySet()) {
            complete &= update(entry.getKey(), entry.getValue(), problems);
        }
        lanes.entrySet().removeIf(lane -> isOver(lane.getValue()));
        return complete;
    }

    private boolean update(int lane, NavigableMap<Integer, Path> files, BiConsumer<Path, IOException> problems) {
        ForeignLane known = lanes.get(lane);
        int from = known == null ? files.firstKey() : known.last.identity().generation() + 1;
        if (known == null) {
            // Listings aren't atomic: a ring made just before may be missing. Finished rings are deleted.
            int least = Math.max(0, from - MOST_MISSING);
            while (from > least && Files.exists(new RingName(name, lane, from - 1).in(directory))) {
                from--;
            }
        }
        int to = files.lastKey();
        SortedSet<Integer> generations = new TreeSet<>(files.tailMap(from, true).keySet());
        // Rings that the listing lacks although later rings are there: at most a few were made meanwhile.
        for (int missing = from; missing <= to && missing < from + MOST_MISSING; missing++) {
            generations.add(missing);
        }
        for (int generation : generations) {
            Path file = new RingName(name, lane, generation).in(directory);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                // The ring was never used: its owner sealed and removed it.
                continue;
            }
            try {
                Ring ring = new Ring(RingMemory.attach(file, SpillFiles.of(lockFile, file)));
                RingIdentity identity = ring.identity();
                if (identity.lane() != lane || identity.generation() != generation) {
                    throw new RingMemory.NoRingException("another ring: lane=" + identity.lane() + ", generation="
                            + identity.generation() + ", file=" + file);
                }
                if (!ring.isPlausible()) {
                    throw new RingMemory.NoRingException("positions that can't be: file=" + file);
                }
                known = link(lane, known, ring);
            } catch (RingMemory.UnfinishedException e) {
                if (!dead) {
                    return false;
                }
                delete(file);
            } catch (RingMemory.UnknownFormatException e) {
                unknown = true;
                problems.accept(file, e);
                return true;
            } catch (RingMemory.NoRingException e) {
                problems.accept(file, e);
                RingMemory.putAside(file);
            } catch (IOException e) {
                // For instance too many open files: the ring may be intact. Tried again with the next listing.
                problems.accept(file, e);
                return false;
            }
        }
        return true;
    }

    private ForeignLane link(int lane, @Nullable ForeignLane known, Ring ring) {
        if (dead) {
            ring.seal();
        }
        if (known == null) {
            ForeignLane found = new ForeignLane(ring);
            lanes.put(lane, found);
            if (dead) {
                found.reader.ownerDied();
            }
            return found;
        }
        known.last.linkNext(ring);
        known.last = ring;
        return known;
    }

    /**
     * Whether no more lines will come from a lane. A live process's lane is over when its owner has ended the ring and removed the file; a
     * ring whose file another program removed is still being written.
     */
    private boolean isOver(ForeignLane lane) {
        if (!lane.reader.isExhausted()) {
            return false;
        }
        if (dead) {
            lane.reader.discard();
            return true;
        }
        Path file = lane.last.file();
        return file == null || (lane.last.isSealed() && !Files.exists(file));
    }

    /** Checks whether the process still lives; returns whether it was found dead just now. */
    boolean looksDead(long nanoTime) {
        if (dead) {
            return false;
        }
        try {
            dead = !liveness.isAlive(nanoTime);
        } catch (IOException e) {
            // Unknown: the process counts as alive.
            return false;
        }
        if (dead) {
            lanes.values().forEach(lane -> lane.reader.ownerDied());
        }
        return dead;
    }

    /** Closes all files. The rest of its lines can't be read any more. */
    void close() {
        liveness.close();
        lanes.values().forEach(lane -> lane.reader.close());
    }

    /** Whether nothing is left to be drained or reported; then its file is removed. */
    boolean isGone() {
        if (!dead || !lanes.isEmpty()) {
            return false;
        }
        DropCounters page = losses();
        if (page == null ? Files.exists(file()) && !isUnreadable() : page.isUnreported()) {
            return false;
        }
        CrashPoint.reach("owner gone");
        if (!unknown) {
            delete(Owner.socketOf(file()));
            delete(file());
        }
        return true;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The folder is left behind, empty.
            return;
        }
    }
}
