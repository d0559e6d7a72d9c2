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
 * Work on files in a thread of the application, which may be interrupted: in the JDK that closes the channel in use. Such work is
 * done again, and the interrupt, which is the application's, is set again in the end.
 */
public final class Uninterrupted {
    /** An application that interrupts a thread so often wants it to stop. */
    private static final int ATTEMPTS = 1_000;

    private static final int ATTEMPTS_AT_ONCE = 10;
    private static final long PAUSE_NANOS = 50_000;

    /** Whether this thread was interrupted since {@link #during} began. */
    private static final ThreadLocal<boolean @Nullable []> KEPT = new ThreadLocal<>();

    private Uninterrupted() {}

    /** What may be done several times; an attempt that fails leaves nothing behind. */
    public interface Work<T> {
        /** Does it. */
        T get() throws IOException;
    }

    /**
     * What the work returns or throws. An interrupt that is found within, by {@link #call} and {@link #park}, is kept until its end: what
     * follows there would fail for it, too.
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

    /** What the work returns or throws; of being interrupted it knows nothing. */
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

    /** Waits about as long; an interrupted thread would not wait at all. */
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

    /** The same as {@link Files#newInputStream}; of a regular file read by means that no interrupt can close. */
    public static InputStream stream(Path file) throws IOException {
        if (file.getFileSystem().equals(FileSystems.getDefault()) && Files.isRegularFile(file)) {
            try {
                return new FileInputStream(file.toFile());
            } catch (FileNotFoundException e) {
                // It has words only; the other one says by its class what is wrong.
                return Files.newInputStream(file);
            }
        }
        return Files.newInputStream(file);
    }
}
