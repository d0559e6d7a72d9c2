package dev.tailrace.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A lane switches to another ring while a producer appends and the reader follows. Keeper and reader are one thread here, to make the time
 * between the seal and the reader's check of it as short as possible.
 */
final class GrowthStress {
    private GrowthStress() {}

    @JCStressTest
    @Outcome(
            id = {"NONE, ALL", "SOME, ALL", "ALL, ALL"},
            expect = ACCEPTABLE,
            desc = "All lines, in order.")
    @Outcome(expect = FORBIDDEN, desc = "A line is lost, doubled or out of order.")
    @State
    public static class Growth {
        private final Lane lane = SmallLanes.open();
        private final LaneReader reader = new LaneReader(lane);
        private final ByteBuffer lines = ByteBuffer.allocate(RingDescriptor.MIN_CAPACITY);

        public Growth() {
            SmallLanes.fillThreeEighths(lane);
            SmallLanes.skipLines(reader);
        }

        @Actor
        public void producer() {
            SmallLanes.appendSeries(lane);
        }

        @Actor
        public void keeperAndReader(LL_Result r) {
            lane.grow();
            r.r1 = read();
        }

        @Arbiter
        public void rest(LL_Result r) {
            r.r2 = read();
        }

        private String read() {
            while (reader.next() == LaneReader.Found.LINE) {
                reader.copyLine(lines);
            }
            return SmallLanes.howMuchOfTheSeries(lines);
        }
    }

    /** The reader leaves a sealed ring when it finds nothing committed, without checking for claimed frames. */
    @JCStressTest
    @JCStressMeta(Growth.class)
    @State
    public static class GrowthTwin {
        private final Lane lane = SmallLanes.open();
        private final ByteBuffer lines = ByteBuffer.allocate(RingDescriptor.MIN_CAPACITY);
        private Ring ring = lane.first();
        private long position;

        public GrowthTwin() {
            SmallLanes.fillThreeEighths(lane);
            position = ring.tail();
        }

        @Actor
        public void producer() {
            SmallLanes.appendSeries(lane);
        }

        @Actor
        public void keeperAndReader(LL_Result r) {
            lane.grow();
            r.r1 = read();
        }

        @Arbiter
        public void rest(LL_Result r) {
            r.r2 = read();
        }

        private String read() {
            while (true) {
                int length = FrameDescriptor.length(ring.headerAcquire(position));
                Ring next = ring.next();
                if (length > 0) {
                    ring.copyLine(position, length, lines);
                    position += FrameDescriptor.align(length);
                } else if (next != null && ring.isSealed()) {
                    ring = next;
                    position = 0;
                } else {
                    return SmallLanes.howMuchOfTheSeries(lines);
                }
            }
        }
    }
}
