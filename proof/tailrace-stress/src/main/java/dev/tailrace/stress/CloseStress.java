package dev.tailrace.stress;

import static dev.tailrace.stress.SmallRing.FRAME;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.ring.Ring;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A lane is closed while its keeper grows it. */
final class CloseStress {
    private CloseStress() {}

    @JCStressTest
    @Outcome(
            id = {"CLOSED, GREW", "CLOSED, STAYED"},
            expect = ACCEPTABLE,
            desc = "Nothing comes later.")
    @Outcome(expect = FORBIDDEN, desc = "A line after the end.")
    @State
    public static class Close {
        private final Lane lane = SmallLanes.open();

        public Close() {
            SmallLanes.fillThreeEighths(lane);
        }

        @Actor
        public void closer(LL_Result r) {
            lane.close();
            r.r1 = SmallLanes.append(lane, "late");
        }

        @Actor
        public void keeper(LL_Result r) {
            r.r2 = lane.grow() ? "GREW" : "STAYED";
        }
    }

    /** The keeper checks whether the lane is closed, and only then switches to a new ring. */
    @JCStressTest
    @JCStressMeta(Close.class)
    @State
    public static class CloseTwin {
        private final Ring first = new SmallRing().ring;
        private final Ring second = new SmallRing().ring;
        private volatile Ring current = first;
        private volatile boolean closed;

        @Actor
        public void closer(LL_Result r) {
            closed = true;
            current.seal();
            r.r1 = current.claim(FRAME) == Ring.ENDED ? "CLOSED" : "APPENDED";
        }

        @Actor
        public void keeper(LL_Result r) {
            r.r2 = grow() ? "GREW" : "STAYED";
        }

        private boolean grow() {
            if (closed) {
                return false;
            }
            first.linkNext(second);
            current = second;
            first.seal();
            return true;
        }

        /** Checks the result after all actors have ended, too. */
        @Arbiter
        public void later(LL_Result r) {
            if (current.claim(FRAME) != Ring.ENDED) {
                r.r1 = "APPENDED";
            }
        }
    }
}
