package dev.tailrace.engine.journal;

import static dev.tailrace.engine.journal.Lane.Outcome.APPENDED;
import static dev.tailrace.engine.journal.Lane.Outcome.CLOSED;
import static dev.tailrace.engine.journal.Lane.Outcome.FULL;
import static dev.tailrace.engine.journal.Lane.Outcome.TOO_LONG;
import static dev.tailrace.engine.journal.ring.TestRings.PLENTY;
import static dev.tailrace.engine.journal.ring.TestRings.SMALL;
import static dev.tailrace.engine.journal.ring.TestRings.append;
import static dev.tailrace.engine.journal.ring.TestRings.appendFrame;
import static dev.tailrace.engine.journal.ring.TestRings.fill;
import static dev.tailrace.engine.journal.ring.TestRings.lines;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.TestRings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LaneTest {
    private static final long BYTES = SMALL + RingDescriptor.DATA_OFFSET;
    private static final MemoryBudget ONE_RING = new MemoryBudget(BYTES);

    private final CountingListener listener = new CountingListener();

    @Test
    void open_withoutMemory_isNull() {
        assertThat(Lane.open(0, SMALL, RingFactory.inProcess(new MemoryBudget(BYTES - 1)), listener, false))
                .isNull();
    }

    @Test
    void append_thenRead_givesTheLines() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);

        assertThat(append(lane, "one")).isEqualTo(APPENDED);
        assertThat(append(lane, "two")).isEqualTo(APPENDED);
        assertThat(lines(reader)).containsExactly("one", "two");
        assertThat(lane.backlog()).isEqualTo(48);
        reader.confirm();
        assertThat(lane.backlog()).isZero();
    }

    @Test
    void oldestEpochNanos_isThatOfTheFirstLineThatIsNotConfirmed() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        assertThat(lane.oldestEpochNanos()).as("empty").isEqualTo(Long.MAX_VALUE);

        appendAt(lane, 1_000);
        appendAt(lane, 2_000);
        assertThat(reader.next()).isEqualTo(LaneReader.Found.LINE);
        TestRings.line(reader);
        assertThat(lane.oldestEpochNanos()).as("read, not written").isEqualTo(1_000);
        reader.confirm();
        assertThat(lane.oldestEpochNanos()).isEqualTo(2_000);
        lines(reader);
        reader.confirm();
        assertThat(lane.oldestEpochNanos()).as("all written").isEqualTo(Long.MAX_VALUE);
    }

    /** Paddings of all lengths, one as short as its header among them, stand where the oldest line is looked for. */
    @Test
    void oldestEpochNanos_atEachPlaceOfTheRing_isFound() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        long time = 1;
        while (lane.mark().position() < 40 * SMALL) {
            byte[] line = new byte[(int) (time * 7 % 200)];
            assertThat(lane.append(line, line.length, time, 0)).isEqualTo(APPENDED);
            assertThat(lane.oldestEpochNanos()).isEqualTo(time);
            lines(reader);
            reader.confirm();
            reader.tidy();
            assertThat(lane.oldestEpochNanos()).isEqualTo(Long.MAX_VALUE);
            time++;
        }
    }

    private static void appendAt(Lane lane, long epochNanos) {
        byte[] line = {'x'};
        assertThat(lane.append(line, line.length, epochNanos, 0)).isEqualTo(APPENDED);
    }

    @Test
    void callThatWaitsForRoom_isCounted_andOneThatDoesNotIsNot() {
        Lane lane = Objects.requireNonNull(
                Lane.open(0, SMALL, RingFactory.inProcess(new MemoryBudget(BYTES)), listener, false));
        fill(lane);
        lane.grow();
        assertThat(append(lane, "x")).isEqualTo(FULL);
        assertThat(lane.figures().waits()).as("it would not wait").isZero();

        byte[] line = {'x'};
        assertThat(lane.append(line, line.length, 0, 5_000_000, 5_000_000, new PendingWord(() -> {})))
                .isEqualTo(FULL);
        assertThat(lane.figures().waits()).isOne();
        assertThat(lane.figures().waitedNanos()).isGreaterThanOrEqualTo(5_000_000);
    }

    /** 128 divides a quarter of the ring: a quarter's last frame then ends exactly where the next quarter begins. */
    @ParameterizedTest
    @ValueSource(ints = {16, 61, 64, 122, 128, 200, 333, 505, 512})
    void append_wakesTheReaderOnceInAQuarterOfTheRing(int frameLength) {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        while (lane.mark().position() < 25 * SMALL) {
            assertThat(appendFrame(lane, frameLength)).isEqualTo(APPENDED);
            lines(reader);
            reader.confirm();
            reader.tidy();
        }

        assertThat(listener.frames.get()).isBetween(99, 102);
        assertThat(listener.pressure).as("the reader was fast enough").hasValue(0);
    }

    @Test
    void append_wakesTheReaderAlways_whereItAskedForIt() {
        Lane lane = Objects.requireNonNull(Lane.open(0, SMALL, RingFactory.inProcess(PLENTY), listener, true));
        append(lane, "x");
        append(lane, "x");

        assertThat(listener.frames)
                .as("one for each, and one because the first begins a quarter")
                .hasValue(3);
    }

    @Test
    void append_asksForGrowth_whenAQuarterWaits() {
        Lane lane = TestRings.lane(listener);
        for (int i = 0; i < 3; i++) {
            appendFrame(lane, 512);
        }

        assertThat(listener.pressure.get()).isEqualTo(1);
    }

    @Test
    void fullLane_growsAndKeepsTheOrder() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        listener.keeper = lane::grow;
        for (int i = 0; i < 1000; i++) {
            assertThat(append(lane, "line " + i)).isEqualTo(APPENDED);
        }

        assertThat(lane.maxLineLength()).isGreaterThan(SMALL / 8);
        assertThat(lines(reader)).hasSize(1000).startsWith("line 0", "line 1").endsWith("line 999");
    }

    @Test
    void grow_whenLittleWaits_doesNothing() {
        Lane lane = TestRings.lane(listener);
        append(lane, "x");

        assertThat(lane.grow()).isFalse();
    }

    @Test
    void grow_beyondTheBudget_doesNothing() {
        Lane lane = TestRings.lane(SMALL, ONE_RING, listener);
        fill(lane);

        assertThat(lane.grow()).isFalse();
        assertThat(lane.maxLineLength()).isEqualTo(SMALL / 8 - 16);
    }

    @Test
    void appendAtTheCap_withoutPatience_isFullAtOnce() {
        Lane lane = fullLaneAtTheCap();

        assertThat(append(lane, "x")).isEqualTo(FULL);
    }

    @Test
    void appendAtTheCap_waitsForItsPatience() {
        Lane lane = fullLaneAtTheCap();
        long start = System.nanoTime();

        assertThat(lane.append(new byte[1], 1, 0, 50_000_000)).isEqualTo(FULL);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000);
        assertThat(listener.frames.get()).isGreaterThan(2);
    }

    @Test
    void appendAtTheCap_afterOneFullWaitInWhichNothingMoved_isFullAtOnce_untilItMoves() {
        Lane lane = fullLaneAtTheCap();
        LaneReader reader = new LaneReader(lane);
        assertThat(lane.append(new byte[1], 1, 0, 50_000_000)).isEqualTo(FULL);

        long start = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            assertThat(lane.append(new byte[1], 1, 0, 50_000_000)).isEqualTo(FULL);
        }
        assertThat(System.nanoTime() - start).isLessThan(25_000_000_000L);

        lines(reader);
        reader.confirm();
        fill(lane);
        start = System.nanoTime();
        assertThat(lane.append(new byte[1], 1, 0, 50_000_000)).isEqualTo(FULL);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000);
    }

    @Test
    void appendAtTheCap_goesOnWhenTheReaderMadeRoom() {
        Lane lane = fullLaneAtTheCap();
        LaneReader reader = new LaneReader(lane);
        listener.keeper = () -> {
            lines(reader);
            reader.confirm();
            lane.clearConsumed();
        };

        assertThat(lane.append(new byte[1], 1, 0, Long.MAX_VALUE)).isEqualTo(APPENDED);
    }

    @Test
    void appendAtTheCap_ofASealedLane_isBoundedToo() {
        Lane lane = fullLaneAtTheCap();
        lane.seal();
        assertThat(append(lane, "x")).isEqualTo(FULL);

        long start = System.nanoTime();
        assertThat(lane.append(new byte[1], 1, 0, 20_000_000)).isEqualTo(FULL);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void waitingCaller_keepsItsInterrupt() {
        Lane lane = fullLaneAtTheCap();
        Thread.currentThread().interrupt();

        assertThat(lane.append(new byte[1], 1, 0, 5_000_000)).isEqualTo(FULL);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void longLine_makesTheLaneGrow() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        listener.keeper = lane::grow;
        append(lane, "before");

        assertThat(append(lane, "x".repeat(100_000))).isEqualTo(APPENDED);
        assertThat(lane.maxLineLength()).isBetween(100_000, 200_000);
        assertThat(lines(reader)).containsExactly("before", "x".repeat(100_000));
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL / 8, SMALL / 8 + 1, SMALL / 4, SMALL / 4 + 1, SMALL})
    void longestFrameOfARing_isAnEighthOfIt(int frameLength) {
        Lane lane = TestRings.lane(listener);
        listener.keeper = lane::grow;

        assertThat(appendFrame(lane, frameLength)).isEqualTo(APPENDED);
        assertThat(lane.maxLineLength() + 16)
                .isEqualTo(Math.max(SMALL / 8, Integer.highestOneBit(frameLength - 1) * 2));
    }

    @Test
    void lineTooLongForTheCap_isTooLong_andTheLaneStillDoubles() {
        Lane lane = TestRings.lane(SMALL, new MemoryBudget(1 << 20), listener);
        listener.keeper = lane::grow;

        assertThat(append(lane, "x".repeat(1 << 20))).isEqualTo(TOO_LONG);
        fill(lane);
        assertThat(append(lane, "x")).isEqualTo(APPENDED);
        assertThat(lane.maxLineLength() + 16).isGreaterThan(SMALL / 8);
    }

    @Test
    void lineTooLongForAnyRing_isTooLongAtOnce() {
        Lane lane = TestRings.lane(listener);

        assertThat(lane.append(new byte[0], Integer.MAX_VALUE, 0, Long.MAX_VALUE))
                .isEqualTo(TOO_LONG);
        assertThat(lane.append(new byte[0], (1 << 26) - 15, 0, Long.MAX_VALUE)).isEqualTo(TOO_LONG);
        assertThat(listener.pressure).hasValue(0);
        lane.close();
        assertThat(lane.append(new byte[0], Integer.MAX_VALUE, 0, 0)).isEqualTo(CLOSED);
    }

    @Test
    void failingProducer_leavesAnAbortedFrame() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);

        AtomicInteger settled = new AtomicInteger();
        PendingWord pending = new PendingWord(settled::incrementAndGet);

        assertThatThrownBy(() -> lane.append(new byte[3], 4, 0, 0, 0, pending))
                .isInstanceOf(IndexOutOfBoundsException.class);
        append(lane, "after");
        assertThat(pending.owed).isTrue();
        assertThat(lines(reader)).as("the claim holds up what is behind it").isEmpty();

        pending.orphaned = true;
        pending.next = PendingWord.orphans;
        PendingWord.orphans = pending;
        PendingWord.settleOrphans();
        assertThat(settled).hasValue(1);
        assertThat(lines(reader)).containsExactly("after");
        assertThat(reader.abortedFrames()).isEqualTo(1);
    }

    @Test
    void closedLane_refuses() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        append(lane, "before");
        lane.close();

        assertThat(append(lane, "after")).isEqualTo(CLOSED);
        assertThat(lines(reader)).containsExactly("before");
    }

    @Test
    void closedLane_thatIsFull_doesNotGrowAnyMore() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        fill(lane);
        lane.close();

        assertThat(lane.grow()).isFalse();
        assertThat(append(lane, "after")).isEqualTo(CLOSED);
        lines(reader);
        reader.confirm();
        assertThat(reader.isExhausted()).isTrue();
    }

    @Test
    void sealedLane_goesOnInAFreshRing() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        append(lane, "before");
        lane.seal();
        listener.keeper = lane::grow;

        assertThat(append(lane, "after")).isEqualTo(APPENDED);
        assertThat(lines(reader)).containsExactly("before", "after");
        assertThat(reader.capacity()).isEqualTo(SMALL);
        reader.confirm();
        assertThat(reader.isExhausted()).as("it is open").isFalse();
    }

    @Test
    void sealRemoved_fileOfTheRingIsGone_goesOnInAFreshOne(@TempDir Path folder) throws IOException {
        RingFactory rings = RingFactory.mapped(folder, "owner", 7, PLENTY, failure -> {});
        Lane lane = Objects.requireNonNull(Lane.open(0, SMALL, rings, listener, false));
        LaneReader reader = new LaneReader(lane);
        append(lane, "one");
        assertThat(lane.sealRemoved()).isFalse();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }

        assertThat(lane.sealRemoved()).isTrue();
        assertThat(lane.sealRemoved()).isFalse();
        listener.keeper = lane::grow;
        assertThat(append(lane, "two")).isEqualTo(APPENDED);

        assertThat(folder).isNotEmptyDirectory();
        assertThat(lines(reader)).containsExactly("one", "two");
    }

    @Test
    void ringsThatAreReplacedAgainAndAgain_theLaneIsEmpty_noCallWaits(@TempDir Path folder) throws IOException {
        MemoryBudget budget = new MemoryBudget(4L * BYTES);
        RingFactory rings = RingFactory.mapped(folder, "owner", 7, budget, failure -> {});
        Lane lane = Objects.requireNonNull(Lane.open(0, SMALL, rings, listener, false));
        LaneReader reader = new LaneReader(lane);
        listener.keeper = lane::grow;
        List<Ring> uncollected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            uncollected.add(lane.mark().ring());
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            assertThat(lane.sealRemoved()).isTrue();
            assertThat(append(lane, "line " + i)).as("line %d", i).isEqualTo(APPENDED);
            assertThat(lines(reader)).containsExactly("line " + i);
            reader.confirm();
            lane.clearConsumed();
        }

        assertThat(budget.used()).as("the rings are mapped still").isEqualTo(21L * BYTES);
        assertThat(uncollected).doesNotHaveDuplicates();
        uncollected.clear();
        await().until(() -> {
            System.gc();
            return budget.used() == BYTES;
        });
    }

    @Test
    void sealedLane_toWhichNobodyAppends_getsNoFreshRing() {
        Lane lane = TestRings.lane(listener);
        fill(lane);
        lane.seal();

        assertThat(lane.grow()).isFalse();
        assertThat(lane.mark().ring().isSealed()).isTrue();
    }

    @Test
    void sealedLane_forWhichThereIsNoEqualRing_goesOnInASmallerOne() {
        Lane lane =
                TestRings.lane(4 * SMALL, new MemoryBudget(4 * SMALL + RingDescriptor.DATA_OFFSET + BYTES), listener);
        append(lane, "unread");
        lane.seal();
        listener.keeper = lane::grow;

        assertThat(append(lane, "after")).isEqualTo(APPENDED);
        assertThat(lane.maxLineLength() + 16).isEqualTo(SMALL / 8);
    }

    @Test
    void tidy_ofALaneThatGrew_worksOnItsLastRing() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        fill(lane);
        assertThat(lane.grow()).isTrue();
        lines(reader);
        reader.confirm();
        assertThat(reader.tidy()).isZero();

        appendFrame(lane, 1024);
        lines(reader);
        reader.confirm();
        assertThat(reader.tidy()).isEqualTo(1024);
    }

    @Test
    void caller_thatWaitsForRoom_clearsWhatIsRead_withoutTheDrainer() throws Exception {
        Lane lane = TestRings.lane(SMALL, new MemoryBudget(BYTES), listener);
        LaneReader reader = new LaneReader(lane);
        fill(lane);
        assertThat(lane.grow()).as("no memory for more").isFalse();
        assertThat(reader.isNearlyFull()).as("full, but no caller waits").isFalse();
        byte[] line = "waited".getBytes(UTF_8);
        CompletableFuture<Lane.Outcome> waiting =
                CompletableFuture.supplyAsync(() -> lane.append(line, line.length, 0, 60_000_000_000L));
        await().until(reader::isNearlyFull);

        lines(reader);
        reader.confirm();

        assertThat(waiting.get()).isEqualTo(APPENDED);
        assertThat(lines(reader)).containsExactly("waited");
        assertThat(reader.isNearlyFull()).isFalse();
    }

    @Test
    void caller_thatWillNotWait_clearsBeforeItGivesUp() {
        Lane lane = TestRings.lane(SMALL, new MemoryBudget(BYTES), listener);
        LaneReader reader = new LaneReader(lane);
        fill(lane);
        assertThat(lane.grow()).as("no memory for more").isFalse();
        assertThat(append(lane, "x")).isEqualTo(FULL);

        lines(reader);
        reader.confirm();

        assertThat(append(lane, "x")).isEqualTo(APPENDED);
    }

    @Test
    void mark_isReached_whenAllBeforeItIsInTheSink() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        assertThat(lane.mark().isReached()).as("nothing was appended").isTrue();

        append(lane, "x");
        Lane.Mark mark = lane.mark();
        append(lane, "later");
        assertThat(mark.isReached()).isFalse();
        reader.next();
        TestRings.line(reader);
        assertThat(mark.isReached()).as("taken, but not in the sink").isFalse();
        reader.confirm();
        assertThat(mark.isReached()).isTrue();
        assertThat(lane.mark().isReached()).isFalse();
    }

    @Test
    void mark_rightAfterGrowth_waitsForTheRingBefore() {
        Lane lane = TestRings.lane(listener);
        LaneReader reader = new LaneReader(lane);
        fill(lane);
        assertThat(lane.grow()).isTrue();

        Lane.Mark mark = lane.mark();
        assertThat(mark.isReached()).isFalse();
        lines(reader);
        assertThat(mark.isReached()).as("taken, but not in the sink").isFalse();
        reader.confirm();
        assertThat(mark.isReached()).isTrue();
    }

    private Lane fullLaneAtTheCap() {
        Lane lane = TestRings.lane(SMALL, new MemoryBudget(BYTES), listener);
        fill(lane);
        listener.keeper = lane::grow;
        assertThat(lane.grow()).isFalse();
        return lane;
    }
}
