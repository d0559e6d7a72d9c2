package dev.tailrace.log4j;

import dev.tailrace.bytes.TextBuffer;
import java.nio.ByteBuffer;
import org.apache.logging.log4j.core.layout.ByteBufferDestination;

/**
 * Takes what a layout writes for one event, into the event's line. Log4j's layouts lock the destination that they are given: each call
 * has one of its own, so that no call waits for another. Not thread-safe.
 */
final class LineDestination implements ByteBufferDestination {
    private static final int ROOM = 1024;

    private final TextBuffer line;
    private final ByteBuffer buffer = ByteBuffer.allocate(ROOM);

    LineDestination(TextBuffer line) {
        this.line = line;
    }

    @Override
    public ByteBuffer getByteBuffer() {
        return buffer;
    }

    @Override
    public ByteBuffer drain(ByteBuffer full) {
        finish();
        return buffer;
    }

    /** Moves what the layout has put into the buffer to the line. */
    void finish() {
        int count = buffer.position();
        if (count > 0) {
            line.append(buffer.array(), buffer.arrayOffset(), count);
            buffer.clear();
        }
    }

    /** Forgets what a layout has left that failed. */
    void clear() {
        buffer.clear();
    }

    @Override
    public void writeBytes(ByteBuffer data) {
        finish();
        if (data.hasArray()) {
            line.append(data.array(), data.arrayOffset() + data.position(), data.remaining());
            data.position(data.limit());
            return;
        }
        while (data.hasRemaining()) {
            int count = Math.min(data.remaining(), buffer.capacity());
            data.get(buffer.array(), 0, count);
            line.append(buffer.array(), 0, count);
        }
    }

    @Override
    public void writeBytes(byte[] data, int offset, int length) {
        finish();
        line.append(data, offset, length);
    }
}
