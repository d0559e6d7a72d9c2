package dev.tailrace.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Small rings in private memory, and what is in them. */
final class TestRings {
    static final int SMALL = RingDescriptor.MIN_CAPACITY;
    static final MemoryBudget PLENTY = new MemoryBudget(1L << 30);

    private TestRings() {}

    static Ring ring(int capacity) {
        return new Ring(RingMemory.inProcess(capacity, new RingIdentity(0, 0, 0)));
    }

    static Lane lane(int capacity, MemoryBudget budget, LaneListener listener) {
        Lane lane = Lane.open(0, capacity, RingFactory.inProcess(budget), listener, false);
        if (lane == null) {
            throw new AssertionError("no memory for a lane");
        }
        return lane;
    }

    static Lane lane(LaneListener listener) {
        return lane(SMALL, PLENTY, listener);
    }

    static Lane.Outcome append(Lane lane, String line) {
        byte[] bytes = line.getBytes(UTF_8);
        return lane.append(bytes, bytes.length, 0, 0);
    }

    /** Appends a line whose frame has {@code frameLength} bytes. */
    static Lane.Outcome appendFrame(Lane lane, int frameLength) {
        return append(lane, "x".repeat(frameLength - FrameDescriptor.HEADER_LENGTH));
    }

    /** Fills a small ring to its very last byte with eight frames. */
    static void fill(Lane lane) {
        for (int i = 0; i < 8; i++) {
            if (appendFrame(lane, SMALL / 8) != Lane.Outcome.APPENDED) {
                throw new AssertionError("was not empty");
            }
        }
    }

    static String line(LaneReader reader) {
        ByteBuffer into = ByteBuffer.allocate(reader.lineLength());
        reader.copyLine(into);
        return new String(into.array(), UTF_8);
    }

    /** Takes all lines that are there. */
    static List<String> lines(LaneReader reader) {
        List<String> lines = new ArrayList<>();
        while (reader.next() == LaneReader.Found.LINE) {
            lines.add(line(reader));
        }
        return lines;
    }
}
