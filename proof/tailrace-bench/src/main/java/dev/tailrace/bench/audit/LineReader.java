package dev.tailrace.bench.audit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream into lines without copying them. Not thread-safe. */
final class LineReader {
    /** Receives the line from {@code from} up to {@code to}; {@code ended} is false for a rest without a line feed. */
    interface Consumer {
        void line(byte[] bytes, int from, int to, boolean ended);
    }

    private byte[] buffer = new byte[1 << 18];

    /** Reads to the end of the stream; returns how many bytes it held. */
    long read(InputStream in, Consumer consumer) throws IOException {
        long total = 0;
        int filled = 0;
        try {
            while (true) {
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, buffer.length * 2);
                }
                int read = in.read(buffer, filled, buffer.length - filled);
                if (read < 0) {
                    break;
                }
                int scanFrom = filled;
                filled += read;
                total += read;
                filled = lines(scanFrom, filled, consumer);
            }
        } finally {
            // Reported even if the stream breaks off: half a line is a torn line.
            if (filled > 0) {
                consumer.line(buffer, 0, filled, false);
            }
        }
        return total;
    }

    /** Passes on complete lines and moves the rest to the front; returns the rest's length. */
    private int lines(int scanFrom, int filled, Consumer consumer) {
        int start = 0;
        for (int i = scanFrom; i < filled; i++) {
            if (buffer[i] == '\n') {
                consumer.line(buffer, start, i, true);
                start = i + 1;
            }
        }
        System.arraycopy(buffer, start, buffer, 0, filled - start);
        return filled - start;
    }
}
