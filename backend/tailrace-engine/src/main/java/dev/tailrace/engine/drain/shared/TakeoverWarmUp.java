package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.Overflow;
import dev.tailrace.engine.drain.Redo;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Takes over a throw-away log in the lane directory, so that a real takeover doesn't have to load and link its eighty classes first:
 * loading took four fifths of the time from a drainer's death to the next byte in the file. Runs once in a process that doesn't drain, some
 * seconds after its start, when its drain thread has nothing else to do.
 */
final class TakeoverWarmUp {
    private static final int RING = 1 << 12;
    private static final byte[] LINE = "a line of a warm-up\n".getBytes(StandardCharsets.UTF_8);

    private final Archiver archiver;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;

    TakeoverWarmUp(Archiver archiver, LongSupplier nanoTime, LongSupplier epochNanos) {
        this.archiver = archiver;
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
    }

    /**
     * Leaves no file behind. If the process is killed meanwhile, the process that removes its owner file removes the throw-away log, too.
     */
    void run(Owner owner) throws IOException, SinkUnavailableException {
        Path scratch = owner.directory().resolve(Owner.warmUpFolder(owner.name()));
        makeDirectory(scratch);
        try {
            Rolling rolling = new Rolling.TimeBased(scratch + "/app.%d.%i.log.gz", 1 << 20, 2, 0, false);
            LogFile file = LogFile.of(new DestinationConfig.File(scratch + "/app.log", true, rolling), finding -> {});
            Path lanes = scratch.resolve("lanes");
            makeDirectory(lanes);
            takeOver(file, lanes);
            takeOver(file, lanes);
        } finally {
            try {
                delete(scratch);
            } finally {
                deleteIfOpen(owner.directory());
            }
        }
    }

    /**
     * If the lane directory was removed meanwhile, the throw-away log made it anew with open permissions: no process could use such a
     * directory.
     */
    private static void deleteIfOpen(Path lanes) throws IOException {
        if (LaneDirectory.isOpen(lanes)) {
            try {
                Files.delete(lanes);
            } catch (DirectoryNotEmptyException e) {
                // Another program has made the directory and uses it.
                return;
            }
        }
    }

    private static void makeDirectory(Path directory) throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(directory);
        }
    }

    /** The second time, there are an intent and a ring of the first. */
    private void takeOver(LogFile file, Path lanes) throws IOException {
        SharedLog log = SharedLog.join(file, false, () -> lanes, new Silent(), finding -> {});
        if (log == null) {
            return;
        }
        Owner owner = Objects.requireNonNull(log.owner());
        MemoryBudget budget = new MemoryBudget(1 << 20);
        RingFactory rings =
                RingFactory.mapped(owner, budget, failure -> {}, file.lockFile(), new MemoryBudget(0), failure -> {});
        Lane lane = Lane.open(0, RING, rings, new Silent(), false);
        if (lane == null) {
            log.close();
            return;
        }
        Destination destination = new Destination(
                new Lane[] {lane}, file.description(), DropCounters.of(owner), new Overflow(0, 0), 1 << 10);
        SharedDrainer drainer =
                new SharedDrainer(destination, log, archiver, 0, nanoTime, epochNanos, new Silent(), finding -> {});
        try {
            lane.append(LINE, LINE.length, epochNanos.getAsLong(), 0, 0, new PendingWord(() -> {}));
            drainer.doWork(true);
            Intent last = Staging.open(lanes, file.lockFile(), new Silent()).last(new Silent());
            if (last != null) {
                Redo.run(last);
            }
            // Not closed: the ring stays for the second takeover.
            lane.append(LINE, LINE.length, epochNanos.getAsLong(), 0, 0, new PendingWord(() -> {}));
        } finally {
            drainer.close();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The warm-up wakes no thread and reports nothing. */
    private static final class Silent implements DrainListener, LaneListener {
        @Override
        public void onFrames() {}

        @Override
        public void onPressure() {}

        @Override
        public void onDamage(Destination destination, long lostBytes) {}

        @Override
        public void onStuckProducer(Destination destination) {}

        @Override
        public ByteBuffer lossLine(Destination destination, LossReport report) {
            return ByteBuffer.allocate(0);
        }

        @Override
        public void onTorn(Destination destination, long frames) {}

        @Override
        public void onSpillFailure(Destination destination, IOException reason) {}

        @Override
        public void onCut(Destination destination, long lostBytes) {}

        @Override
        public void onSkipped(Destination destination, long places, long bytes) {}

        @Override
        public void onSpoiltCounts(Destination destination) {}

        @Override
        public void onPossiblyTwice(Destination destination) {}

        @Override
        public void onNoRoom(Destination destination, int lineLength, IOException reason) {}

        @Override
        public void onPutAside(Path file, IOException reason) {}

        @Override
        public void onError(Throwable error) {}
    }
}
