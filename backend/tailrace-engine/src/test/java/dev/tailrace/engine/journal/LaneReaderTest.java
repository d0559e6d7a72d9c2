package dev.tailrace.engine.journal;

import static dev.tailrace.engine.journal.LaneReader.Found.DAMAGED;
import static dev.tailrace.engine.journal.LaneReader.Found.LINE;
import static dev.tailrace.engine.journal.LaneReader.Found.NOTHING;
import static dev.tailrace.engine.journal.ring.TestRings.SMALL;
import static dev.tailrace.engine.journal.ring.TestRings.append;
import static dev.tailrace.engine.journal.ring.TestRings.appendFrame;
import static dev.tailrace.engine.journal.ring.TestRings.fill;
import static dev.tailrace.engine.journal.ring.TestRings.line;
import static dev.tailrace.engine.journal.ring.TestRings.lines;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingMemory;
import dev.tailrace.engine.journal.ring.SpillFiles;
import dev.tailrace.engine.journal.ring.TestRings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaneReaderTest {
    private final CountingListener listener = new CountingListener();
    private final Lane lane = TestRings.lane(listener);
    private final Ring ring = lane.mark().ring();
    private final LaneReader reader = new LaneReader(lane);

    @Test
    void emptyLane_hasNothing() {
        assertThat(reader.next()).isEqualTo(NOTHING);
        assertThat(reader.isHeadUncommitted()).isFalse();
        assertThat(reader.backlog()).isZero();
    }

    @Test
    void line_isFoundAgainUntilItIsTaken() {
        append(lane, "one");
        append(lane, "");

        assertThat(reader.next()).isEqualTo(LINE);
        assertThat(reader.next()).isEqualTo(LINE);
        assertThat(reader.lineLength()).isEqualTo(3);
        assertThat(line(reader)).isEqualTo("one");
        assertThat(reader.next()).isEqualTo(LINE);
        assertThat(line(reader)).isEmpty();
        assertThat(reader.next()).isEqualTo(NOTHING);
    }

    @Test
    void mergeKey_neverGoesBack() {
        byte[] line = {'x'};
        lane.append(line, 1, 50, 0);
        lane.append(line, 1, 40, 0);

        assertThat(reader.next()).isEqualTo(LINE);
        line(reader);
        assertThat(reader.next()).isEqualTo(LINE);
        assertThat(reader.epochNanos()).isEqualTo(40);
        assertThat(reader.mergeKey()).isEqualTo(50);
    }

    @Test
    void claimedFrame_keepsThoseBehindItWaiting() {
        long position = ring.claim(24);
        append(lane, "behind");

        assertThat(reader.next()).isEqualTo(NOTHING);
        assertThat(reader.isHeadUncommitted()).isTrue();

        ring.write(position, "first".getBytes(UTF_8), 5, 0);
        assertThat(lines(reader)).containsExactly("first", "behind");
        assertThat(reader.isHeadUncommitted()).isFalse();
    }

    @Test
    void abortedFrame_isSkippedAndCounted() {
        ring.abort(ring.claim(100), 100);
        append(lane, "behind");

        assertThat(lines(reader)).containsExactly("behind");
        assertThat(reader.abortedFrames()).isEqualTo(1);
    }

    @Test
    void readAndWaitingBytes_areCountedInTheSameUnit() {
        append(lane, "abc");
        ring.abort(ring.claim(17), 17);
        append(lane, "abc");
        long all = reader.readBytes() + reader.backlog();

        assertThat(all).isEqualTo(24 * 3);
        lines(reader);
        assertThat(reader.readBytes() + reader.backlog()).isEqualTo(all);
        assertThat(reader.backlog()).isZero();
    }

    /** What is left of the page is zero, and reading it is no fault; a process that comes later maps no more than there is. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fileThatIsCutWithinALine_endsBeforeIt(boolean later, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("a.ring");
        Ring cut = new Ring(RingMemory.mapped(file, null, SMALL, new RingIdentity(0, 0, 0)));
        for (String each : List.of("first", "second with more than eight bytes", "third")) {
            byte[] bytes = each.getBytes(UTF_8);
            cut.write(cut.claim(FrameDescriptor.HEADER_LENGTH + bytes.length), bytes, bytes.length, 1);
        }
        LaneReader before = new LaneReader(cut);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(RingDescriptor.DATA_OFFSET + 24 + FrameDescriptor.HEADER_LENGTH + 3);
        }

        LaneReader foreign = before;
        if (later) {
            SpillFiles spill = SpillFiles.of(folder.resolve(".app.log.tailrace-lock"), file);
            foreign = new LaneReader(new Ring(RingMemory.attach(file, spill)));
        } else {
            assertThat(before.next()).isEqualTo(LINE);
            assertThat(line(before)).isEqualTo("first");
            assertThat(before.next()).isEqualTo(LINE);
            assertThatThrownBy(() -> line(before)).isInstanceOf(InternalError.class);
            assertThat(before.lookForCuts(gone -> {})).isTrue();
        }
        assertThat(lines(foreign)).isEqualTo(later ? List.of("first") : List.of());
        assertThat(foreign.takeCutBytes()).isEqualTo(cut.tail() - 24);
    }

    /** Zero is a character like others. */
    @Test
    void lineThatEndsInZero_isRead() {
        append(lane, "one\0");
        append(lane, "two");

        assertThat(lines(reader)).containsExactly("one\0", "two");
    }

    /** The memory at the reader's position then still holds the frame that was there a round ago. */
    @Test
    void ringFullToItsLastByte_andAllRead_hasNothing() {
        fill(lane);
        assertThat(lines(reader)).hasSize(8);

        assertThat(reader.next()).isEqualTo(NOTHING);

        reader.confirm();
        assertThat(reader.next()).isEqualTo(NOTHING);
        reader.tidy();
        append(lane, "after");
        assertThat(lines(reader)).containsExactly("after");
    }

    @Test
    void manyRounds_withPaddingOfAllLengths_areReadInOrder() {
        for (int i = 0; i < 5_000; i++) {
            String line = "y".repeat(i % 496) + "z";
            assertThat(append(lane, line.substring(0, Math.min(line.length(), 496))))
                    .isEqualTo(Lane.Outcome.APPENDED);
            assertThat(lines(reader)).containsExactly(line.substring(0, Math.min(line.length(), 496)));
            reader.confirm();
            reader.tidy();
        }
        assertThat(ring.tail()).isGreaterThan(100L * SMALL);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "shorter than its header, 1, 15",
        "longer than an eighth of the ring, 1, 520",
        "longer than what was claimed, 1, 48",
        "huge, 1, 2147483647",
        "of no known type, 0, 24",
        "of another unknown type, 4, 24",
        "of a negative type, 255, 24",
        "aborted and shorter than its header, 3, 8",
        "aborted and longer than what was claimed, 3, 48",
        "padding that does not reach the end, 2, 24",
        "padding that reaches an unclaimed end, 2, 4096",
    })
    void header_thatCanNotBe_isDamage(String what, int type, int length) {
        ring.abort(ring.claim(24), 24);
        overwrite(0, FrameDescriptor.header(type, length));

        assertThat(reader.next()).as(what).isEqualTo(DAMAGED);
        assertThat(reader.next()).as("again").isEqualTo(DAMAGED);
    }

    @Test
    void frame_thatReachesBeyondTheRingsEnd_isDamage() {
        for (int i = 0; i < 7; i++) {
            appendFrame(lane, 512);
        }
        appendFrame(lane, 480);
        assertThat(lines(reader)).hasSize(8);
        reader.confirm();
        reader.tidy();
        append(lane, "past the end, behind 32 bytes of padding");
        overwrite(SMALL - 32, FrameDescriptor.header(FrameDescriptor.TYPE_DATA, 40));

        assertThat(reader.next()).isEqualTo(DAMAGED);
    }

    @Test
    void headerWithoutLength_waits() {
        append(lane, "x");
        overwrite(0, FrameDescriptor.header(FrameDescriptor.TYPE_DATA, 0));

        assertThat(reader.next()).isEqualTo(NOTHING);
        assertThat(reader.isHeadUncommitted()).isTrue();
    }

    @Test
    void abandonedRing_isLeftForANewOne() {
        append(lane, "good");
        append(lane, "bad");
        append(lane, "lost");
        overwrite(24, 0x7F00_0000_0000_0001L);
        assertThat(lines(reader)).containsExactly("good");
        assertThat(reader.next()).isEqualTo(DAMAGED);

        assertThat(reader.abandonRing()).as("lost bytes").isEqualTo(48);
        assertThat(reader.next()).isEqualTo(NOTHING);

        listener.keeper = lane::grow;
        assertThat(append(lane, "new")).isEqualTo(Lane.Outcome.APPENDED);
        assertThat(lines(reader)).containsExactly("new");
        assertThat(reader.capacity()).isEqualTo(SMALL);
    }

    @Test
    void abandonedRing_ofAClosedLane_isExhausted() {
        append(lane, "bad");
        overwrite(0, 0x7F00_0000_0000_0001L);
        assertThat(reader.next()).isEqualTo(DAMAGED);
        lane.close();
        reader.abandonRing();

        assertThat(reader.isExhausted()).isFalse();
        reader.confirm();
        assertThat(reader.isExhausted()).isTrue();
    }

    @Test
    void closedLane_isExhausted_onceAllOfItIsConfirmed() {
        append(lane, "last");
        assertThat(reader.isExhausted()).isFalse();
        lane.close();
        assertThat(reader.isExhausted()).isFalse();
        assertThat(lines(reader)).containsExactly("last");
        assertThat(reader.isExhausted()).as("taken, but not in the sink").isFalse();
        reader.confirm();
        assertThat(reader.isExhausted()).isTrue();
    }

    @Test
    void closedLane_withAClaimInTheMaking_isNotExhausted() {
        long position = ring.claim(24);
        lane.close();
        lines(reader);
        reader.confirm();
        assertThat(reader.isExhausted()).isFalse();

        ring.write(position, new byte[8], 8, 0);
        assertThat(lines(reader)).hasSize(1);
        reader.confirm();
        assertThat(reader.isExhausted()).isTrue();
    }

    @Test
    void secondReader_goesOnWhereTheFirstConfirmed() {
        append(lane, "one");
        append(lane, "two");
        append(lane, "three");
        assertThat(reader.next()).isEqualTo(LINE);
        assertThat(line(reader)).isEqualTo("one");
        reader.confirm();
        assertThat(reader.next()).isEqualTo(LINE);
        assertThat(line(reader)).isEqualTo("two");

        assertThat(lines(new LaneReader(lane))).containsExactly("two", "three");
    }

    private void overwrite(int index, long header) {
        ByteBuffer memory = ring.memory();
        Memory.putRelease(memory, RingDescriptor.DATA_OFFSET + index, header);
    }
}
