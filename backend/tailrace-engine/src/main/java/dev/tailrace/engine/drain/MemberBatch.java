package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.sink.BatchCompressor;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch whose lines are gathered in private memory and compressed when they are complete. The intent holds the compressed member: so a
 * successor completes a member that a crash has truncated like any other batch, and nothing has to be decompressed.
 */
final class MemberBatch implements Batch {
    /** Keeps a member of incompressible lines no longer than a batch. */
    private static final int MARGIN = 1 << 12;

    /** The buffer grows in such steps for lines that are longer than a batch. */
    private static final int STEP = 1 << 16;

    private final Batch members;
    private final BatchCompressor compressor;
    /** Not mapped: native code reads this buffer, and a truncated file would end the process. */
    private ByteBuffer lines = ByteBuffer.allocateDirect(Drainer.BATCH_BYTES - MARGIN);

    private boolean published;

    MemberBatch(Batch members, BatchCompressor compressor) {
        this.members = members;
        this.compressor = compressor;
    }

    @Override
    public ByteBuffer buffer() {
        return published ? members.buffer() : lines;
    }

    /** Makes room for the member, too: once the member is made and finds no room, it is too late to truncate the line. */
    @Override
    public void ensureRoom(int length) throws IOException {
        if (length > lines.capacity()) {
            int room = (length + STEP - 1) & -STEP;
            members.ensureRoom(longestMember(room));
            try {
                lines = ByteBuffer.allocateDirect(room);
            } catch (OutOfMemoryError e) {
                throw new IOException("no memory for a line: length=" + length, e);
            }
        }
    }

    /** Blocks that can't be compressed are stored, with some bytes each. */
    private static int longestMember(int length) {
        return length + (length >> 7) + 1024;
    }

    @Override
    public int maxLanes() {
        return members.maxLanes();
    }

    @Override
    public void publish(Sink sink, ByteBuffer gathered, List<LaneReader> ahead, @Nullable LossReport losses)
            throws IOException {
        ByteBuffer member = compressor.compress(gathered);
        members.ensureRoom(member.remaining());
        ByteBuffer staged = members.buffer();
        staged.clear().put(member).flip();
        members.publish(sink, staged, ahead, losses);
        published = true;
    }

    @Override
    public void publishRest(Sink sink, int from) {
        members.publishRest(sink, from);
    }

    @Override
    public boolean isSpoilt() {
        return members.isSpoilt();
    }

    @Override
    public void commit() {
        members.commit();
        published = false;
        lines.clear();
    }

    @Override
    public void close() {
        compressor.close();
    }
}
