package dev.tailrace.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/**
 * Reads the lines of a log file, decompressed if it is compressed. Only LF ends a line, and no byte is lost by decoding. Stateless.
 */
public final class LogLines {
    private static final int BUFFER = 1 << 18;

    /** Receives the line from {@code from} up to {@code to}; {@code ended} is false for a rest without a line feed. */
    public interface Consumer {
        void line(byte[] bytes, int from, int to, boolean ended);
    }

    private LogLines() {}

    /**
     * Passes on all lines of a file, without copying them.
     *
     * @throws IOException if the file can't be read to its end; the lines before the flaw, and the rest there, were passed on
     */
    public static void read(Path file, Consumer consumer) throws IOException {
        try (InputStream in = open(file)) {
            read(in, consumer);
        }
    }

    /** Opens a file's decompressed content; {@code .gz} is recognised by its content, too, like {@code zcat -f}. */
    private static InputStream open(Path file) throws IOException {
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            if (file.toString().endsWith(".zip")) {
                ZipInputStream zip = new ZipInputStream(bytes);
                if (zip.getNextEntry() == null) {
                    throw new IOException("no entry in " + file);
                }
                return zip;
            }
            bytes.mark(2);
            boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
            bytes.reset();
            return packed || file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER) : bytes;
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    private static void read(InputStream in, Consumer consumer) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int filled = 0;
        try {
            for (int read = 0; read >= 0; read = in.read(buffer, filled, buffer.length - filled)) {
                int start = 0;
                for (int i = filled; i < filled + read; i++) {
                    if (buffer[i] == '\n') {
                        consumer.line(buffer, start, i, true);
                        start = i + 1;
                    }
                }
                filled += read - start;
                System.arraycopy(buffer, start, buffer, 0, filled);
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, buffer.length * 2);
                }
            }
        } finally {
            // Passed on even if the stream breaks off: half a line is a torn line.
            if (filled > 0) {
                consumer.line(buffer, 0, filled, false);
            }
        }
    }
}
