package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A drainer's buffer of lines that it is about to write. Single-threaded. */
public interface Batch {
    /** The gathered bytes, from 0 to the buffer's position. {@link #ensureRoom}, {@link #publishRest} and {@link #commit} replace the buffer. */
    ByteBuffer buffer();

    /** The bytes at which a batch is written. A longer line is a batch of its own. */
    default int size() {
        return Drainer.BATCH_BYTES;
    }

    /** Makes the buffer at least {@code length} bytes long; only while it is empty. */
    void ensureRoom(int length) throws IOException;

    /** The greatest number of lanes whose lines may be in one batch. */
    int maxLanes();

    /**
     * Notes the intent before the first byte is written: what goes where, so that a successor can finish the batch.
     *
     * @param lines from 0 to {@code lines.limit()}
     * @param ahead the lanes that the lines were taken from
     * @param losses the losses that the lines report; null: none
     */
    void publish(Sink sink, ByteBuffer lines, List<LaneReader> ahead, @Nullable LossReport losses);

    /**
     * Begins a new batch with the published bytes from {@code from} on, because the bytes before went to another file. Notes the batch as
     * {@link #publish} does. The bytes are in a new buffer, from 0 to its limit.
     */
    void publishRest(Sink sink, int from);

    /**
     * Whether another program has damaged the noted intent, so that a successor could not rely on it. A file that was only removed is made
     * anew. Costs a system call.
     */
    boolean isSpoilt();

    /** Marks the whole batch as written; the buffer is empty again. */
    void commit();
}
