package dev.tailrace.engine.drain;

import dev.tailrace.bytes.JsonCut;
import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The beginning of a line that is too long, and a mark that says how much is missing; a truncated JSON object is valid JSON again. */
final class TruncatedLine {
    private TruncatedLine() {}

    /** A line of at most {@code maxLength} bytes (or the mark alone, if that is longer), never truncated inside a character. */
    static byte[] of(TextBuffer line, int maxLength) {
        return of(line.array(), line.length(), line.length() + line.cutBytes(), maxLength);
    }

    /** Truncates a line that begins with a key, as in {@link KeyedLines}: the key stays. */
    static byte[] ofKeyed(TextBuffer line, int maxLength) {
        int key = KeyedLines.keyLength(line.array(), line.length());
        byte[] behind = Arrays.copyOfRange(line.array(), key, line.length());
        byte[] cut = of(behind, behind.length, behind.length + line.cutBytes(), maxLength - key);
        return join(line.array(), key, cut);
    }

    /** Truncates the first {@code length} bytes of a line that has {@code whole} bytes. */
    static byte[] of(byte[] line, int length, long whole, int maxLength) {
        JsonCut.End end = JsonCut.of(line, length, whole, maxLength);
        if (end != null) {
            return join(line, end.kept(), end.tail());
        }
        int room = Math.min(length, maxLength - mark(whole, whole).length);
        int kept = Math.max(0, room);
        // Continuation bytes of UTF-8 are 10xxxxxx.
        while (kept > 0 && kept < length && (line[kept] & 0xC0) == 0x80) {
            kept--;
        }
        return join(line, kept, mark(whole - kept, whole));
    }

    private static byte[] join(byte[] line, int kept, byte[] end) {
        byte[] cut = new byte[kept + end.length];
        System.arraycopy(line, 0, cut, 0, kept);
        System.arraycopy(end, 0, cut, kept, end.length);
        return cut;
    }

    private static byte[] mark(long missing, long whole) {
        return ("... [cut: " + missing + " of " + whole + " bytes]\n").getBytes(StandardCharsets.UTF_8);
    }
}
