package dev.tailrace.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillTest {
    private static final int RING = 1 << 16;
    private static final String LINE = "x".repeat(100) + " ";

    private Path folder;
    private Path lockFile;
    private final MemoryBudget budget = new MemoryBudget(RING + 4096);
    private final MemoryBudget spillBudget = new MemoryBudget(1 << 20);
    private final List<IOException> failures = new ArrayList<>();
    private LongSupplier drained = () -> 0;
    private Lane lane;

    @BeforeEach
    void openLane(@TempDir Path temporary) throws IOException {
        folder = temporary;
        lockFile = temporary.resolve(".app.log.tailrace-lock");
        Owner owner = Owner.enter(Files.createDirectory(temporary.resolve("lanes")));
        RingFactory rings = RingFactory.mapped(owner, budget, failures::add, lockFile, spillBudget, failures::add)
                .drained(() -> drained.getAsLong());
        lane = Objects.requireNonNull(Lane.open(0, RING, rings, new CountingListener(), false));
    }

    private void append(int from, int to) {
        for (int i = from; i < to; i++) {
            byte[] line = (LINE + i).getBytes(UTF_8);
            assertThat(lane.append(line, line.length, i, 0)).isEqualTo(Lane.Outcome.APPENDED);
        }
    }

    /** One round of the keeper. */
    private boolean keep() {
        lane.grow();
        boolean moved = lane.spill(0);
        lane.tidy();
        return moved;
    }

    private List<Path> spillFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tailrace-spill"))
                    .toList();
        }
    }

    private static void expect(LaneReader reader, int from, int to) {
        for (int i = from; i < to; i++) {
            assertThat(reader.next()).as("line " + i).isEqualTo(LaneReader.Found.LINE);
            assertThat(reader.epochNanos()).isEqualTo(i);
            assertThat(TestRings.line(reader)).isEqualTo(LINE + i);
        }
    }

    @Test
    void fullRingAtTheCap_isMovedToDisk_andReadFromThereInOrder() throws IOException {
        int lines = 0;
        while (spillBudget.used() < 300_000) {
            append(lines, lines + 50);
            lines += 50;
            keep();
        }
        assertThat(spillFiles()).hasSize(1);
        LaneReader reader = new LaneReader(lane);
        expect(reader, 0, lines);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.NOTHING);

        reader.confirm();
        keep();
        assertThat(spillBudget.used()).as("the disk has its room back").isZero();
        assertThat(Files.size(spillFiles().get(0))).isZero();
        append(lines, lines + 10);
        expect(reader, lines, lines + 10);
        assertThat(failures).isEmpty();
    }

    @Test
    void laneThatOnlyWaitsForItsTurn_isNotMoved() {
        drained = new AtomicLong()::incrementAndGet;
        append(0, 300);
        assertThat(keep()).as("others are drained").isFalse();
        assertThat(keep()).isFalse();

        drained = () -> 7;
        keep();
        assertThat(keep()).as("nobody is drained").isTrue();
    }

    @Test
    void readerInTheMiddle_findsWhatWasMovedMeanwhile() {
        append(0, 300);
        LaneReader reader = new LaneReader(lane);
        expect(reader, 0, 10);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.LINE);
        assertThat(keep()).isTrue();
        append(300, 350);

        expect(reader, 10, 350);
    }

    @Test
    void spillOfADeadOwner_isReadByAnother() throws IOException {
        append(0, 400);
        keep();
        append(400, 500);
        Path ring = Objects.requireNonNull(lane.mark().ring().file());
        LaneReader other = new LaneReader(new Ring(RingMemory.attach(ring, SpillFile.of(lockFile, ring))));
        other.ownerDied();

        expect(other, 0, 500);
        assertThat(other.next()).isEqualTo(LaneReader.Found.NOTHING);
        other.confirm();
        assertThat(other.isExhausted()).isTrue();
        other.discard();
        assertThat(spillFiles()).isEmpty();
    }

    @Test
    void diskAtItsCap_leavesTheRingFull() {
        int lines = 0;
        byte[] line = new byte[1000];
        while (lane.append(line, line.length, 0, 0) == Lane.Outcome.APPENDED) {
            lines++;
            keep();
            assertThat(lines).isLessThan(5000);
        }
        assertThat(spillBudget.used()).isLessThanOrEqualTo(spillBudget.cap()).isGreaterThan(spillBudget.cap() / 2);
        assertThat(lines * 1016L).isGreaterThan(spillBudget.used());
    }

    @Test
    void spillFileThatIsDeleted_losesItsLinesOnly() throws IOException {
        append(0, 400);
        keep();
        long moved = spillBudget.used();
        Files.delete(spillFiles().get(0));
        LaneReader reader = new LaneReader(lane);

        assertThat(reader.next()).isEqualTo(LaneReader.Found.DAMAGED);
        assertThat(reader.abandonRing()).isEqualTo(moved);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.LINE);
        expect(reader, (int) reader.epochNanos(), 400);
    }

    /** A producer, a keeper and a reader at once: each line is read once, whichever way it went. */
    @Test
    void movedAndReadAtTheSameTime_eachLineOnce() throws Exception {
        int lines = 200_000;
        AtomicBoolean over = new AtomicBoolean();
        Thread keeper = new Thread(() -> {
            while (!over.get()) {
                keep();
            }
        });
        Thread producer = new Thread(() -> {
            byte[] line = new byte[64];
            for (int i = 0; i < lines; i++) {
                ByteBuffer.wrap(line).putInt(0, i).putInt(60, ~i);
                lane.append(line, 16 + (i % 40) + 8, i, 10_000_000_000L);
            }
        });
        keeper.start();
        producer.start();
        LaneReader reader = new LaneReader(lane);
        ByteBuffer into = ByteBuffer.allocate(1 << 10);
        int next = 0;
        try {
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (next < lines) {
                assertThat(System.nanoTime() - deadline)
                        .as("stuck at line " + next)
                        .isNegative();
                LaneReader.Found found = reader.next();
                assertThat(found).isNotEqualTo(LaneReader.Found.DAMAGED);
                if (found == LaneReader.Found.LINE) {
                    reader.copyLine(into.clear());
                    assertThat(into.getInt(0)).isEqualTo(next);
                    assertThat(into.position()).isEqualTo(24 + next % 40);
                    next++;
                    if (next % 1000 == 0) {
                        reader.confirm();
                        // Now and then the reader is slow.
                        Thread.sleep(next % 10_000 == 0 ? 5 : 0);
                    }
                }
            }
        } finally {
            over.set(true);
            producer.join();
            keeper.join();
        }
        assertThat(failures).isEmpty();
    }
}
