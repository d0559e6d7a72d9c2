package dev.tailrace.engine.journal.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bytes.Memory;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RingTest {
    private static final int CAPACITY = TestRings.SMALL;
    private static final byte[] LINE = "abc\n".getBytes(UTF_8);

    private final RingMemory owner = RingMemory.inProcess(CAPACITY, new RingIdentity(9, 3, 5));
    private final ByteBuffer memory = owner.memory();
    private final Ring ring = new Ring(owner);

    @Test
    void newRing_hasTheBytesOfItsDescription() {
        assertThat(hex(0, 8)).isEqualTo(HexFormat.of().formatHex("TAILRACE".getBytes(UTF_8)));
        assertThat(hex(8, 16)).isEqualTo("00000000" + "02000000");
        assertThat(hex(16, 24)).isEqualTo("0010000000000000");
        assertThat(Memory.getPlain(memory, 24))
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(Memory.getPlain(memory, 32))
                .isEqualTo(ProcessHandle.current()
                        .info()
                        .startInstant()
                        .orElseThrow()
                        .toEpochMilli());
        assertThat(hex(40, 48)).isEqualTo("05000000" + "03000000");
        assertThat(hex(48, 56)).as("owner").isEqualTo("0900000000000000");
        assertThat(hex(128, 136)).as("tail").isEqualTo("0000000000000000");
        assertThat(hex(256, 264)).as("limit").isEqualTo("0010000000000000");
        assertThat(hex(384, 392)).as("consumed").isEqualTo("0000000000000000");
        assertThat(memory.capacity()).isEqualTo(4096 + CAPACITY);
    }

    /** As when the word is gone, and a register has something else. */
    @Test
    void claim_tailThatIsNoPosition_isRefused() {
        Memory.putPlain(memory, RingDescriptor.TAIL_OFFSET, 77);
        assertThat(ring.claim(16 + LINE.length)).isEqualTo(Ring.FULL);

        Memory.putPlain(memory, RingDescriptor.TAIL_OFFSET, RingDescriptor.SEALED | 77);
        assertThat(ring.claim(16 + LINE.length)).isEqualTo(Ring.ENDED);
    }

    @Test
    void limitThatAClearingCouldNotMove_isMovedByTheNext() {
        int block = CAPACITY / 64;
        long position = 0;
        while (position < block) {
            position = ring.claim(16 + LINE.length);
            ring.write(position, LINE, LINE.length, 0);
        }
        ring.consume(ring.tail());
        int cleared = ring.clearConsumed();
        assertThat(cleared).isPositive();
        // As if the stack had ended between the two.
        Memory.putRelease(memory, RingDescriptor.LIMIT_OFFSET, CAPACITY);

        assertThat(ring.clearConsumed()).isZero();
        assertThat(Memory.getPlain(memory, RingDescriptor.LIMIT_OFFSET)).isEqualTo(CAPACITY + cleared);
    }

    @Test
    void clearing_ofAPart_givesThatPartBack_andLeavesTheRest() {
        int capacity = 1 << 20;
        Ring large = new Ring(RingMemory.inProcess(capacity, new RingIdentity(9, 3, 5)));
        byte[] line = new byte[1 << 15];
        while (large.tail() < capacity / 2) {
            large.write(large.claim(16 + line.length), line, line.length, 1);
        }
        large.consume(large.tail());

        int cleared = large.clearConsumed(1);

        assertThat(cleared).isBetween(1, 1 << 16);
        assertThat(Memory.getPlain(large.memory(), RingDescriptor.LIMIT_OFFSET)).isEqualTo(capacity + cleared);
        assertThat(Memory.getPlain(large.memory(), RingDescriptor.DATA_OFFSET)).isZero();
        assertThat(cleared + large.clearConsumed()).isGreaterThanOrEqualTo(capacity / 2);
    }

    @Test
    void writtenFrame_hasTheBytesOfItsDescription() {
        long position = ring.claim(16 + LINE.length);
        ring.write(position, LINE, LINE.length, 0x0102_0304_0506_0708L);

        assertThat(hex(4096, 4096 + 32))
                .isEqualTo(
                        "14000000" // length 20
                                + "0000" // destination
                                + "00" // reserved
                                + "01" // data
                                + "0807060504030201" // time
                                + "6162630a" // line
                                + "00000000" // to the multiple of 8
                                + "0000000000000000");
        assertThat(hex(48, 56)).as("owner").isEqualTo("0900000000000000");
        assertThat(hex(128, 136)).as("tail").isEqualTo("1800000000000000");
    }

    @Test
    void abortedFrame_isAHeaderWithItsType() {
        ring.abort(ring.claim(100), 100);

        assertThat(hex(4096, 4104)).isEqualTo("64000000" + "00000003");
        assertThat(ring.tail()).isEqualTo(104);
    }

    @Test
    void sealedRing_hasTheTopBitOfItsTail() {
        write(100);
        ring.seal();
        ring.seal();

        assertThat(hex(128, 136)).isEqualTo("6800000000000080");
        assertThat(ring.tail()).isEqualTo(104);
        assertThat(ring.isSealed()).isTrue();
        assertThat(ring.isSealedAt(104)).isTrue();
        assertThat(ring.isSealedAt(96)).isFalse();
        assertThat(ring.claim(16)).isEqualTo(Ring.ENDED);
    }

    @Test
    void claim_isRoundedUpToEightBytes() {
        assertThat(ring.claim(17)).isEqualTo(0);
        assertThat(ring.claim(24)).isEqualTo(24);
        assertThat(ring.claim(16)).isEqualTo(48);
        assertThat(ring.tail()).isEqualTo(64);
    }

    @Test
    void claim_exactlyToTheEnd_needsNoPadding() {
        for (int i = 0; i < 8; i++) {
            assertThat(write(512)).isEqualTo(i * 512L);
        }
        assertThat(ring.tail()).isEqualTo(CAPACITY);
        assertThat(ring.claim(16)).isEqualTo(Ring.FULL);
    }

    @Test
    void claim_acrossTheEnd_padsAndBeginsAtTheStart() {
        fillTo(CAPACITY - 24);
        consumeAll();

        assertThat(write(32)).isEqualTo(CAPACITY);
        assertThat(hex(4096 + CAPACITY - 24, 4096 + CAPACITY - 16)).isEqualTo("18000000" + "00000002");
    }

    @Test
    void claim_eightBytesBeforeTheEnd_padsWithAHeaderAlone() {
        fillTo(CAPACITY - 8);
        consumeAll();

        assertThat(write(16)).isEqualTo(CAPACITY);
        assertThat(hex(4096 + CAPACITY - 8, 4096 + CAPACITY)).isEqualTo("08000000" + "00000002");
    }

    @Test
    void claim_thatWouldReachBeyondTheLimitWithItsPadding_isFull() {
        fillTo(CAPACITY - 24);
        ring.consume(256);
        ring.clearConsumed();

        // 24 bytes of padding and 240 of frame are more than the 256 + 24 that are free: by nothing.
        assertThat(ring.claim(264)).isEqualTo(Ring.FULL);
        assertThat(ring.tail()).as("a refused claim leaves no trace").isEqualTo(CAPACITY - 24);
        assertThat(ring.claim(256)).isEqualTo(CAPACITY);
    }

    @Test
    void fullRing_takesFramesAgain_onceItIsConsumedAndCleared() {
        fillTo(CAPACITY);
        assertThat(ring.claim(16)).isEqualTo(Ring.FULL);

        ring.consume(CAPACITY);
        assertThat(ring.claim(16)).as("consumed, but not zeroed").isEqualTo(Ring.FULL);

        assertThat(ring.clearConsumed()).isEqualTo(CAPACITY);
        assertThat(ring.claim(16)).isEqualTo(CAPACITY);
    }

    @Test
    void clearing_worksOnWholeBlocksAndLeavesZeros() {
        fillTo(CAPACITY);
        ring.consume(63);
        assertThat(ring.clearConsumed()).isZero();

        ring.consume(64 + 8);
        assertThat(ring.clearConsumed()).isEqualTo(64);
        assertThat(hex(4096, 4096 + 64)).matches("0+");
        assertThat(hex(4096 + 64, 4096 + 72)).doesNotMatch("0+");
        assertThat(hex(256, 264)).as("limit").isEqualTo("4010000000000000");
        assertThat(ring.clearConsumed()).as("nothing new").isZero();
    }

    @Test
    void clearing_goesRoundTheEnd() {
        long end = 0;
        for (int round = 0; round < 1000; round++) {
            int frame = 16 + round % 490;
            long position = write(frame);
            assertThat(position).isGreaterThanOrEqualTo(end);
            end = position + FrameDescriptor.align(frame);
            consumeAll();
            assertThat(ring.headerAcquire(end)).as("what comes next is zero").isZero();
        }
        assertThat(end).isGreaterThan(50L * CAPACITY);
    }

    @Test
    void clearing_ofAConsumedWordThatLies_endsAtTheTail() {
        write(512);
        ring.consume(Long.MAX_VALUE);

        assertThat(ring.clearConsumed()).isEqualTo(512);
    }

    @Test
    void backlog_isWhatIsClaimedAndNotConsumed() {
        write(100);
        write(100);
        ring.consume(104);

        assertThat(ring.backlog()).isEqualTo(104);
    }

    @Test
    void ring_isFinishedWhenItIsSealedAndAllOfItConsumed() {
        write(100);
        ring.seal();
        assertThat(ring.isFinished()).isFalse();
        ring.consume(104);
        assertThat(ring.isFinished()).isTrue();
    }

    @Test
    void ring_whoseCapacityIsNoPowerOfTwo_isRefused() {
        ByteBuffer odd = ByteBuffer.allocateDirect(4096 + 1000);

        assertThatThrownBy(() -> new Ring(new RingMemory(odd, 1000, null, null, false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capacity=1000");
    }

    private long write(int frameLength) {
        long position = ring.claim(frameLength);
        assertThat(position).isNotNegative();
        byte[] line = "x".repeat(frameLength - 16).getBytes(UTF_8);
        ring.write(position, line, line.length, 1);
        return position;
    }

    private void fillTo(int end) {
        while (ring.tail() < end) {
            int left = (int) (end - ring.tail());
            write(left > 512 + 16 ? 512 : left > 512 ? 256 : left);
        }
    }

    private void consumeAll() {
        ring.consume(ring.tail());
        ring.clearConsumed();
    }

    private String hex(int from, int to) {
        byte[] bytes = new byte[to - from];
        memory.get(from, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
