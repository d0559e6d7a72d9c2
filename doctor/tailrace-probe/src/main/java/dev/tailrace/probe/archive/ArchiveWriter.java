package dev.tailrace.probe.archive;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the evidence of one recording into one file. Under its final name it appears only when it is whole; what was there before
 * is replaced. Not thread-safe.
 */
public final class ArchiveWriter implements Closeable {
    private final Path file;
    private final Path unfinished;
    private final ZipOutputStream zip;
    private final Set<String> names = new HashSet<>();
    private boolean done;

    /** Begins an archive. */
    public ArchiveWriter(Path file) throws IOException {
        this.file = file.toAbsolutePath();
        Path folder = this.file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        unfinished = this.file.resolveSibling(this.file.getFileName() + ".part");
        OutputStream out = Files.newOutputStream(unfinished);
        zip = new ZipOutputStream(new BufferedOutputStream(out, 1 << 16), StandardCharsets.UTF_8);
    }

    /** Adds a text as a file. */
    public void put(String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(unique(name)));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    /** The end of a file, {@code most} bytes at most. */
    public void putFile(String name, Path from, long most) throws IOException {
        try (InputStream in = Files.newInputStream(from)) {
            zip.putNextEntry(new ZipEntry(unique(name)));
            in.skipNBytes(Math.max(0, Files.size(from) - most));
            byte[] buffer = new byte[1 << 16];
            long left = most;
            int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            while (n > 0) {
                zip.write(buffer, 0, n);
                left -= n;
                n = left > 0 ? in.read(buffer, 0, (int) Math.min(left, buffer.length)) : -1;
            }
            zip.closeEntry();
        }
    }

    private String unique(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._/-]", "_").replace("..", "__");
        String result = plain;
        for (int i = 2; !names.add(result); i++) {
            int slash = plain.lastIndexOf('/') + 1;
            result = plain.substring(0, slash) + i + "-" + plain.substring(slash);
        }
        return result;
    }

    /** Everything is in it. */
    public void finish() throws IOException {
        zip.close();
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        done = true;
    }

    /** Leaves nothing behind unless it was finished. */
    @Override
    public void close() throws IOException {
        if (!done) {
            try {
                zip.close();
            } finally {
                Files.deleteIfExists(unfinished);
            }
        }
    }
}
