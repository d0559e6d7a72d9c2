package dev.tailrace.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.TestRings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Producers, a reader and a keeper on rings as small as they come, so that wrapping, padding, full rings and growth happen all the time.
 * Each line has its producer, its ordinal there, and its length; the rest of the line is a pattern made of these.
 */
// Only what is stuck takes so long: where all threads share one processor with others, each turn of a ring takes
// milliseconds.
@Timeout(value = 600, unit = TimeUnit.SECONDS)
@Tag("slow")
class LaneSoakTest {
    private static final int PRODUCERS = 4;
    private static final int CAPACITY = RingDescriptor.MIN_CAPACITY;
    private static final int LINE_HEADER = 16;

    private final long seed = Long.getLong("tailrace.seed", System.nanoTime());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean keeping = true;
    private volatile boolean appending = true;
    private long rings;

    @AfterEach
    void stop() {
        keeping = false;
        threads.shutdownNow();
    }

    /** The reader is faster than the producers, or they wait for it: one ring, wrapped thousands of times. */
    @Test
    void producersAtTheCap_loseNothingAndKeepTheirOrder() throws Exception {
        Lane lane = open(new MemoryBudget(CAPACITY + RingDescriptor.DATA_OFFSET));
        soak(lane, 50_000, () -> lane.clearConsumed());

        assertThat(lane.mark().position()).isGreaterThan(10_000L * CAPACITY);
    }

    /** The keeper seals all the time: thousands of rings. */
    @Test
    void producersInAChainOfRings_loseNothingAndKeepTheirOrder() throws Exception {
        Lane lane = open(new MemoryBudget(Long.MAX_VALUE));
        soak(lane, 10_000, () -> {
            if (rings < 3_000) {
                lane.seal();
                if (lane.grow()) {
                    rings++;
                }
            }
            lane.grow();
            lane.clearConsumed();
        });

        assertThat(rings).isGreaterThan(1_000);
    }

    private static Lane open(MemoryBudget budget) {
        return TestRings.lane(CAPACITY, budget, new CountingListener());
    }

    private void soak(Lane lane, int linesOfEach, Runnable duty) throws Exception {
        System.out.println("LaneSoakTest: -Dtailrace.seed=" + seed);
        LaneReader reader = new LaneReader(lane);
        List<Future<?>> producers = new ArrayList<>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int id = producer;
            producers.add(threads.submit(() -> produce(lane, id, linesOfEach)));
        }
        Future<?> keeper = threads.submit(() -> {
            while (keeping) {
                duty.run();
                Thread.onSpinWait();
            }
            return null;
        });
        Future<long[]> counts = threads.submit(() -> read(reader));
        for (Future<?> producer : producers) {
            producer.get();
        }
        appending = false;
        lane.close();
        assertThat(counts.get()).containsOnly(linesOfEach);
        keeping = false;
        keeper.get();
        assertThat(reader.isExhausted()).isTrue();
        assertThat(reader.abortedFrames()).isZero();
    }

    private @Nullable Void produce(Lane lane, int id, int count) {
        SplittableRandom random = new SplittableRandom(seed + id);
        byte[] line = new byte[CAPACITY / 8 - FrameDescriptor.HEADER_LENGTH];
        ByteBuffer view = ByteBuffer.wrap(line).order(ByteOrder.LITTLE_ENDIAN);
        for (int sequence = 0; sequence < count; sequence++) {
            int length = random.nextInt(LINE_HEADER, line.length + 1);
            view.putInt(0, id).putInt(4, sequence).putInt(8, length).putInt(12, ~length);
            for (int i = LINE_HEADER; i < length; i++) {
                line[i] = pattern(id, sequence, i);
            }
            Lane.Outcome outcome = lane.append(line, length, sequence, Long.MAX_VALUE);
            if (outcome != Lane.Outcome.APPENDED) {
                throw new AssertionError("producer " + id + ", line " + sequence + ": " + outcome);
            }
        }
        return null;
    }

    /** Takes lines in batches of random size; returns how many there were of each producer. */
    private long[] read(LaneReader reader) {
        SplittableRandom random = new SplittableRandom(~seed);
        ByteBuffer into = ByteBuffer.allocate(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
        long[] counts = new long[PRODUCERS];
        while (true) {
            boolean last = !appending;
            int batch = random.nextInt(1, 50);
            int taken = 0;
            while (taken < batch && reader.next() == LaneReader.Found.LINE) {
                check(reader, into.clear(), counts);
                taken++;
            }
            assertThat(reader.next()).isNotEqualTo(LaneReader.Found.DAMAGED);
            reader.confirm();
            if (random.nextInt(4) == 0) {
                reader.tidy();
            }
            if (taken == 0 && last && reader.isExhausted()) {
                return counts;
            }
        }
    }

    private static void check(LaneReader reader, ByteBuffer into, long[] counts) {
        int length = reader.lineLength();
        reader.copyLine(into);
        int id = into.getInt(0);
        int sequence = into.getInt(4);
        if (into.getInt(8) != length || into.getInt(12) != ~length || sequence != counts[id]) {
            throw new AssertionError("producer " + id + ": line " + sequence + " of length " + into.getInt(8)
                    + " where line " + counts[id] + " was due, in a frame for " + length);
        }
        for (int i = LINE_HEADER; i < length; i++) {
            if (into.get(i) != pattern(id, sequence, i)) {
                throw new AssertionError("producer " + id + ": line " + sequence + " is torn at " + i);
            }
        }
        counts[id]++;
    }

    private static byte pattern(int id, int sequence, int i) {
        return (byte) (id * 31 + sequence * 7 + i);
    }
}
