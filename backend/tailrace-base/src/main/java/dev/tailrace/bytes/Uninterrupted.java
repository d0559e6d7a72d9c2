package dev.tailrace.bytes;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work on files in a thread of the application, which may be interrupted: in the JDK an interrupt closes the channel in use. Such work is
 * repeated, and the application's interrupt is set again at the end.
 */
public final class Uninterrupted {
    /** An application that interrupts a thread more often wants it to stop. */
    private static final int ATTEMPTS = 1_000;

    private static final int ATTEMPTS_AT_ONCE = 10;
    private static final long PAUSE_NANOS = 50_000;

    /** Whether this thread was interrupted since {@link #during} began. */
    private static final ThreadLocal<boolean @Nullable []> KEPT = new ThreadLocal<>();

    private Uninterrupted() {}

    /** Work that may be repeated; a failed attempt leaves nothing behind. */
    public interface Work<T> {
        /** Does the work. */
        T get() throws IOException;
    }

    /**
     * Returns or throws the work's result. An interrupt that {@link #call} or {@link #park} finds within is kept until the end of the work:
     * later steps would fail because of it, too.
     */
    public static <T> T during(Supplier<T> work) {
        boolean @Nullable [] outer = KEPT.get();
        boolean[] kept = {Thread.interrupted()};
        KEPT.set(kept);
        try {
            return work.get();
        } finally {
            if (outer == null) {
                KEPT.remove();
            } else {
                KEPT.set(outer);
            }
            setAgain(kept[0]);
        }
    }

    /** Returns or throws the work's result; the work doesn't see interrupts. */
    public static <T> T call(Work<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (int i = 1; ; i++) {
                try {
                    return work.get();
                } catch (ClosedByInterruptException e) {
                    if (i == ATTEMPTS) {
                        throw e;
                    }
                    interrupted |= Thread.interrupted();
                    if (i > ATTEMPTS_AT_ONCE) {
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                }
            }
        } finally {
            setAgain(interrupted);
        }
    }

    /** Waits for about {@code nanos}, even when the thread is interrupted. */
    public static void park(Object blocker, long nanos) {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(blocker, nanos);
        setAgain(interrupted);
    }

    private static void setAgain(boolean interrupted) {
        boolean @Nullable [] kept = KEPT.get();
        if (interrupted && kept != null) {
            kept[0] = true;
        } else if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens a file as {@link Files#newInputStream} does; of a regular file read by means that no interrupt can close. */
    public static InputStream stream(Path file) throws IOException {
        if (file.getFileSystem().equals(FileSystems.getDefault()) && Files.isRegularFile(file)) {
            try {
                return new FileInputStream(file.toFile());
            } catch (FileNotFoundException e) {
                // This exception has only a text; the other one shows the problem by its class.
                return Files.newInputStream(file);
            }
        }
        return Files.newInputStream(file);
    }
}
