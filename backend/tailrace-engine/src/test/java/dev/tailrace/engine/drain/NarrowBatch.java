package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where nothing longer than a batch can be staged while {@code full}. Not thread-safe. */
final class NarrowBatch implements Batch {
    private final PrivateBatch batch = new PrivateBatch(Drainer.BATCH_BYTES);
    boolean full = true;

    @Override
    public ByteBuffer buffer() {
        return batch.buffer();
    }

    @Override
    public void ensureRoom(int length) throws IOException {
        if (full && length > batch.buffer().capacity()) {
            throw new IOException("No space left on device");
        }
        batch.ensureRoom(length);
    }

    @Override
    public int maxLanes() {
        return batch.maxLanes();
    }

    @Override
    public void publish(Sink sink, ByteBuffer lines, List<LaneReader> ahead, @Nullable LossReport losses) {
        batch.publish(sink, lines, ahead, losses);
    }

    @Override
    public void publishRest(Sink sink, int from) {
        batch.publishRest(sink, from);
    }

    @Override
    public boolean isSpoilt() {
        return false;
    }

    @Override
    public void commit() {
        batch.commit();
    }
}
