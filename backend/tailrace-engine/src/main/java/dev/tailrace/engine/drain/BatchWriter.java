package dev.tailrace.engine.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Brings a batch into the sink: notes what it is about to do, writes, and only then confirms the batch to the lanes. When the sink fails,
 * the batch stays as it is and is written on from the exact byte where it failed. Single-threaded.
 */
final class BatchWriter {
    /** How often faults are asked for where a batch can be a single line. */
    private static final long RAISE_NANOS = 1_000_000L;

    private final Batch batch;
    private final Sink sink;
    private final DrainedLanes lanes;
    private final BatchLosses losses;
    private final BatchLimits limits;
    private final LongSupplier nanoTime;
    private final LogFigures figures;
    /** Those of the batch. */
    private long lines;
    /** How long the writes of the batch have taken. */
    private long writeNanos;
    /** The batch is being written; what of it is left stands between position and limit. */
    private boolean writing;

    private long raisedAt;

    BatchWriter(
            Batch batch,
            Sink sink,
            DrainedLanes lanes,
            BatchLosses losses,
            BatchLimits limits,
            LongSupplier nanoTime,
            LogFigures figures) {
        this.batch = batch;
        this.sink = sink;
        this.lanes = lanes;
        this.losses = losses;
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.figures = figures;
        this.raisedAt = nanoTime.getAsLong() - RAISE_NANOS;
    }

    /** One more line is in the batch. */
    void joined() {
        lines++;
    }

    /** Whether a batch is being written: of what was gathered, a part is in the file, and a part is not. */
    boolean isWriting() {
        return writing;
    }

    /**
     * Writes what was gathered, or what a failure left of it; returns the bytes of it.
     *
     * @param retries whether the sink has failed since a step last went well
     */
    long finish(boolean retries) throws IOException {
        ByteBuffer buffer = batch.buffer();
        if (!writing) {
            if (buffer.position() == 0) {
                // There may be frames without lines, or rings without frames, to be done with.
                lanes.confirm();
                return 0;
            }
            // What was read where a file was cut is anything.
            boolean raises = mayRaise();
            if (raises) {
                MemoryFault.raise();
            }
            buffer.flip();
            try {
                publish(buffer);
                buffer = batch.buffer();
                if (raises) {
                    // Nothing is written of which no successor would know.
                    MemoryFault.raise();
                }
            } finally {
                if (!writing) {
                    // Whatever it was that failed: the lines are still to be written.
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
            // The lines are written all the same: their lanes must hear of it, or they are read again.
            fault = e;
        }
        lanes.confirm();
        losses.confirm();
        limits.confirm();
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
     * Whether faults are asked for, which makes a little garbage: for each batch, but where lines change between files, and a batch can be a
     * single line, once in a while.
     */
    private boolean mayRaise() {
        boolean keyed = sink.isKeyed();
        long now = keyed ? nanoTime.getAsLong() : 0;
        if (keyed && now - raisedAt < RAISE_NANOS) {
            return false;
        }
        raisedAt = now;
        return true;
    }

    /**
     * After a failure the log may have been deleted or renamed, to make room for instance. Then what is left, from the beginning of
     * its first line, belongs to a new file, and to a new intent.
     */
    private ByteBuffer lookAgain(ByteBuffer rest) throws IOException {
        Path path = sink.path();
        long identity = sink.fileIdentity();
        long length = sink.length();
        sink.look();
        if (Objects.equals(path, sink.path())
                && identity == sink.fileIdentity()
                && sink.length() >= length
                && sink.isMidway()) {
            return rest;
        }
        int from = sink.isMidway() ? Redo.unitStart(rest, rest.position()) : 0;
        batch.publishRest(sink, from);
        return batch.buffer();
    }

    private void publish(ByteBuffer gathered) throws IOException {
        batch.publish(sink, gathered, lanes.ahead(), losses.report());
        writing = true;
    }
}
