package dev.tailrace.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingMemory;
import dev.tailrace.engine.journal.ring.SpillFiles;
import dev.tailrace.engine.journal.ring.TestRings;
import dev.tailrace.testkit.OpenFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillTest {
    private static final int RING = SpillingLane.RING;
    private static final String LINE = "x".repeat(100) + " ";

    private Path folder;
    private SpillingLane spilling;
    private Lane lane;

    @BeforeEach
    void openLane(@TempDir Path temporary) throws IOException {
        folder = temporary;
        use(SpillingLane.in(folder));
    }

    /** Another one, of which budgets or the ring's size are others. */
    private void openAnother(int capacity, MemoryBudget memory, MemoryBudget spill) throws IOException {
        use(new SpillingLane(folder, capacity, memory, spill));
    }

    private void use(SpillingLane other) {
        spilling = other;
        lane = other.lane;
    }

    private void append(int from, int to) {
        for (int i = from; i < to; i++) {
            byte[] line = (LINE + i).getBytes(UTF_8);
            assertThat(lane.append(line, line.length, i, 0)).isEqualTo(Lane.Outcome.APPENDED);
        }
    }

    private boolean keep() {
        return spilling.keep();
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
    void keeperOfSpills_itsOtherTaskFails_itMovesAllTheSame() throws Exception {
        CountDownLatch looks = new CountDownLatch(2);
        append(0, RING / 150);
        lane.grow();
        spilling.drained = () -> {
            looks.countDown();
            return 0;
        };
        LaneKeeper keeper = LaneKeeper.ofSpills(error -> {}, () -> {
            throw new IllegalStateException("planted");
        });
        keeper.add(lane);
        keeper.start();
        assertThat(looks.await(10, TimeUnit.SECONDS)).isTrue();
        keeper.stop();
        assertThat(keeper.awaitEnd(System.nanoTime() + 10_000_000_000L)).isTrue();
    }

    @Test
    void fullRingAtTheCap_isMovedToDisk_andReadFromThereInOrder() throws IOException {
        int lines = 0;
        while (spilling.spillBudget.used() < 300_000) {
            append(lines, lines + 50);
            lines += 50;
            keep();
        }
        assertThat(spillFiles()).hasSize(1);
        assertThat(lane.oldestEpochNanos()).as("it is on disk").isZero();
        LaneReader reader = new LaneReader(lane);
        expect(reader, 0, lines);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.NOTHING);

        reader.confirm();
        keep();
        assertThat(spilling.spillBudget.used()).as("the disk has its room back").isZero();
        assertThat(spillFiles()).isEmpty();
        append(lines, lines + 10);
        expect(reader, lines, lines + 10);
        assertThat(spilling.failures).isEmpty();
    }

    @Test
    void laneThatOnlyWaitsForItsTurn_isNotMoved() {
        spilling.drained = new AtomicLong()::incrementAndGet;
        append(0, 300);
        assertThat(keep()).as("others are drained").isFalse();
        assertThat(keep()).isFalse();

        spilling.drained = () -> 7;
        keep();
        assertThat(keep()).as("nobody is drained").isTrue();
    }

    /** Callers would wait until all of a long spill is read, though the drainer works. */
    @Test
    void readerStillAtWhatWasMoved_halfAsMuchIsMovedOnAsItReads() {
        int lines = 0;
        while (spilling.spillBudget.used() < 300_000) {
            append(lines, lines + 50);
            lines += 50;
            keep();
        }
        LaneReader reader = new LaneReader(lane);
        spilling.drained = new AtomicLong()::incrementAndGet;
        assertThat(keep()).as("others are drained").isFalse();
        long before = spilling.spillBudget.used();
        int read = 0;
        int rounds = 0;
        while (reader.ring().consumed() < reader.ring().spilled()) {
            expect(reader, read, read + 20);
            read += 20;
            reader.confirm();
            keep();
            // As fast as there is room.
            while (lane.mark().ring().inUse() < RING * 3 / 4) {
                append(lines, ++lines);
            }
            rounds++;
            assertThat(rounds).as("the reader comes to an end").isLessThan(2_000);
        }
        long moved = reader.ring().spilled() - before;
        assertThat(moved).as("moved while it was read").isBetween(before / 2, before + RING);
        expect(reader, read, lines);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.NOTHING);
        assertThat(spilling.failures).isEmpty();
    }

    @Test
    void eachFileOfALongSpill_isRemovedWhenItIsRead() throws IOException {
        MemoryBudget much = new MemoryBudget(1L << 30);
        openAnother(1 << 20, new MemoryBudget((1 << 20) + 4096), much);
        int lines = 0;
        while (much.used() < 3L * SpillFiles.SIZE) {
            append(lines, lines + 500);
            lines += 500;
            keep();
        }
        assertThat(spillFiles()).hasSizeBetween(3, 4);
        LaneReader reader = new LaneReader(lane);
        int before = 0;
        int read = 0;
        while (before < SpillFiles.SIZE + 1000) {
            expect(reader, read, read + 100);
            read += 100;
            before = (int) reader.position();
        }
        long used = much.used();
        reader.confirm();
        keep();
        assertThat(spillFiles()).noneMatch(file -> file.toString().endsWith(".0.tailrace-spill"));
        assertThat(much.used()).as("room for others").isLessThanOrEqualTo(used - SpillFiles.SIZE + (1 << 18));

        expect(reader, read, lines);
        reader.confirm();
        keep();
        assertThat(spillFiles()).isEmpty();
        assertThat(much.used()).isZero();
        assertThat(spilling.failures).isEmpty();
    }

    /** The reader still has the file open that its owner removed when it was read, and made again for what came then. */
    @Test
    void fileThatIsMadeAgain_isOpenedAgain() throws IOException {
        append(0, 400);
        assertThat(keep()).isTrue();
        LaneReader reader = new LaneReader(lane);
        expect(reader, 0, 400);
        reader.confirm();
        keep();
        assertThat(spillFiles()).isEmpty();
        append(400, 800);
        assertThat(keep()).isTrue();
        assertThat(spillFiles()).hasSize(1);

        expect(reader, 400, 800);
        assertThat(spilling.failures).isEmpty();
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
        LaneReader other = new LaneReader(new Ring(RingMemory.attach(ring, SpillFiles.of(spilling.lockFile, ring))));
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
        assertThat(spilling.spillBudget.used())
                .isLessThanOrEqualTo(spilling.spillBudget.cap())
                .isGreaterThan(spilling.spillBudget.cap() / 2);
        assertThat(lines * 1016L).isGreaterThan(spilling.spillBudget.used());
    }

    @Test
    void spillFileThatIsDeleted_losesItsLinesOnly() throws IOException {
        append(0, 400);
        keep();
        long moved = spilling.spillBudget.used();
        Files.delete(spillFiles().get(0));
        LaneReader reader = new LaneReader(lane);

        assertThat(reader.next()).isEqualTo(LaneReader.Found.DAMAGED);
        assertThat(reader.abandonRing()).isEqualTo(moved);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.LINE);
        expect(reader, (int) reader.epochNanos(), 400);
    }

    /** However long the lines are: a frame is moved whole, and counts as such. */
    @Test
    void readerStillAtWhatWasMoved_halfAsMuchIsMovedOnOfLongLines() throws IOException {
        int capacity = 1 << 21;
        MemoryBudget much = new MemoryBudget(1L << 30);
        openAnother(capacity, new MemoryBudget(capacity + 4096), much);
        byte[] line = new byte[200_000];
        while (much.used() < 8L << 20) {
            while (lane.append(line, line.length, 0, 0) == Lane.Outcome.APPENDED) {
                if (lane.mark().ring().inUse() > capacity * 3 / 4) {
                    break;
                }
            }
            keep();
        }
        LaneReader reader = new LaneReader(lane);
        spilling.drained = new AtomicLong()::incrementAndGet;
        assertThat(keep()).as("others are drained").isFalse();
        long before = much.used();
        ByteBuffer into = ByteBuffer.allocate(line.length);
        while (reader.ring().consumed() < reader.ring().spilled()) {
            assertThat(reader.next()).isEqualTo(LaneReader.Found.LINE);
            reader.copyLine(into.clear());
            reader.confirm();
            keep();
            while (lane.mark().ring().inUse() < capacity * 3 / 4
                    && lane.append(line, line.length, 0, 0) == Lane.Outcome.APPENDED) {
                lane.clearConsumed();
            }
            assertThat(reader.ring().spilled()).as("the reader comes to an end").isLessThan(4 * before);
        }
        assertThat(spilling.failures).isEmpty();
    }

    /** A lane that spilled and found memory again goes on in another ring; what it has on disk is given back all the same. */
    @Test
    void ringThatWasLeft_eachOfItsFilesIsRemovedWhenItIsRead() throws Exception {
        int capacity = 1 << 20;
        MemoryBudget memory = new MemoryBudget(4L * capacity);
        memory.reserveBeyondCap(2L * capacity);
        MemoryBudget much = new MemoryBudget(1L << 30);
        openAnother(capacity, memory, much);
        int lines = 0;
        while (much.used() < 3L * SpillFiles.SIZE) {
            append(lines, lines + 500);
            lines += 500;
            keep();
        }
        memory.release(2L * capacity);
        growInto(capacity * 2);
        long used = much.used();
        LaneReader reader = new LaneReader(lane);
        int read = 0;
        while (reader.position() < SpillFiles.SIZE + 1000) {
            expect(reader, read, read + 100);
            read += 100;
        }
        reader.confirm();
        keep();
        assertThat(spillFiles()).noneMatch(file -> file.toString().endsWith(".0.tailrace-spill"));
        assertThat(much.used()).isEqualTo(used - SpillFiles.SIZE);

        expect(reader, read, lines);
        reader.confirm();
        assertThat(reader.next()).isEqualTo(LaneReader.Found.NOTHING);
        reader.confirm();
        keep();
        assertThat(spillFiles()).isEmpty();
        assertThat(much.used()).isZero();
        assertThat(spilling.failures).isEmpty();
    }

    private void growInto(int capacity) throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (lane.mark().ring().capacity() != capacity) {
            assertThat(System.nanoTime() - deadline).as("it doesn't grow").isNegative();
            lane.grow();
            Thread.sleep(10);
        }
    }

    @Test
    void fileThatCantBeRemoved_isRemovedLater_andItsRoomIsGivenBackThen() throws Exception {
        MemoryBudget memory = new MemoryBudget(4L * RING);
        memory.reserveBeyondCap(2L * RING);
        openAnother(RING, memory, spilling.spillBudget);
        append(0, 400);
        assertThat(keep()).isTrue();
        memory.release(2L * RING);
        growInto(2 * RING);
        LaneReader reader = new LaneReader(lane);
        expect(reader, 0, 400);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.NOTHING);
        Path file = spillFiles().get(0);
        Files.delete(file);
        // Only an empty directory can be removed.
        Path obstacle = Files.createDirectory(file).resolve("obstacle");
        Files.createFile(obstacle);
        reader.confirm();
        keep();
        assertThat(spilling.spillBudget.used()).isNotZero();
        append(400, 1100);
        assertThat(keep()).as("another ring's lines are moved").isTrue();

        Files.delete(obstacle);
        expect(reader, 400, 1100);
        reader.confirm();
        keep();
        assertThat(spillFiles()).isEmpty();
        assertThat(spilling.spillBudget.used()).isZero();
    }

    /** What was read gives room at once; callers at the cap must not wait until a disk that failed would be asked again. */
    @Test
    void diskAtItsCap_isUsedAgainAsSoonAsSomethingWasRead() throws IOException {
        int capacity = 1 << 20;
        MemoryBudget some = new MemoryBudget(3L * SpillFiles.SIZE);
        openAnother(capacity, new MemoryBudget(capacity + 4096), some);
        int lines = 0;
        byte[] line = (LINE + 0).getBytes(UTF_8);
        while (lane.append(line, line.length, 0, 0) == Lane.Outcome.APPENDED) {
            lines++;
            if (lines % 500 == 0) {
                keep();
            }
        }
        assertThat(keep()).as("the disk is at its cap").isFalse();
        assertThat(lane.mayNeedSpill()).as("asked again soon").isTrue();
        LaneReader reader = new LaneReader(lane);
        ByteBuffer into = ByteBuffer.allocate(1000);
        while (reader.position() < SpillFiles.SIZE + 1000) {
            assertThat(reader.next()).isEqualTo(LaneReader.Found.LINE);
            reader.copyLine(into.clear());
        }
        reader.confirm();

        assertThat(keep()).isTrue();
        assertThat(lane.append(line, line.length, 0, 0)).isEqualTo(Lane.Outcome.APPENDED);
    }

    /** The room of a removed file that a process still has open is not given back. */
    @Test
    void readerThatHasReadAllOfTheSpill_hasNoneOfItsFilesOpen() throws IOException {
        append(0, 400);
        assertThat(keep()).isTrue();
        LaneReader reader = new LaneReader(lane);
        expect(reader, 0, 400);
        assertThat(openSpillFiles()).isNotEmpty();
        reader.confirm();
        keep();

        assertThat(openSpillFiles()).isEmpty();
    }

    private List<String> openSpillFiles() throws IOException {
        return OpenFiles.below(folder).stream()
                .filter(file -> file.contains(".tailrace-spill"))
                .toList();
    }

    @Test
    void deadRingWhoseLogFolderIsGone_isRemoved() throws IOException {
        append(0, 10);
        Path ring = Objects.requireNonNull(lane.mark().ring().file());
        Path gone = folder.resolve("gone").resolve(".app.log.tailrace-lock");
        LaneReader other = new LaneReader(new Ring(RingMemory.attach(ring, SpillFiles.of(gone, ring))));
        other.ownerDied();
        expect(other, 0, 10);
        other.confirm();
        other.discard();

        assertThat(ring).doesNotExist();
    }
}
