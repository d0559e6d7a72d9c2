package dev.tailrace.bytes;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Work on files in a thread of the application, which somebody may interrupt: in the JDK that closes the channel in use. Such work is
 * done again, and the interrupt, which is the application's, is set again in the end.
 */
public final class Uninterrupted {
    /** Who interrupts a thread that often wants it to do nothing else any more. */
    private static final int ATTEMPTS = 1_000;

    private Uninterrupted() {}

    /** What may be done several times; whoever fails leaves nothing behind. */
    public interface Work<T> {
        /** Does it. */
        T get() throws IOException;
    }

    /**
     * The file's bytes, read by means that no interrupt can close.
     *
     * @throws java.nio.file.NoSuchFileException when there is none, as with {@link java.nio.file.Files#newInputStream}
     */
    public static InputStream stream(Path file) throws IOException {
        if (!file.getFileSystem().equals(FileSystems.getDefault())) {
            return Files.newInputStream(file);
        }
        try {
            return new FileInputStream(file.toFile());
        } catch (FileNotFoundException e) {
            // It says in words what others say by their class.
            file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
            throw e;
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
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
