package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.QuietLanes;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.log.LogFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A log, its lock file and its lane directory in a folder, with processes that have lines there. */
final class LaneFolder {
    private static final int RING = 1 << 16;
    private static final LaneListener QUIET = new QuietLanes();

    public final Path folder;
    public final Path log;
    public final Path lanes;
    public final Path lockFile;

    /** A process with one lane. */
    public static final class Producer {
        public final Owner owner;
        public final Lane lane;
        final String tag;
        public final List<String> lines = new ArrayList<>();

        Producer(Owner owner, Lane lane, String tag) {
            this.owner = owner;
            this.lane = lane;
            this.tag = tag;
        }

        public void log(int count) {
            for (int i = 0; i < count; i++) {
                String line = tag + " " + lines.size() + " some words that make it longer\n";
                byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
                long now = System.currentTimeMillis() * 1_000_000L;
                if (lane.append(bytes, bytes.length, now, 0, 0, new PendingWord(() -> {})) != Lane.Outcome.APPENDED) {
                    throw new AssertionError("not appended: " + line);
                }
                lines.add(line);
            }
        }
    }

    public LaneFolder(Path folder) throws Exception {
        this.folder = folder.toRealPath();
        this.log = this.folder.resolve("app.log");
        this.lanes = this.folder.resolve("lanes");
        Files.createDirectory(
                lanes, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        LogFile file = LogFile.of(new DestinationConfig.File(log.toString(), true, null), finding -> {});
        this.lockFile = file.lockFile();
        SharedLog shared = SharedLog.join(
                file, 2_000_000_000L, () -> lanes, new PlainListener(finding -> {}, () -> 0), finding -> {});
        // Else the last one to leave would remove the lanes.
        Owner stays = Owner.enter(lanes);
        Objects.requireNonNull(shared).close();
        stays.leave();
    }

    public Producer producer(String tag) throws IOException {
        Owner owner = Owner.enter(lanes);
        owner.join();
        RingFactory rings = RingFactory.mapped(
                owner,
                new MemoryBudget(RING + 4096),
                failure -> {},
                lockFile,
                new MemoryBudget(1 << 27),
                failure -> {});
        Lane lane = Objects.requireNonNull(Lane.open(0, RING, rings, QUIET, false));
        return new Producer(owner, lane, tag);
    }

    /** What is in the log, byte by byte. */
    public String text() throws IOException {
        return Files.readString(log, StandardCharsets.ISO_8859_1);
    }
}
