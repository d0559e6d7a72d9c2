package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes a destination's bytes. Called by one drainer thread only; not thread-safe.
 *
 * <p>The drainer asks {@link #fit} for each line before it joins the pending batch; when the answer is to roll, it writes the batch first,
 * calls {@link #roll}, and then begins a new batch with that line. The default answers are those of a sink without a file, as a console.
 */
public interface Sink {
    /** Whether a line may join the pending batch. */
    enum Fit {
        JOINS,
        ROLLS_FIRST
    }

    /** Decides by two comparisons. {@code pendingBytes}: bytes in the batch that are not written yet. */
    default Fit fit(long epochNanos, long pendingBytes) {
        return Fit.JOINS;
    }

    /**
     * Writes from {@code position} to {@code limit}. On an {@link IOException} the buffer's position shows how many bytes were written: the
     * drainer keeps the rest and tries again later.
     */
    void write(ByteBuffer lines) throws IOException;

    /** Ends the current file and begins the next; nothing slower than a rename. */
    default void roll(long epochNanos) throws IOException {}

    /** Timed work between batches: rolls without events, and files changed from outside. Cheap when there is nothing to do. */
    default void tick(long epochNanos) throws IOException {}

    /**
     * Checks the path: afterwards {@link #path}, {@link #length} and {@link #fileIdentity} are those of the file for the next write, even
     * when another program renamed, deleted, replaced or truncated the old one. Does nothing for a console.
     *
     * @throws IOException when the path can't be checked, or a missing file can't be made again
     */
    default void look() throws IOException {}

    /**
     * Closes the file; the sink isn't used afterwards. Another process may drain into the log as soon as this method returns: no thread of
     * this process works on the log's rolled files any more.
     */
    default void close() throws IOException {}

    /** The number of files rolled since the sink was opened; 0 for a console. For the drainer. */
    default long rolls() {
        return 0;
    }

    /** Whether all rolled files are archived. */
    default boolean isFinished() {
        return true;
    }

    /** The active file; null for a console. */
    default @Nullable Path path() {
        return null;
    }

    /** The last known length of the active file, in bytes; 0 for a console. */
    default long length() {
        return 0;
    }

    /**
     * Distinguishes the active file from earlier and later files at its path: a hash (FNV-1a, 64 bits) of its file key as a text. 0 for a
     * console and where files have no keys.
     */
    default long fileIdentity() {
        return 0;
    }

    /** For messages: the file's path or "console". */
    String description();
}
