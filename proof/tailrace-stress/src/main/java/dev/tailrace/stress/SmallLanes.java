package dev.tailrace.stress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Lanes with the smallest ring, and the actors' operations on them. */
final class SmallLanes {
    private static final RingFactory RINGS = RingFactory.inProcess(new MemoryBudget(Long.MAX_VALUE));
    private static final byte[] LONGEST = new byte[RingDescriptor.MIN_CAPACITY / 8 - FrameDescriptor.HEADER_LENGTH];
    private static final LaneListener NO_LISTENER = new LaneListener() {
        @Override
        public void onFrames() {}

        @Override
        public void onPressure() {}
    };

    private static final byte[][] SERIES = new byte[100][];

    static {
        for (int i = 0; i < SERIES.length; i++) {
            SERIES[i] = new byte[] {(byte) i};
        }
    }

    private SmallLanes() {}

    static Lane open() {
        return Objects.requireNonNull(Lane.open(0, RingDescriptor.MIN_CAPACITY, RINGS, NO_LISTENER, false));
    }

    static Lane.Outcome append(Lane lane, String line) {
        byte[] bytes = line.getBytes(UTF_8);
        return lane.append(bytes, bytes.length, 0, 0);
    }

    /** Appends enough for the keeper to grow the lane. */
    static void fillThreeEighths(Lane lane) {
        for (int i = 0; i < 3; i++) {
            lane.append(LONGEST, LONGEST.length, 0, 0);
        }
    }

    /** Fills a lane to its last byte. */
    static void fill(Lane lane) {
        for (int i = 0; i < 8; i++) {
            lane.append(LONGEST, LONGEST.length, 0, 0);
        }
    }

    static void skipLines(LaneReader reader) {
        ByteBuffer into = ByteBuffer.allocate(LONGEST.length);
        while (reader.next() == LaneReader.Found.LINE) {
            reader.copyLine(into.clear());
        }
    }

    /** Appends one-byte lines with their ordinals. The lines fit beside three eighths. */
    static void appendSeries(Lane lane) {
        for (byte[] line : SERIES) {
            lane.append(line, 1, 0, 0);
        }
    }

    /** How much of the series was read so far: NONE, SOME, ALL, or BROKEN when a line is missing or not in its place. */
    static String howMuchOfTheSeries(ByteBuffer lines) {
        for (int i = 0; i < lines.position(); i++) {
            if (i >= SERIES.length || lines.get(i) != SERIES[i][0]) {
                return "BROKEN";
            }
        }
        return lines.position() == 0 ? "NONE" : lines.position() < SERIES.length ? "SOME" : "ALL";
    }
}
