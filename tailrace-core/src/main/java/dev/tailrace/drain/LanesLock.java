package dev.tailrace.drain;

import dev.tailrace.journal.LaneDirectory;
import dev.tailrace.sink.DrainLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A lock in the lane directory itself, held while this process drains: who locks another file because the one beside the log was deleted
 * must not drain the same lanes. Single-threaded.
 */
final class LanesLock {
    private static final String FILE = "drain.lock";

    private final DrainListener listener;
    private @Nullable DrainLock held;

    LanesLock(DrainListener listener) {
        this.listener = listener;
    }

    /** Tries to get the right to drain the lanes in this directory, always the same one. */
    boolean tryDrain(Path lanes) throws IOException {
        DrainLock lock = held;
        if (lock != null && !lock.stands()) {
            held = null;
            lock.close();
            lock = null;
        }
        if (lock == null) {
            String refusal = LaneDirectory.refusal(lanes);
            if (refusal != null) {
                throw new IOException(refusal);
            }
            Path path = lanes.resolve(FILE);
            putAsideIfNoFile(path);
            lock = DrainLock.on(path);
            held = lock;
        }
        return lock.tryDrain();
    }

    /** A link or a directory in its place would keep everybody from draining. */
    private void putAsideIfNoFile(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(path, path.resolveSibling(FILE + "." + System.currentTimeMillis() + ".damaged"));
            listener.onPutAside(path, new IOException("it is a link or not a file"));
        }
    }

    void stopDraining() throws IOException {
        if (held != null) {
            held.stopDraining();
        }
    }

    void close() throws IOException {
        if (held != null) {
            held.close();
        }
    }
}
