package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.RingDescriptor.LIMIT_OFFSET;
import static dev.tailrace.stress.SmallRing.CAPACITY;
import static dev.tailrace.stress.SmallRing.FRAME;
import static dev.tailrace.stress.SmallRing.LINE;
import static dev.tailrace.stress.SmallRing.TIME;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A full ring was consumed and is being cleared while a producer needs room. */
final class ClearStress {
    private ClearStress() {}

    @JCStressTest
    @Outcome(id = "FULL, -", expect = ACCEPTABLE, desc = "Not cleared yet.")
    @Outcome(id = "ZEROED, THERE", expect = ACCEPTABLE, desc = "Room for a new frame.")
    @Outcome(expect = FORBIDDEN, desc = "An old frame poses as a new one, or the new one was cleared.")
    @State
    public static class Clear {
        private final SmallRing small = new SmallRing();

        public Clear() {
            fillAndConsume(small);
        }

        @Actor
        public void keeper() {
            small.ring.clearConsumed();
        }

        @Actor
        public void producer(LL_Result r) {
            r.r1 = append(small);
        }

        @Arbiter
        public void read(LL_Result r) {
            r.r2 = found(small);
        }
    }

    /** Moves the limit first, then clears, beginning with the frame that is claimed last. */
    @JCStressTest
    @JCStressMeta(Clear.class)
    @State
    public static class ClearTwin {
        private final SmallRing small = new SmallRing();

        public ClearTwin() {
            fillAndConsume(small);
        }

        @Actor
        public void keeper() {
            small.store(LIMIT_OFFSET, CAPACITY + CAPACITY);
            for (int at = CAPACITY - Long.BYTES; at >= 0; at -= Long.BYTES) {
                Memory.putPlain(small.memory, RingDescriptor.DATA_OFFSET + at, 0);
            }
        }

        @Actor
        public void producer(LL_Result r) {
            r.r1 = append(small);
        }

        @Arbiter
        public void read(LL_Result r) {
            r.r2 = found(small);
        }
    }

    private static void fillAndConsume(SmallRing small) {
        for (int i = 0; i < 8; i++) {
            small.append(FRAME);
        }
        small.ring.consume(CAPACITY);
    }

    private static String append(SmallRing small) {
        long position = small.ring.claim(FRAME);
        if (position == Ring.FULL) {
            return "FULL";
        }
        String what = small.ring.headerAcquire(position) == 0 ? "ZEROED" : "STALE";
        small.ring.write(position, LINE, LINE.length, TIME);
        return what;
    }

    private static String found(SmallRing small) {
        boolean isClaimed = small.ring.tail() > CAPACITY;
        boolean isThere = FrameDescriptor.length(small.ring.headerAcquire(CAPACITY)) == FRAME;
        return isClaimed ? isThere ? "THERE" : "LOST" : "-";
    }
}
