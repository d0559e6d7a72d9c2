package dev.tailrace.engine.sink;

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

    /**
     * Finds out what is at the path now: afterwards {@link #path}, {@link #length} and {@link #fileIdentity} are those of the file that
     * the next write goes to, also when another program renamed, deleted, replaced or truncated it. Nothing for a console.
     *
     * @throws IOException when the path can't be looked at, or a file that is gone can't be made again
     */
    void look() throws IOException;

    /**
     * Whether a write that failed can go on where it stopped: not if the bytes are worth something only as a whole, and their beginning
     * was taken back by {@link #look} because something came between.
     */
    default boolean isMidway() {
        return true;
    }

    /**
     * Closes the file; the sink isn't used afterwards. Another process may drain into the log as soon as this returns: no thread of this
     * one works on finished files of it any more.
     */
    void close() throws IOException;

    /** Files that were finished since it was opened; 0 for a console. For the drainer. */
    default long rolls() {
        return 0;
    }

    /** Whether all finished files are in their places. */
    boolean isFinished();

    /** The file that is written now; null for a console. */
    @Nullable
    Path path();

    /** Bytes in the file that is written now, as far as is known without looking; 0 for a console. */
    long length();

    /**
     * Distinguishes the file that is written now from others that had or will have its path: a hash (FNV-1a, 64 bits) of its file key as a
     * text. 0 for a console and where files have no keys.
     */
    long fileIdentity();

    /**
     * What batches are compressed with before they are noted and written, for the one drainer of this sink; null: they are written as they
     * are.
     */
    default @Nullable BatchCompressor compressor() {
        return null;
    }

    /** For messages: the file's path or "console". */
    String description();

    /** Whether it has several files, and each line begins with a key that says which one is its own: see {@link #turnTo}. */
    default boolean isKeyed() {
        return false;
    }

    /** Whether the next write goes to the file of this key. */
    default boolean isAt(byte[] key, int offset, int length) {
        return true;
    }

    /** Goes over to the file of this key; between two batches only. */
    default void turnTo(byte[] key, int offset, int length) throws IOException {}

    /** The same for lines that have no key. */
    default void turnToOthers() throws IOException {}

    /**
     * Makes ready for bytes that a former drainer has noted for a path. They may be compressed otherwise than this sink's own: then they
     * get a file for themselves, where there is one for each kind.
     */
    default void turnTo(Path path, ByteBuffer bytes) throws IOException {}
}
