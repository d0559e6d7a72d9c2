package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.sink.RoutedSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Lines that go to several files by key: in its lane, each line begins with one byte for the key's length, and the key. A batch has lines
 * of one file only, so an intent needs no more than for any other log. Single-threaded.
 */
final class KeyedLines {
    private final RoutedSink sink;
    private final ByteBuffer head = ByteBuffer.allocate(1 + 255);

    KeyedLines(RoutedSink sink) {
        this.sink = sink;
    }

    /** Whether the line that the lane has found belongs to the current file. */
    boolean isHere(LaneReader lane) {
        lane.peek(head.clear());
        return sink.isAt(head.array(), 1, length());
    }

    /** Switches to the file of the line that {@link #isHere} was asked for last; between two batches only. */
    void turn() throws IOException {
        sink.turnTo(head.array(), 1, length());
    }

    /** Switches to the file of lines without a key; between two batches only. */
    void turnToOthers() throws IOException {
        sink.turnToOthers();
    }

    /** A lane's length field can exceed its content. */
    private int length() {
        return head.position() == 0 ? 0 : Math.min(head.get(0) & 0xFF, head.position() - 1);
    }

    /** The length of a line's key in bytes, its length byte included. */
    static int keyLength(byte[] line, int length) {
        return length == 0 ? 0 : Math.min(length, 1 + (line[0] & 0xFF));
    }

    /** Removes the key from the last gathered line, which begins at {@code start}; {@code keyed} null: lines have no keys. */
    static void strip(@Nullable KeyedLines keyed, ByteBuffer lines, int start) {
        int end = lines.position();
        if (keyed != null && end > start) {
            int from = Math.min(end, start + 1 + (lines.get(start) & 0xFF));
            lines.put(start, lines, from, end - from);
            lines.position(start + end - from);
        }
    }
}
