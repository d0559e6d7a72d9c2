package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.RingDescriptor.SEALED;
import static dev.tailrace.engine.journal.ring.RingDescriptor.TAIL_OFFSET;
import static dev.tailrace.stress.SmallRing.FRAME;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.engine.journal.ring.Ring;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A ring is sealed while a producer claims repeatedly: each claim either counts or is refused. */
final class SealStress {
    private static final int FRAMES = SmallRing.CAPACITY / FRAME;

    private SealStress() {}

    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Sealed before the first claim.")
    @Outcome(id = "SOME, SOME", expect = ACCEPTABLE, desc = "Sealed between two claims.")
    @Outcome(id = "8, 8", expect = ACCEPTABLE, desc = "Sealed after the last claim.")
    @Outcome(expect = FORBIDDEN, desc = "Claimed, and never read by any thread.")
    @State
    public static class Seal {
        private final SmallRing small = new SmallRing();

        @Actor
        public void producer(LL_Result r) {
            r.r1 = claims(small);
        }

        @Actor
        public void keeper() {
            small.ring.seal();
        }

        @Arbiter
        public void end(LL_Result r) {
            compare(small, r);
        }
    }

    /** Loads the tail and stores it with the bit. */
    @JCStressTest
    @JCStressMeta(Seal.class)
    @State
    public static class SealTwin {
        private final SmallRing small = new SmallRing();

        @Actor
        public void producer(LL_Result r) {
            r.r1 = claims(small);
        }

        @Actor
        public void keeper() {
            small.store(TAIL_OFFSET, small.load(TAIL_OFFSET) | SEALED);
        }

        @Arbiter
        public void end(LL_Result r) {
            compare(small, r);
        }
    }

    private static Integer claims(SmallRing small) {
        int claims = 0;
        while (claims < FRAMES && small.ring.claim(FRAME) != Ring.ENDED) {
            claims++;
        }
        return claims;
    }

    /** The sealed end of the ring must be the end of the claims. */
    private static void compare(SmallRing small, LL_Result r) {
        int claims = (Integer) r.r1;
        int covered = (int) (small.ring.tail() / FRAME);
        boolean isBetween = claims == covered && claims > 0 && claims < FRAMES;
        r.r1 = isBetween ? "SOME" : claims;
        r.r2 = isBetween ? "SOME" : covered;
    }
}
