package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_PADDING;
import static dev.tailrace.engine.journal.ring.RingDescriptor.TAIL_OFFSET;
import static dev.tailrace.stress.SmallRing.CAPACITY;
import static dev.tailrace.stress.SmallRing.FRAME;
import static dev.tailrace.stress.SmallRing.LINE;
import static dev.tailrace.stress.SmallRing.TIME;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJI_Result;

/** 16 bytes before the ring's end, one producer has a frame that fits, another one a frame that does not. */
final class PaddingStress {
    private static final int ROOM = 16;

    private PaddingStress() {}

    @JCStressTest
    @Outcome(id = "240, 256, 2", expect = ACCEPTABLE, desc = "The short frame filled the ring to its end.")
    @Outcome(
            id = "288, 256, 2",
            expect = ACCEPTABLE,
            desc = "The end was padded; the short frame came behind the long one.")
    @Outcome(expect = FORBIDDEN, desc = "A line is lost.")
    @State
    public static class Padding {
        private final SmallRing small = new SmallRing();

        public Padding() {
            goToTheEnd(small);
        }

        @Actor
        public void fitting(JJI_Result r) {
            r.r1 = appendFitting(small);
        }

        @Actor
        public void crossing(JJI_Result r) {
            long position = small.ring.claim(FRAME);
            small.ring.write(position, LINE, LINE.length, TIME);
            r.r2 = position;
        }

        @Arbiter
        public void read(JJI_Result r) {
            r.r3 = small.linesFrom(CAPACITY - ROOM);
        }
    }

    /** Pads before the claim has succeeded. */
    @JCStressTest
    @JCStressMeta(Padding.class)
    @State
    public static class PaddingTwin {
        private final SmallRing small = new SmallRing();

        public PaddingTwin() {
            goToTheEnd(small);
        }

        @Actor
        public void fitting(JJI_Result r) {
            r.r1 = appendFitting(small);
        }

        @Actor
        public void crossing(JJI_Result r) {
            long position = claim();
            small.ring.write(position, LINE, LINE.length, TIME);
            r.r2 = position;
        }

        private long claim() {
            long tail = small.load(TAIL_OFFSET);
            if (tail < CAPACITY) {
                small.store(SmallRing.index(tail), FrameDescriptor.header(TYPE_PADDING, ROOM));
                if (Memory.compareAndSet(small.memory, TAIL_OFFSET, tail, CAPACITY + FRAME)) {
                    return CAPACITY;
                }
            }
            return small.ring.claim(FRAME);
        }

        @Arbiter
        public void read(JJI_Result r) {
            r.r3 = small.linesFrom(CAPACITY - ROOM);
        }
    }

    private static void goToTheEnd(SmallRing small) {
        for (int i = 0; i < 7; i++) {
            small.append(FRAME);
        }
        small.append(FRAME - ROOM);
        small.ring.consume(CAPACITY - ROOM);
        small.ring.clearConsumed();
    }

    private static long appendFitting(SmallRing small) {
        long position = small.ring.claim(ROOM);
        small.ring.write(position, LINE, ROOM - HEADER_LENGTH, TIME);
        return position;
    }
}
