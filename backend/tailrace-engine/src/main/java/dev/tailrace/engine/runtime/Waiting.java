package dev.tailrace.engine.runtime;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits for a condition by polling it ten times a millisecond; for starts and stops, not for log calls. */
public final class Waiting {
    private static final long PAUSE_NANOS = 100_000;

    private Waiting() {}

    /** Whether the condition was met by {@code deadline} ({@link System#nanoTime}). An interrupt is kept, and ends nothing. */
    public static boolean until(long deadline, BooleanSupplier condition) {
        return until(() -> deadline, condition);
    }

    /** See {@link #until(long, BooleanSupplier)}; the deadline may move meanwhile. */
    public static boolean until(LongSupplier deadline, BooleanSupplier condition) {
        boolean interrupted = false;
        boolean met = condition.getAsBoolean();
        while (!met && deadline.getAsLong() - System.nanoTime() > 0) {
            // An interrupted thread would not park at all.
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(PAUSE_NANOS);
            met = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return met;
    }
}
