package dev.tailrace.torture.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file: only LF ends a line, and no byte is lost by decoding. Not thread-safe. */
final class LineReader {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private boolean ended = true;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** The next line without its LF, or null at the end. */
    @Nullable
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        while (true) {
            if (at == end) {
                end = in.read(buffer);
                at = 0;
                if (end <= 0) {
                    end = 0;
                    ended = line.size() == 0;
                    return ended ? null : line.toString(StandardCharsets.UTF_8);
                }
            }
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.write(buffer, from, at - from);
            if (at < end) {
                at++;
                return line.toString(StandardCharsets.UTF_8);
            }
        }
    }

    /** Whether the last line had an LF. */
    boolean endedWell() {
        return ended;
    }
}
