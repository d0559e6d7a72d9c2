package dev.tailrace.bytes;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Places where a process may die, for tests that let it die there. Each persistent step calls {@link #reach}; with
 * {@code -Dtailrace.crashAt=N} the process halts, as if killed, when the Nth of these calls is made (exit status {@value #STATUS}), and
 * says on standard error where; {@code -Dtailrace.crashStep=NAME} counts only the calls of that name. Without that property the calls compile to nothing.
 */
public final class CrashPoint {
    public static final int STATUS = 99;
    private static final long AT = Long.getLong("tailrace.crashAt", 0);
    private static final boolean ENABLED = AT > 0;
    private static final @Nullable String STEP = System.getProperty("tailrace.crashStep");
    private static final AtomicLong REACHED = new AtomicLong();

    private CrashPoint() {}

    /** {@code step}: what was just done, or is about to be done. */
    public static void reach(String step) {
        if (ENABLED && (STEP == null || STEP.equals(step)) && REACHED.incrementAndGet() == AT) {
            System.err.println("crash point " + AT + ": " + step);
            Runtime.getRuntime().halt(STATUS);
        }
    }
}
