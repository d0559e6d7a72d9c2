package dev.tailrace.engine.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.sink.RoutedSink;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Brings a batch into the sink: notes the intent, writes, and only then confirms the batch to the lanes. When the sink fails, the batch
 * stays as it is, and the next attempt continues at the exact byte where the sink failed. Single-threaded.
 */
final class BatchWriter {
    /** How often memory faults are checked for where a batch can be a single line. */
    private static final long RAISE_NANOS = 1_000_000L;

    private final Batch batch;
    private final Sink sink;
    private final DrainedLanes lanes;
    private final BatchLosses losses;
    private final LongSupplier nanoTime;
    private final LogFigures figures;
    /** The number of lines in the batch. */
    private long lines;
    /** How long the writes of the batch have taken. */
    private long writeNanos;
    /** The batch is being written; its unwritten bytes are between position and limit. */
    private boolean writing;

    private long raisedAt;

    BatchWriter(
            Batch batch, Sink sink, DrainedLanes lanes, BatchLosses losses, LongSupplier nanoTime, LogFigures figures) {
        this.batch = batch;
        this.sink = sink;
        this.lanes = lanes;
        this.losses = losses;
        this.nanoTime = nanoTime;
        this.figures = figures;
        this.raisedAt = nanoTime.getAsLong() - RAISE_NANOS;
    }

    /** Counts one more line of the batch. */
    void joined() {
        lines++;
    }

    /** Whether a batch is being written: a part of its bytes is in the file, the rest isn't. */
    boolean isWriting() {
        return writing;
    }

    /**
     * Writes the gathered bytes, or the rest that a failure left of them; returns their number.
     *
     * @param retries whether the sink has failed since the last successful step
     */
    long finish(boolean retries) throws IOException {
        ByteBuffer buffer = batch.buffer();
        if (!writing) {
            if (buffer.position() == 0) {
                // There may be frames without lines, or rings without frames, to confirm.
                lanes.confirm();
                return 0;
            }
            // Bytes that were read where a file was truncated can be anything.
            boolean raises = mayRaise();
            if (raises) {
                MemoryFault.raise();
            }
            buffer.flip();
            try {
                publish(buffer);
                if (raises) {
                    // Bytes are written only when a successor would know of them.
                    MemoryFault.raise();
                }
            } finally {
                if (!writing) {
                    // Whatever failed: the lines are still to be written.
                    buffer.position(buffer.limit()).limit(buffer.capacity());
                }
            }
        } else if (retries) {
            buffer = lookAgain(buffer);
        }
        write(buffer);
        long bytes = buffer.limit();
        writing = false;
        figures.wrote(lines, bytes, writeNanos);
        lines = 0;
        writeNanos = 0;
        InternalError fault = null;
        try {
            batch.commit();
        } catch (InternalError e) {
            // The lines are written all the same: unless the lanes are confirmed, the lines are read again.
            fault = e;
        }
        lanes.confirm();
        losses.confirm();
        if (fault != null) {
            throw fault;
        }
        return bytes;
    }

    private void write(ByteBuffer buffer) throws IOException {
        long began = nanoTime.getAsLong();
        try {
            while (buffer.hasRemaining()) {
                CrashPoint.reach("before a write");
                sink.write(buffer);
                CrashPoint.reach("after a write");
            }
        } finally {
            writeNanos += nanoTime.getAsLong() - began;
        }
    }

    /**
     * Whether memory faults are checked for, which makes a little garbage: for each batch; but only once in a while where a batch can be a
     * single line, because lines change between files or each caller writes.
     */
    private boolean mayRaise() {
        boolean small = sink instanceof RoutedSink || batch.size() < Drainer.BATCH_BYTES;
        long now = small ? nanoTime.getAsLong() : 0;
        if (small && now - raisedAt < RAISE_NANOS) {
            return false;
        }
        raisedAt = now;
        return true;
    }

    /**
     * After a failure the log may have been deleted or renamed, for instance to make room. Then the rest, from the beginning of its first
     * line, belongs to a new file and to a new intent.
     */
    private ByteBuffer lookAgain(ByteBuffer rest) throws IOException {
        Path path = sink.path();
        long identity = sink.fileIdentity();
        long length = sink.length();
        sink.look();
        if (Objects.equals(path, sink.path()) && identity == sink.fileIdentity() && sink.length() >= length) {
            return rest;
        }
        batch.publishRest(sink, Redo.lineStart(rest, rest.position()));
        return batch.buffer();
    }

    private void publish(ByteBuffer gathered) {
        batch.publish(sink, gathered, lanes.ahead(), losses.report());
        writing = true;
    }
}
