package dev.tailrace.guest;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A log, its lock file and its lane directory in a folder, with processes that have lines there. */
public final class LaneFolder {
    private static final int RING = 1 << 16;
    private static final int TICKS_OFFSET = 40;
    private static final LaneListener QUIET = new LaneListener() {
        @Override
        public void onFrames() {}

        @Override
        public void onPressure() {}
    };

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

        /** Fills most of the ring and moves the oldest lines to disk, as the keeper does at the memory cap. */
        public void spill() {
            log(RING / 2 / 48 + 50);
            if (lane.grow() || !lane.spill(0)) {
                throw new AssertionError("not spilled");
            }
            log(10);
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

    public Path ring(Producer producer) {
        return lanes.resolve(producer.owner.name() + "-0-0.ring");
    }

    public Path ownerFile(Producer producer) {
        return lanes.resolve(producer.owner.name() + ".owner");
    }

    /** All files below the folder, by path. */
    Map<Path, byte[]> files() throws IOException {
        Map<Path, byte[]> files = new TreeMap<>();
        for (Path directory : List.of(folder, lanes)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    if (Files.isRegularFile(entry)) {
                        files.put(entry, Files.readAllBytes(entry));
                    }
                }
            }
        }
        return files;
    }

    /** The producer is gone as if killed: its files stay, and the process that they name is no more. */
    public void kill(Producer producer) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(ownerFile(producer)));
        producer.owner.leave();
        // Another start of a process of this number.
        Files.write(
                ownerFile(producer),
                file.order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(TICKS_OFFSET, file.getLong(TICKS_OFFSET) - 1)
                        .array());
    }

    /** Steps a drain by a clock of its own, 60 ms a step, until it is settled; returns its status. */
    public ExternalDrainer.Status drain(Consumer<Finding> findings) {
        return drain(findings, 200);
    }

    public ExternalDrainer.Status drain(Consumer<Finding> findings, int steps) {
        long[] nanos = {0};
        ExternalDrainer drain =
                ExternalDrainer.stepped(() -> nanos[0], () -> System.currentTimeMillis() * 1_000_000L, findings);
        try (drain) {
            drain.add(lockFile);
            for (int i = 0; i < steps; i++) {
                nanos[0] += 60_000_000L;
                drain.step(true);
                ExternalDrainer.State state = drain.status().get(0).state();
                if (state == ExternalDrainer.State.SETTLED || state == ExternalDrainer.State.NOTHING_THERE) {
                    break;
                }
            }
            return drain.status().get(0);
        }
    }

    /** What is in the log, byte by byte. */
    public String text() throws IOException {
        return Files.readString(log, StandardCharsets.ISO_8859_1);
    }
}
