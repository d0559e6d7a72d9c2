package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.sink.Sink;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A batch for private lanes, which no other process could continue after this process's death. */
final class PrivateBatch implements Batch {
    private final int size;
    private ByteBuffer buffer;

    PrivateBatch(int size) {
        this.size = size;
        this.buffer = ByteBuffer.allocateDirect(size);
    }

    @Override
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void ensureRoom(int length) {
        if (length > buffer.capacity()) {
            // Long lines are rare; the buffer is kept because the next one needs it again.
            buffer = ByteBuffer.allocateDirect(Integer.highestOneBit(length - 1) << 1);
        }
    }

    @Override
    public int maxLanes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void publish(Sink sink, ByteBuffer lines, List<LaneReader> ahead, @Nullable LossReport losses) {
        // No process would read an intent.
    }

    @Override
    public void publishRest(Sink sink, int from) {
        buffer.position(from);
        buffer.compact().flip();
    }

    @Override
    public boolean isSpoilt() {
        return false;
    }

    @Override
    public void commit() {
        buffer.clear();
    }
}
