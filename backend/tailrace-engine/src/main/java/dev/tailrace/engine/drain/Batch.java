package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.owner.LimitReport;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a drainer gathers lines before it writes them. Single-threaded. */
public interface Batch {
    /** The gathered bytes, from 0 to its position. Another buffer after {@link #ensureRoom}, {@link #publish} and {@link #commit}. */
    ByteBuffer buffer();

    /** Makes the buffer at least that long; only while it is empty. */
    void ensureRoom(int length) throws IOException;

    /** How many lanes the lines of one batch may come from. */
    int maxLanes();

    /**
     * Notes, before the first byte is written, what is about to be written where, so that a successor can finish it.
     *
     * @param lines from 0 to {@code lines.limit()}
     * @param ahead lanes that lines were taken from
     * @param losses what the lines report; null: nothing
     * @throws IOException when there is no room to note it: nothing is noted then
     */
    void publish(Sink sink, ByteBuffer lines, List<LaneReader> ahead, @Nullable LossReport losses) throws IOException;

    /** Says what the batch that is published next reports of limits. */
    default void limits(LimitReport report) {}

    /**
     * Begins a new batch with the published bytes from {@code from} on, because what is before went to another file, and notes it as
     * {@link #publish} does. The buffer is another one, from 0 to its limit.
     */
    void publishRest(Sink sink, int from);

    /**
     * Whether another program has spoilt it, so that a successor could not rely on what is noted; what was only removed is made anew. Costs a system
     * call.
     */
    boolean isSpoilt();

    /** Says that all of it is written; the buffer is empty again. */
    void commit();

    /** The end of its drainer's term. */
    default void close() {}
}
