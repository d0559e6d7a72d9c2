package dev.tailrace.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.figures.EventRecorder;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.DropCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainerTest {
    private static final int RING = 1 << 16;
    private static final long MILLI = 1_000_000L;

    private RecordingSink sink = new RecordingSink();
    private final RecordingListener listener = new RecordingListener();
    private long now;

    private static Lane lane(MemoryBudget budget, int index) {
        Lane lane = Lane.open(index, RING, RingFactory.inProcess(budget), new QuietLanes(), false);
        return Objects.requireNonNull(lane);
    }

    private Destination destination(int lanes, Overflow overflow) {
        MemoryBudget budget = new MemoryBudget(lanes * (RING + 4096L));
        Lane[] all = new Lane[lanes];
        for (int i = 0; i < lanes; i++) {
            all[i] = lane(budget, i);
        }
        return new Destination(all, "memory", DropCounters.inProcess(), overflow, 1 << 20);
    }

    private static Destination.Outcome append(Destination destination, String line, long epochNanos) {
        TextBuffer text = new TextBuffer(64, 1 << 24);
        text.append(line);
        return destination.append(20, "test", text, epochNanos, new PendingWord(() -> {}));
    }

    private static void appendTo(Lane lane, String line, long epochNanos) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        assertThat(lane.append(bytes, bytes.length, epochNanos, 0, 0, new PendingWord(() -> {})))
                .isEqualTo(Lane.Outcome.APPENDED);
    }

    private Drainer drainer(Destination destination) {
        return new Drainer(destination, sink, 2 * MILLI, () -> now, () -> now, listener);
    }

    private static final Overflow WAIT_NOT = new Overflow(Integer.MAX_VALUE, 0);

    @Test
    void doWork_linesInLane_reachTheSinkInOrder() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            String line = "line " + i + "x".repeat(i % 50) + "\n";
            expected.append(line);
            assertThat(append(destination, line, i)).isEqualTo(Destination.Outcome.APPENDED);
            if (i % 100 == 0) {
                drainer.doWork(false);
            }
        }
        drainer.doWork(false);
        assertThat(sink.text()).isEqualTo(expected.toString());
        assertThat(destination.backlog()).isZero();
    }

    /** The parts of a batch whose write fails in between are one batch. */
    @Test
    void doWork_batchThatTakesLong_isRecorded_andOthersAreNot() {
        List<String> batches = new ArrayList<>();
        EventRecorder recorder = new EventRecorder() {
            @Override
            public @Nullable Span begin(Kind kind) {
                return null;
            }

            @Override
            public void dropped(String log, int level, String logger, boolean waited) {}

            @Override
            public void batch(String log, long tookNanos, long bytes) {
                batches.add(log + " " + tookNanos / MILLI + " ms " + bytes);
            }
        };
        Lane lane = Objects.requireNonNull(Lane.open(
                0,
                RING,
                RingFactory.inProcess(new MemoryBudget(2 * RING)).figures(new LogFigures("memory", recorder)),
                new QuietLanes(),
                false));
        Destination destination =
                new Destination(new Lane[] {lane}, "memory", DropCounters.inProcess(), WAIT_NOT, 1 << 20);
        Drainer drainer = drainer(destination);
        sink.onWrite = () -> now += 100 * MILLI;
        append(destination, "just in time\n", 1);
        drainer.doWork(true);
        assertThat(batches).isEmpty();

        append(destination, "late\n", 2);
        sink.failAfter = 2;
        drainer.doWork(true);
        sink.failAfter = -1;
        now += 10_000 * MILLI;
        drainer.doWork(true);
        assertThat(sink.text()).isEqualTo("just in time\nlate\n");
        assertThat(batches).as("pauses don't count").containsExactly("memory 200 ms 5");
        assertThat(destination.figures().lines()).isEqualTo(2);
        assertThat(destination.figures().bytes()).isEqualTo(sink.text().length());
    }

    /** Without a keeper the lane could grow for ever and never does. */
    @Test
    void append_laneCouldGrowAndDoesNot_waitsNoLongerThanItMay() {
        Destination destination = destination(1, new Overflow(0, 50 * MILLI));
        String line = "x".repeat(400) + "\n";
        Destination.Outcome outcome = Destination.Outcome.APPENDED;
        long start = 0;
        while (outcome == Destination.Outcome.APPENDED) {
            start = System.nanoTime();
            outcome = append(destination, line, 1);
        }

        assertThat(outcome).isEqualTo(Destination.Outcome.DROPPED);
        assertThat(System.nanoTime() - start)
                .as("before, it gave the keeper ten seconds")
                .isLessThan(5_000 * MILLI);
    }

    @Test
    void offer_laneIsFull_isNoDroppedEvent_andIsTakenOnceThereIsRoom() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        while (append(destination, "x".repeat(1000) + "\n", 1) == Destination.Outcome.APPENDED) {
            assertThat(destination.losses().total()).isZero();
        }
        long dropped = destination.losses().total();
        TextBuffer summary = new TextBuffer(64, 64);
        summary.append("2 times more\n");
        PendingWord pending = new PendingWord(() -> {});
        while (destination.offer(summary, 2, 0, pending)) {
            assertThat(pending.owed).isFalse();
        }

        assertThat(destination.losses().total()).isEqualTo(dropped);
        drainer.doWork(true);
        assertThat(destination.offer(summary, 3, 0, pending)).isTrue();
        drainer.doWork(true);
        assertThat(sink.text()).endsWith("2 times more\n");
        assertThat(destination.losses().total()).isEqualTo(dropped);
    }

    private Destination wideDestination() {
        Lane lane = Objects.requireNonNull(
                Lane.open(0, 1 << 23, RingFactory.inProcess(new MemoryBudget(1L << 24)), new QuietLanes(), false));
        return new Destination(new Lane[] {lane}, "memory", DropCounters.inProcess(), WAIT_NOT, 1 << 20);
    }

    private Drainer narrow(Destination destination, NarrowBatch batch) {
        return new Drainer(destination, sink, batch, null, 2 * MILLI, () -> now, () -> now, listener);
    }

    private void work(Drainer drainer, long seconds) {
        for (int i = 0; i < seconds * 10; i++) {
            now += 100 * MILLI;
            drainer.doWork(true);
        }
    }

    @Test
    void doWork_longLineFindsNoRoomForLong_isCutAndTheOthersGoOn() {
        Destination destination = wideDestination();
        Drainer drainer = narrow(destination, new NarrowBatch());
        append(destination, "before\n", 1);
        append(destination, "ä".repeat(200_000) + "\n", 2);
        append(destination, "after\n", 3);

        work(drainer, 4);
        assertThat(sink.text()).isEqualTo("before\n");
        assertThat(listener.reports).containsExactly("no room 400001");

        work(drainer, 10);
        assertThat(sink.text()).startsWith("before\näää").endsWith("of 400001 bytes]\nafter\n");
        assertThat(destination.backlog()).isZero();
    }

    @Test
    void doWork_longLineFindsRoomInTime_isWhole() {
        Destination destination = wideDestination();
        NarrowBatch batch = new NarrowBatch();
        Drainer drainer = narrow(destination, batch);
        String line = "x".repeat(400_000) + "\n";
        append(destination, line, 1);

        work(drainer, 3);
        assertThat(sink.text()).isEmpty();
        batch.full = false;
        work(drainer, 10);

        assertThat(sink.text()).isEqualTo(line);
    }

    @Test
    void doWork_sinkFailsWithinABatch_goesOnAtTheExactByte() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            expected.append("line ").append(i).append('\n');
            append(destination, "line " + i + "\n", i);
        }
        sink.failAfter = 7;
        for (int i = 0; i < 20; i++) {
            drainer.doWork(false);
            now += 10_000 * MILLI;
        }
        assertThat(sink.text()).isEqualTo(expected.substring(0, 20 * 7));
        assertThat(destination.backlog())
                .as("nothing is confirmed before all of it is written")
                .isPositive();
        sink.failAfter = -1;
        drainer.doWork(false);
        assertThat(sink.text()).isEqualTo(expected.toString());
        assertThat(destination.backlog()).isZero();
    }

    /** A process that dies there leaves word of the place where the rest is, not only of the one where it began. */
    @Test
    void doWork_restOfAFailedWriteGoesToAnotherFile_hasAnIntentOfItsOwn(@TempDir Path folder) throws Exception {
        Path lockFile = folder.resolve(".app.log.tailrace-lock");
        sink.path = folder.resolve("app.log");
        sink.identity = 1;
        Destination destination = destination(1, WAIT_NOT);
        Staging staging = Staging.open(folder, lockFile, listener);
        assertThat(staging.last(listener)).isNull();
        Drainer drainer = new Drainer(destination, sink, staging, null, 2 * MILLI, () -> now, () -> now, listener);
        append(destination, "one\n", 1);
        append(destination, "two\n", 2);
        sink.failAfter = 6;
        drainer.doWork(true);
        List<Intent> found = new ArrayList<>();
        sink.failAfter = -1;
        sink.onLook = () -> {
            sink.roll(0); // another program has renamed the file, and a new one was made
            sink.identity = 2;
        };
        sink.onWrite = () -> {
            try {
                found.add(Objects.requireNonNull(
                        Staging.open(folder, lockFile, listener).last(listener)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };

        work(drainer, 1);

        assertThat(sink.text()).isEqualTo("one\ntwtwo\n");
        Intent rest = found.get(0);
        assertThat(rest.committed()).isFalse();
        assertThat(rest.fileIdentity()).isEqualTo(2);
        assertThat(rest.offset()).isZero();
        assertThat(StandardCharsets.UTF_8
                        .decode(rest.lines().duplicate().rewind())
                        .toString())
                .isEqualTo("two\n");
        assertThat(StagingHead.committed(folder)).isEqualTo(rest.sequence());
    }

    @Test
    void doWork_lineInTheMakingAtTheFirstStep_isTakenAsStuckTenSecondsLater() {
        now = 3_600_000 * MILLI;
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        // Fails between claim and commit, and no thread settles the claim.
        assertThatThrownBy(() -> destination.lanes()[0].append(new byte[8], 64, 1, 0, 0, new PendingWord(() -> {})))
                .isInstanceOf(IndexOutOfBoundsException.class);

        drainer.doWork(false);
        now += 9_999 * MILLI;
        drainer.doWork(false);
        assertThat(listener.reports).isEmpty();
        now += 2 * MILLI;
        drainer.doWork(false);
        drainer.doWork(false);
        assertThat(listener.reports).containsExactly("stuck");
    }

    @Test
    void doWork_afterAFailure_pausesBeforeTheNextTry() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        append(destination, "a line\n", 1);
        sink.failAfter = 0;
        drainer.doWork(false);
        sink.failAfter = -1;
        assertThat(drainer.doWork(false)).isZero();
        now += Drainer.FIRST_RETRY_MILLIS * MILLI;
        assertThat(drainer.doWork(false)).isPositive();
        assertThat(sink.text()).isEqualTo("a line\n");
    }

    @Test
    void doWork_fileGetsFull_rollsBetweenTwoLines() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        sink.maxBytes = 100;
        for (int i = 100; i < 200; i++) {
            append(destination, "line " + i + "\n", i);
        }
        drainer.doWork(false);
        assertThat(sink.files).hasSize(9);
        // Eleven lines of nine bytes are 99; the twelfth makes the file reach its size.
        assertThat(sink.files.get(0).toString(StandardCharsets.UTF_8)).hasSize(12 * 9);
        assertThat(sink.text().lines()).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void doWork_lineOfALaterPeriod_opensTheNextFile() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        sink.rollAtNanos = 50;
        append(destination, "before\n", 49);
        append(destination, "after\n", 50);
        drainer.doWork(false);
        assertThat(sink.files).hasSize(2);
        assertThat(sink.files.get(0).toString(StandardCharsets.UTF_8)).isEqualTo("before\n");
        assertThat(sink.files.get(1).toString(StandardCharsets.UTF_8)).isEqualTo("after\n");
    }

    @Test
    void doWork_twoLanes_mergesByTimeAfterTheWindow() {
        Destination destination = destination(2, WAIT_NOT);
        Drainer drainer = drainer(destination);
        Lane first = destination.lanes()[0];
        Lane second = destination.lanes()[1];
        now = 10 * MILLI;
        drainer.doWork(false);
        appendTo(first, "b", 2);
        now += 3 * MILLI;
        assertThat(drainer.doWork(false))
                .as("an earlier line may still come on the other lane")
                .isZero();
        appendTo(second, "a", 1);
        appendTo(second, "d", 4);
        appendTo(first, "c", 3);
        now += 3 * MILLI;
        drainer.doWork(false);
        now += 3 * MILLI;
        drainer.doWork(false);
        now += 3 * MILLI;
        drainer.doWork(false);
        assertThat(sink.text()).isEqualTo("abcd");
    }

    @Test
    void doWork_urgent_waitsForNoWindow() {
        Destination destination = destination(2, WAIT_NOT);
        Drainer drainer = drainer(destination);
        appendTo(destination.lanes()[1], "now", 5);
        drainer.doWork(true);
        assertThat(sink.text()).isEqualTo("now");
    }

    @Test
    void doWork_clockStepsBack_keepsTheOrderOfTheLane() {
        Destination destination = destination(2, WAIT_NOT);
        Drainer drainer = drainer(destination);
        Lane lane = destination.lanes()[0];
        appendTo(lane, "first ", 1_000_000 * MILLI);
        appendTo(lane, "second ", 1);
        appendTo(destination.lanes()[1], "other ", 2_000_000 * MILLI);
        drainer.doWork(true);
        assertThat(sink.text()).isEqualTo("first second other ");
    }

    @Test
    void append_laneFullAtTheCap_dropsCountsAndTellsInTheLog() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        int dropped = 0;
        int written = 0;
        while (dropped < 3) {
            if (append(destination, "x".repeat(1000) + "\n", 1) == Destination.Outcome.DROPPED) {
                dropped++;
            } else {
                written++;
                destination.lanes()[0].grow();
            }
        }
        assertThat(destination.losses().total()).isEqualTo(3);
        drainer.doWork(false);
        assertThat(sink.text()).startsWith("lost 3 {test=3}\n");
        assertThat(sink.text().lines()).hasSize(written + 1);
        append(destination, "later\n", 2);
        drainer.doWork(false);
        assertThat(sink.text()).as("told once").endsWith("x\nlater\n").containsOnlyOnce("lost");
    }

    @Test
    void append_lineLongerThanTheLaneTakes_isCutWithAMark() {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        destination.lanes()[0].grow();
        Thread keeper = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                destination.lanes()[0].grow();
                Thread.onSpinWait();
            }
        });
        keeper.start();
        try {
            assertThat(append(destination, "\u20ac".repeat(30_000) + "\n", 1)).isEqualTo(Destination.Outcome.APPENDED);
        } finally {
            keeper.interrupt();
        }
        drainer.doWork(false);
        assertThat(sink.text())
                .startsWith("\u20ac\u20ac")
                .endsWith(" of 90001 bytes]\n")
                .doesNotContain("\uFFFD");
        assertThat(destination.cutLines()).isEqualTo(1);
        assertThat(sink.files.get(0).size()).isLessThanOrEqualTo(RING / 8);
    }

    @Test
    void close_afterAllIsWritten_closesTheSinkAndRefusesMore() throws Exception {
        Destination destination = destination(1, WAIT_NOT);
        Drainer drainer = drainer(destination);
        append(destination, "last\n", 1);
        destination.close();
        assertThat(append(destination, "too late\n", 2)).isEqualTo(Destination.Outcome.CLOSED);
        assertThat(destination.isDrained()).isFalse();
        drainer.doWork(true);
        assertThat(destination.isDrained()).isTrue();
        drainer.close();
        assertThat(sink.closed).isTrue();
        assertThat(sink.text()).isEqualTo("last\n");
    }

    @Test
    void doWork_longerThanABatch_isWrittenWhole() {
        Destination destination = wideDestination();
        String line = "y".repeat(1_000_000) + "\n";
        append(destination, "before\n", 1);
        append(destination, line, 1);
        append(destination, "after\n", 1);
        drainer(destination).doWork(false);
        assertThat(sink.text()).isEqualTo("before\n" + line + "after\n");
    }

    /** For instance a keyed log's files: each line is a batch, and no batch ever gets full. */
    @Test
    void doWork_eachLineForAnotherFile_givesOthersTheirTurn() {
        Destination destination = destination(1, WAIT_NOT);
        sink = new RecordingSink.Routed();
        sink.onWrite = () -> now += MILLI / 10;
        Drainer drainer = drainer(destination);
        int lines = 1_500;
        for (int i = 0; i < lines; i++) {
            append(destination, "\1" + (char) ('a' + i % 2) + "line " + i + "\n", i);
        }
        long begun = now;
        drainer.doWork(false);
        assertThat(now - begun).isLessThan(60 * MILLI);
        assertThat(drainer.hasMore()).isTrue();

        for (int i = 0; i < 100 && drainer.hasMore(); i++) {
            drainer.doWork(false);
        }
        assertThat(sink.text().lines()).hasSize(lines);
        assertThat(destination.isDrained() || destination.backlog() == 0).isTrue();
    }
}
