package dev.tailrace.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a destination's bytes go. Called by one drainer thread only; not thread-safe.
 *
 * <p>The drainer asks {@link #fit} for each line before it joins the pending batch; when the answer is to roll, it writes the batch
 * first, calls {@link #roll}, and then begins a new batch with that line.
 */
public interface Sink {
    /** Whether a line may join the pending batch. */
    enum Fit {
        JOINS,
        ROLLS_FIRST
    }

    /** Decides by two comparisons. {@code pendingBytes}: bytes in the batch that are not written yet. */
    Fit fit(long epochNanos, long pendingBytes);

    /**
     * Writes from {@code position} to {@code limit}. On an {@link IOException} the buffer's position says how far it came: the
     * drainer keeps the rest and tries again later.
     */
    void write(ByteBuffer lines) throws IOException;

    /** Ends the current file and begins the next; nothing slower than a rename. */
    void roll(long epochNanos) throws IOException;

    /** Work by the clock, between batches: rolls without events, files changed from outside. Cheap when there is nothing. */
    void tick(long epochNanos) throws IOException;

    /** Closes the file; the sink isn't used afterwards. */
    void close() throws IOException;

    /**
     * A file beside the log that stands for it in this and later processes, also when the log's own name changes with the date; null
     * for a console.
     */
    @Nullable
    Path identity();

    /** For messages: the file's path or "console". */
    String description();
}
