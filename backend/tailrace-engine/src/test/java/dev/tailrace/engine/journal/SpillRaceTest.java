package dev.tailrace.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A producer, a keeper and a reader at once. */
class SpillRaceTest {
    /** Only what is stuck takes so long, on however busy a machine. */
    private static final long PATIENCE_NANOS = 180_000_000_000L;

    /** How long the producer waits for room before it looks whether the reader has failed, and makes none any more. */
    private static final long PAUSE_NANOS = 1_000_000_000L;

    /** Copying the longest line of it takes some microseconds: time for a keeper to come in between. */
    private static final int LARGE_RING = 1 << 20;

    private static final int LONGEST = LARGE_RING / 8 - 64;

    private final ByteBuffer into = ByteBuffer.allocate(LONGEST);

    @TempDir
    private Path folder;

    /** Makes a line of a number; returns its length. */
    private interface Line {
        int write(byte[] bytes, int number);
    }

    /** Looks at the line that the reader has found. */
    private interface Look {
        void at(LaneReader reader, int number) throws InterruptedException;
    }

    private void race(SpillingLane spilling, int lines, Line line, int linesInBatch, Look look) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread keeper = new Thread(() -> {
            while (!over.get()) {
                spilling.keep();
            }
        });
        Thread producer = new Thread(() -> {
            byte[] bytes = new byte[LONGEST];
            for (int i = 0; i < lines && !over.get(); i++) {
                int length = line.write(bytes, i);
                Lane.Outcome outcome = Lane.Outcome.FULL;
                while (outcome != Lane.Outcome.APPENDED && !over.get()) {
                    outcome = spilling.lane.append(bytes, length, i, PAUSE_NANOS);
                }
            }
        });
        keeper.start();
        producer.start();
        try {
            read(spilling.lane, lines, linesInBatch, look);
        } finally {
            over.set(true);
            producer.join();
            keeper.join();
        }
        assertThat(spilling.lane.mark().ring().spilled()).as("moved").isPositive();
        assertThat(spilling.failures).isEmpty();
    }

    private static void read(Lane lane, int lines, int linesInBatch, Look look) throws Exception {
        LaneReader reader = new LaneReader(lane);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        int next = 0;
        while (next < lines) {
            assertThat(System.nanoTime() - deadline).as("stuck at line " + next).isNegative();
            LaneReader.Found found = reader.next();
            assertThat(found).isNotEqualTo(LaneReader.Found.DAMAGED);
            if (found == LaneReader.Found.LINE) {
                look.at(reader, next);
                next++;
            }
            if (found == LaneReader.Found.NOTHING || next % linesInBatch == 0) {
                reader.confirm();
            }
        }
    }

    /** Each line is read once, whichever way it went. */
    @Test
    void movedAndReadAtTheSameTime_eachLineOnce() throws Exception {
        race(
                SpillingLane.in(folder),
                200_000,
                (bytes, number) -> {
                    ByteBuffer.wrap(bytes).putInt(0, number);
                    return 24 + number % 40;
                },
                1_000,
                (reader, number) -> {
                    reader.copyLine(into.clear());
                    assertThat(into.getInt(0)).isEqualTo(number);
                    assertThat(into.position()).isEqualTo(24 + number % 40);
                    if (number % 10_000 == 0) {
                        // Now and then the reader is slow.
                        Thread.sleep(5);
                    }
                });
    }

    /** The longer a line, the likelier it is moved and its memory cleared in the middle of the copying. */
    @Test
    void longLinesThatAreMovedWhileTheyAreCopied_areWhole() throws Exception {
        byte[] expected = new byte[LONGEST];
        race(
                new SpillingLane(
                        folder, LARGE_RING, new MemoryBudget(LARGE_RING + 4096), new MemoryBudget(16 * LARGE_RING)),
                3_000,
                (bytes, number) -> {
                    Arrays.fill(bytes, (byte) (1 + number % 100));
                    return LONGEST;
                },
                40,
                (reader, number) -> {
                    Arrays.fill(expected, (byte) (1 + number % 100));
                    for (int i = 0; i < 16; i++) {
                        // Again and again, so that it hardly does anything else.
                        reader.peek(into.clear());
                        assertThat(Arrays.mismatch(expected, into.array()))
                                .as("line " + number)
                                .isEqualTo(-1);
                    }
                    reader.copyLine(into.clear());
                });
    }
}
