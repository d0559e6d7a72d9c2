package dev.tailrace.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.bytes.Memory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two producers never get the same place. */
final class ClaimStress {
    private ClaimStress() {}

    @JCStressTest
    @Outcome(id = {"0, 32", "32, 0"}, expect = ACCEPTABLE, desc = "One behind the other.")
    @Outcome(expect = FORBIDDEN, desc = "Both in the same place.")
    @State
    public static class Claim {
        private final SmallRing ring = new SmallRing();

        @Actor
        public void first(JJ_Result r) {
            r.r1 = ring.ring.claim(32);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = ring.ring.claim(32);
        }
    }

    /** Stores the tail without comparing. */
    @JCStressTest
    @Outcome(id = {"0, 32", "32, 0"}, expect = ACCEPTABLE, desc = "One behind the other.")
    @Outcome(expect = FORBIDDEN, desc = "Both in the same place.")
    @State
    public static class ClaimTwin {
        private final SmallRing ring = new SmallRing();

        @Actor
        public void first(JJ_Result r) {
            r.r1 = claim();
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = claim();
        }

        private long claim() {
            long tail = Memory.getAcquire(ring.memory, RingDescriptor.TAIL_OFFSET);
            Memory.putRelease(ring.memory, RingDescriptor.TAIL_OFFSET, tail + 32);
            return tail;
        }
    }
}
