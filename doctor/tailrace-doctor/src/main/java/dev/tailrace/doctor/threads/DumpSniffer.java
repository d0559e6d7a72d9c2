package dev.tailrace.doctor.threads;

import com.google.gson.stream.JsonReader;
import dev.tailrace.probe.evidence.Input;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Guesses from a file's first bytes what it is. */
final class DumpSniffer {
    private static final int HEAD = 64 * 1024;
    private static final int MOST_HEAD_LINES = 60;

    private DumpSniffer() {}

    static boolean isBinary(byte[] head) {
        for (byte each : head) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }

    /** The position at which JSON begins: 0, or the end of the head of an HTTP response; -1 if there is no JSON. */
    static int json(byte[] head) {
        boolean http = false;
        int at = head.length > 2 && (head[0] & 0xFF) == 0xEF ? 3 : 0;
        for (int lines = 0; at < head.length && lines < MOST_HEAD_LINES; lines++) {
            int end = at;
            while (end < head.length && head[end] != '\n') {
                end++;
            }
            String line = new String(head, at, end - at, StandardCharsets.ISO_8859_1).strip();
            if (line.startsWith("{")
                    || (line.startsWith("[") && !line.startsWith("[0") && lines == 0)
                    || (http && line.startsWith("["))) {
                return at;
            }
            http |= line.startsWith("HTTP/") || line.startsWith("Content-Type:") || line.startsWith("content-type:");
            boolean field = line.indexOf(':') > 0 && line.indexOf(' ') == line.indexOf(':') + 1;
            if (!line.isEmpty() && !http && !field) {
                return -1;
            }
            at = end + 1;
        }
        return -1;
    }

    /**
     * Opens a file and skips what precedes its JSON; {@link #json} finds the beginning.
     *
     * @throws IOException when it can't be read
     */
    static JsonReader openJson(Input input) throws IOException {
        InputStream in = new BufferedInputStream(input.open(), HEAD);
        try {
            in.mark(HEAD);
            int begin = json(in.readNBytes(HEAD));
            in.reset();
            in.skipNBytes(Math.max(0, begin));
            return new JsonReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    static boolean contains(byte[] head, String word) {
        return new String(head, StandardCharsets.ISO_8859_1).contains(word);
    }
}
