package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Lines that are keyed to several files: each begins, in its lane, with one byte that says how long its key is, and the key. A batch has
 * lines of one file only, so that an intent needs no more than it has for any log. Single-threaded.
 */
final class KeyedLines {
    private final Sink sink;
    private final ByteBuffer head = ByteBuffer.allocate(1 + 255);

    KeyedLines(Sink sink) {
        this.sink = sink;
    }

    /** Whether the line that the lane has found belongs to the file that is written now. */
    boolean isHere(LaneReader lane) {
        lane.peek(head.clear());
        return sink.isAt(head.array(), 1, length());
    }

    /** Goes over to the file of the line that was asked for last; between two batches only. */
    void turn() throws IOException {
        sink.turnTo(head.array(), 1, length());
    }

    /** What a lane says can be longer than what it has. */
    private int length() {
        return head.position() == 0 ? 0 : Math.min(head.get(0) & 0xFF, head.position() - 1);
    }

    /** How many bytes of a line are its key, with the one that says so. */
    static int keyLength(byte[] line, int length) {
        return length == 0 ? 0 : Math.min(length, 1 + (line[0] & 0xFF));
    }

    /** Takes the key out of a line that stands at the end of what was gathered, from {@code start} on; null: lines have none. */
    static void strip(@Nullable KeyedLines keyed, ByteBuffer lines, int start) {
        int end = lines.position();
        if (keyed != null && end > start) {
            int from = Math.min(end, start + 1 + (lines.get(start) & 0xFF));
            lines.put(start, lines, from, end - from);
            lines.position(start + end - from);
        }
    }
}
