package dev.tailrace.bench.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/** The compression of a log file, by its name. */
enum Compression {
    NONE(""),
    GZ(".gz"),
    ZIP(".zip");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    static Compression of(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(GZ.suffix) ? GZ : name.endsWith(ZIP.suffix) ? ZIP : NONE;
    }

    /** The name without the compression's suffix. */
    String bare(String name) {
        return name.substring(0, name.length() - suffix.length());
    }

    /** Opens the file's decompressed content. */
    InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return switch (this) {
                case NONE -> raw;
                case GZ -> new GZIPInputStream(raw, 1 << 16);
                case ZIP -> firstEntry(new ZipInputStream(raw), file);
            };
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private static InputStream firstEntry(ZipInputStream zip, Path file) throws IOException {
        if (zip.getNextEntry() == null) {
            throw new IOException("no entry in " + file);
        }
        return zip;
    }
}
