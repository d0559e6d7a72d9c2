package dev.tailrace.bytes;

import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Makes writes fail or stop in the middle, for tests of error handling. With {@code -Dtailrace.failWrites=SEED} about every eighth write of
 * a log file stops after some of its bytes, and half of these, and some others, throw a broken disk's exception. Without that property the
 * calls compile to nothing. For one thread at a time.
 */
public final class FaultPoint {
    private static final long SEED = Long.getLong("tailrace.failWrites", 0);
    private static final boolean ENABLED = SEED != 0;

    private FaultPoint() {}

    /** Loaded only where faults are configured. */
    private static final class Dice {
        private static final SplittableRandom RANDOM = new SplittableRandom(SEED);
        private static boolean failNext;

        private Dice() {}
    }

    /**
     * How many of {@code length} bytes may be written now, at least 1 of 1 or more.
     *
     * @throws IOException when no byte may be written
     */
    public static int allowed(int length) throws IOException {
        return ENABLED ? roll(length) : length;
    }

    private static int roll(int length) throws IOException {
        int dice = Dice.RANDOM.nextInt(32);
        if (Dice.failNext || dice == 0) {
            Dice.failNext = false;
            throw new IOException("Input/output error (asked for by tailrace.failWrites)");
        }
        if (dice > 4 || length <= 1) {
            return length;
        }
        Dice.failNext = dice > 2;
        return Dice.RANDOM.nextInt(1, length);
    }
}
