package dev.tailrace.engine.journal.ring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Small rings in private memory, and what is in them. */
public final class TestRings {
    public static final int SMALL = RingDescriptor.MIN_CAPACITY;
    public static final MemoryBudget PLENTY = new MemoryBudget(1L << 30);

    private TestRings() {}

    static Ring ring(int capacity) {
        return new Ring(RingMemory.inProcess(capacity, new RingIdentity(0, 0, 0)));
    }

    public static Lane lane(int capacity, MemoryBudget budget, LaneListener listener) {
        Lane lane = Lane.open(0, capacity, RingFactory.inProcess(budget), listener, false);
        if (lane == null) {
            throw new AssertionError("no memory for a lane");
        }
        return lane;
    }

    public static Lane lane(LaneListener listener) {
        return lane(SMALL, PLENTY, listener);
    }

    public static Lane.Outcome append(Lane lane, String line) {
        byte[] bytes = line.getBytes(UTF_8);
        return lane.append(bytes, bytes.length, 0, 0);
    }

    /** Appends a line whose frame has {@code frameLength} bytes. */
    public static Lane.Outcome appendFrame(Lane lane, int frameLength) {
        return append(lane, "x".repeat(frameLength - FrameDescriptor.HEADER_LENGTH));
    }

    /** Fills a small ring to its very last byte with eight frames. */
    public static void fill(Lane lane) {
        for (int i = 0; i < 8; i++) {
            if (appendFrame(lane, SMALL / 8) != Lane.Outcome.APPENDED) {
                throw new AssertionError("was not empty");
            }
        }
    }

    public static String line(LaneReader reader) {
        ByteBuffer into = ByteBuffer.allocate(reader.lineLength());
        reader.copyLine(into);
        return new String(into.array(), UTF_8);
    }

    /** Takes all lines that are there. */
    public static List<String> lines(LaneReader reader) {
        List<String> lines = new ArrayList<>();
        while (reader.next() == LaneReader.Found.LINE) {
            lines.add(line(reader));
        }
        return lines;
    }
}
