package dev.tailrace.probe.evidence;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text of any size, whatever it really is: bytes that are no UTF-8 become U+FFFD, and a byte order mark is passed over.
 * Lines end with LF, CR LF or CR, and very long ones are cut. Not thread-safe.
 */
public final class TextLines implements Closeable {
    /** Characters of a line that are kept; what comes after them is passed over. */
    public static final int LONGEST = 16 * 1024;

    private final Reader in;
    private final char[] buffer = new char[16 * 1024];
    private final StringBuilder line = new StringBuilder();
    private int at;
    private int end;
    private int number;
    private boolean skipLineFeed;

    private TextLines(Reader in) {
        this.in = in;
    }

    /**
     * The lines of an input.
     *
     * @throws IOException when it can't be opened
     */
    public static TextLines of(Input input) throws IOException {
        return new TextLines(new InputStreamReader(input.open(), StandardCharsets.UTF_8));
    }

    /** The next line without its end; null after the last one. */
    public @Nullable String next() throws IOException {
        line.setLength(0);
        boolean any = false;
        while (true) {
            if (at == end) {
                at = 0;
                end = Math.max(0, in.read(buffer));
                if (end == 0) {
                    return any ? finished() : null;
                }
            }
            char c = buffer[at++];
            if (skipLineFeed) {
                skipLineFeed = false;
                if (c == '\n') {
                    continue;
                }
            }
            if (c == '\uFEFF' && number == 0 && line.isEmpty()) {
                continue;
            }
            any = true;
            if (c == '\n' || c == '\r') {
                skipLineFeed = c == '\r';
                return finished();
            }
            if (line.length() < LONGEST) {
                line.append(c);
            }
        }
    }

    private String finished() {
        number++;
        return line.toString();
    }

    /** The number of the line that {@link #next} returned last, counted from 1. */
    public int number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
