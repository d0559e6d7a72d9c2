package dev.tailrace.torture.audit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The content of a log file, decompressed if it is compressed, independent of its name, like {@code zcat -f}. Stateless. */
final class LogFileContent {
    private static final int BUFFER = 1 << 16;

    private LogFileContent() {}

    static InputStream of(Path file) throws IOException {
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            bytes.mark(2);
            boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
            bytes.reset();
            return packed || file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER) : bytes;
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }
}
