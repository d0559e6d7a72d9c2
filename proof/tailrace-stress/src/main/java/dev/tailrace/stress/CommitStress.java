package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TIME_OFFSET;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_DATA;
import static dev.tailrace.stress.SmallRing.FRAME;
import static dev.tailrace.stress.SmallRing.LINE;
import static dev.tailrace.stress.SmallRing.TIME;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A producer writes a claimed frame while another thread reads. */
final class CommitStress {
    private CommitStress() {}

    @JCStressTest
    @Outcome(id = "UNCOMMITTED, -", expect = ACCEPTABLE, desc = "Not there yet.")
    @Outcome(id = "COMMITTED, WHOLE", expect = ACCEPTABLE, desc = "There, with all its bytes.")
    @Outcome(expect = FORBIDDEN, desc = "There, but not all of it.")
    @State
    public static class Commit {
        private final SmallRing small = new SmallRing();
        private final long position = small.ring.claim(FRAME);

        @Actor
        public void producer() {
            small.ring.write(position, LINE, LINE.length, TIME);
        }

        @Actor
        public void reader(LL_Result r) {
            read(small, r);
        }
    }

    /** Commits first, then writes. */
    @JCStressTest
    @JCStressMeta(Commit.class)
    @State
    public static class CommitTwin {
        private final SmallRing small = new SmallRing();
        private final long position = small.ring.claim(FRAME);

        @Actor
        public void producer() {
            small.store(SmallRing.index(position), FrameDescriptor.header(TYPE_DATA, FRAME));
            writePayload(small, position);
        }

        @Actor
        public void reader(LL_Result r) {
            read(small, r);
        }
    }

    /** The frame of a dead producer, as recovery finds it: payload, but no length to skip it. */
    @JCStressTest
    @Outcome(id = "NO PAYLOAD, NO LENGTH", expect = ACCEPTABLE, desc = "Not begun.")
    @Outcome(id = "PAYLOAD, LENGTH", expect = ACCEPTABLE, desc = "Begun, and how long it will be.")
    @Outcome(id = "NO PAYLOAD, LENGTH", expect = ACCEPTABLE_INTERESTING, desc = "About to begin.")
    @Outcome(expect = FORBIDDEN, desc = "Payload of a frame of unknown length.")
    @State
    public static class LengthFirst {
        private final SmallRing small = new SmallRing();
        private final long position = small.ring.claim(FRAME);

        @Actor
        public void producer() {
            small.ring.write(position, LINE, LINE.length, TIME);
        }

        @Actor
        public void recovery(LL_Result r) {
            recover(small, r);
        }
    }

    /** Stores the length only after the payload. */
    @JCStressTest
    @JCStressMeta(LengthFirst.class)
    @State
    public static class LengthFirstTwin {
        private final SmallRing small = new SmallRing();
        private final long position = small.ring.claim(FRAME);

        @Actor
        public void producer() {
            writePayload(small, position);
            small.store(SmallRing.index(position), FrameDescriptor.header(TYPE_DATA, FRAME));
        }

        @Actor
        public void recovery(LL_Result r) {
            recover(small, r);
        }
    }

    private static void writePayload(SmallRing small, long position) {
        int index = SmallRing.index(position);
        Memory.putPlain(small.memory, index + TIME_OFFSET, TIME);
        small.memory.put(index + HEADER_LENGTH, LINE, 0, LINE.length);
    }

    private static void read(SmallRing small, LL_Result r) {
        boolean isCommitted = FrameDescriptor.length(small.ring.headerAcquire(0)) > 0;
        r.r1 = isCommitted ? "COMMITTED" : "UNCOMMITTED";
        r.r2 = "-";
        if (isCommitted) {
            int index = SmallRing.index(0);
            boolean isWhole = small.ring.epochNanos(0) == TIME
                    && Memory.getPlain(small.memory, index + HEADER_LENGTH) == TIME
                    && Memory.getPlain(small.memory, index + HEADER_LENGTH + 8) == TIME;
            r.r2 = isWhole ? "WHOLE" : "TORN";
        }
    }

    private static void recover(SmallRing small, LL_Result r) {
        long time = small.load(SmallRing.index(0) + TIME_OFFSET);
        long header = small.ring.headerAcquire(0);
        r.r1 = time != 0 ? "PAYLOAD" : "NO PAYLOAD";
        r.r2 = header != 0 ? "LENGTH" : "NO LENGTH";
    }
}
