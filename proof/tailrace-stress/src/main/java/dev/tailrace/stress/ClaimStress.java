package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.RingDescriptor.LIMIT_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.TAIL_OFFSET;
import static dev.tailrace.stress.SmallRing.FRAME;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.Ring;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two producers claim at the same time. */
final class ClaimStress {
    private ClaimStress() {}

    @JCStressTest
    @Outcome(
            id = {"0, 32", "32, 0"},
            expect = ACCEPTABLE,
            desc = "One behind the other.")
    @Outcome(expect = FORBIDDEN, desc = "In the same place.")
    @State
    public static class Claim {
        private final SmallRing small = new SmallRing();

        @Actor
        public void first(JJ_Result r) {
            r.r1 = small.ring.claim(FRAME);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = small.ring.claim(FRAME);
        }
    }

    /** Stores the tail without comparing it to what was loaded. */
    @JCStressTest
    @JCStressMeta(Claim.class)
    @State
    public static class ClaimTwin {
        private final SmallRing small = new SmallRing();

        @Actor
        public void first(JJ_Result r) {
            r.r1 = claim();
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = claim();
        }

        private long claim() {
            long tail = small.load(TAIL_OFFSET);
            small.store(TAIL_OFFSET, tail + FRAME);
            return tail;
        }
    }

    /** There is room for one of the two frames. */
    @JCStressTest
    @Outcome(
            id = {"224, -1", "-1, 224"},
            expect = ACCEPTABLE,
            desc = "One got it.")
    @Outcome(expect = FORBIDDEN, desc = "A frame reaches beyond the limit.")
    @State
    public static class ClaimAtLimit {
        private final SmallRing small = new SmallRing();

        public ClaimAtLimit() {
            fillButOne(small);
        }

        @Actor
        public void first(JJ_Result r) {
            r.r1 = small.ring.claim(FRAME);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = small.ring.claim(FRAME);
        }
    }

    /** Checks the limit, then adds to the tail, which the other producer may have moved meanwhile. */
    @JCStressTest
    @JCStressMeta(ClaimAtLimit.class)
    @State
    public static class ClaimAtLimitTwin {
        private final SmallRing small = new SmallRing();

        public ClaimAtLimitTwin() {
            fillButOne(small);
        }

        @Actor
        public void first(JJ_Result r) {
            r.r1 = claim();
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = claim();
        }

        private long claim() {
            if (small.load(TAIL_OFFSET) + FRAME > small.load(LIMIT_OFFSET)) {
                return Ring.FULL;
            }
            while (true) {
                long tail = small.load(TAIL_OFFSET);
                if (Memory.compareAndSet(small.memory, TAIL_OFFSET, tail, tail + FRAME)) {
                    return tail;
                }
            }
        }
    }

    private static void fillButOne(SmallRing small) {
        for (int i = 0; i < 7; i++) {
            small.append(FRAME);
        }
    }
}
