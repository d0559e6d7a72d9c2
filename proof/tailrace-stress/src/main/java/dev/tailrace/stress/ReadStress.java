package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.RingDescriptor.MIN_CAPACITY;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The ring was full to its last byte and is completely read, so that the first frame of the last round lies where the next frame will be
 * written. The reader reads this place while the ring is cleared and appended to.
 */
final class ReadStress {
    private ReadStress() {}

    @JCStressTest
    @Outcome(id = "NOTHING", expect = ACCEPTABLE, desc = "Not there yet.")
    @Outcome(id = "NEW", expect = ACCEPTABLE, desc = "The new line.")
    @Outcome(expect = FORBIDDEN, desc = "The old line, or what looks like damage.")
    @State
    public static class Read {
        private final Lane lane = SmallLanes.open();
        private final LaneReader reader = new LaneReader(lane);

        public Read() {
            SmallLanes.fill(lane);
            SmallLanes.skipLines(reader);
            reader.confirm();
        }

        @Actor
        public void reader(L_Result r) {
            r.r1 = switch (reader.next()) {
                case NOTHING -> "NOTHING";
                case DAMAGED -> "DAMAGED";
                case LINE -> reader.lineLength() == 3 ? "NEW" : "OLD";
            };
        }

        @Actor
        public void keeperAndProducer() {
            lane.clearConsumed();
            SmallLanes.append(lane, "new");
        }
    }

    /** The reader accepts a header as a frame, and only then loads the tail. */
    @JCStressTest
    @JCStressMeta(Read.class)
    @State
    public static class ReadTwin {
        private final Lane lane = SmallLanes.open();
        private final Ring ring = lane.first();

        public ReadTwin() {
            SmallLanes.fill(lane);
            ring.consume(MIN_CAPACITY);
        }

        @Actor
        public void reader(L_Result r) {
            int length = FrameDescriptor.length(ring.headerAcquire(MIN_CAPACITY));
            if (length <= 0) {
                r.r1 = "NOTHING";
            } else if (MIN_CAPACITY + length > ring.tail()) {
                r.r1 = "DAMAGED";
            } else {
                r.r1 = length == FrameDescriptor.HEADER_LENGTH + 3 ? "NEW" : "OLD";
            }
        }

        @Actor
        public void keeperAndProducer() {
            lane.clearConsumed();
            SmallLanes.append(lane, "new");
        }
    }
}
