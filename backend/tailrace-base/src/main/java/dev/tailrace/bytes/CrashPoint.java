package dev.tailrace.bytes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Places where a process may die, for tests that let it die there. Each persistent step calls {@link #reach}. With {@code
 * -Dtailrace.crashAt=N} the process halts at the Nth of these calls, as if killed (exit status {@value #STATUS}), and prints the place on
 * standard error; {@code -Dtailrace.crashStep=NAME} counts only the calls of that name. With {@code -Dtailrace.parkWhile=FILE} it doesn't
 * halt: the thread makes that file and waits until the file is deleted. Without {@code crashAt} the calls compile to nothing.
 */
public final class CrashPoint {
    public static final int STATUS = 99;
    private static final long AT = Long.getLong("tailrace.crashAt", 0);
    private static final boolean ENABLED = AT > 0;
    private static final @Nullable String STEP = System.getProperty("tailrace.crashStep");
    private static final @Nullable String PARK_WHILE = System.getProperty("tailrace.parkWhile");
    private static final long PARK_NANOS = 1_000_000;
    private static final AtomicLong REACHED = new AtomicLong();

    private CrashPoint() {}

    /** {@code step}: the step that was just done, or is about to be done. */
    public static void reach(String step) {
        if (ENABLED && (STEP == null || STEP.equals(step)) && REACHED.incrementAndGet() == AT) {
            if (PARK_WHILE != null) {
                park(Path.of(PARK_WHILE));
                return;
            }
            System.err.println("crash point " + AT + ": " + step);
            Runtime.getRuntime().halt(STATUS);
        }
    }

    private static void park(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (Files.exists(file)) {
            LockSupport.parkNanos(PARK_NANOS);
        }
    }
}
