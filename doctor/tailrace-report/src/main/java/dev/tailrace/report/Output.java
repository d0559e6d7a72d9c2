package dev.tailrace.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Writes a finished text to a file or, for {@code -}, to standard output, in UTF-8 regardless of the locale. */
final class Output {
    private Output() {}

    static void write(String text, String target) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (target.equals("-")) {
            PrintStream out = System.out;
            out.write(bytes, 0, bytes.length);
            out.flush();
            return;
        }
        try {
            Path file = Path.of(target).toAbsolutePath();
            Path folder = file.getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
            Files.write(file, bytes);
        } catch (IOException | InvalidPathException e) {
            throw new IOException("cannot write " + target + ": " + e, e);
        }
    }
}
