package dev.tailrace.engine.sink;

import dev.tailrace.compression.CompressionFormat;
import dev.tailrace.compression.CompressionFormats;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** The compression of rolled files; follows from the end of the file name pattern, in lower case. */
public enum Compression {
    NONE("", false),
    GZIP(".gz", false),
    ZIP(".zip", false),
    DEFLATE(".deflate", false),
    XZ(".xz", true),
    ZSTD(".zst", true);

    private static final int BUFFER = 64 * 1024;

    private final String suffix;
    private final boolean byModule;

    Compression(String suffix, boolean byModule) {
        this.suffix = suffix;
        this.byModule = byModule;
    }

    public String suffix() {
        return suffix;
    }

    public static Compression of(String fileName) {
        for (Compression each : values()) {
            if (each != NONE && fileName.endsWith(each.suffix)) {
                return each;
            }
        }
        return NONE;
    }

    /** Whether this process supports the format: some formats need a module that may be missing. */
    public boolean isAvailable() {
        return !byModule || CompressionFormats.of(suffix) != null;
    }

    /** Compresses what is written to it into {@code to}, which closing it closes. Not for {@link #ZIP}, which has entries. */
    public OutputStream over(OutputStream to) throws IOException {
        return switch (this) {
            case NONE -> to;
            case GZIP -> new GZIPOutputStream(to, BUFFER);
            case DEFLATE -> new DeflaterOutputStream(to);
            case XZ, ZSTD -> format().compress(to);
            case ZIP -> throw new IllegalStateException("a zip has entries");
        };
    }

    /** Reads what is compressed; of a {@link #ZIP} the first entry. */
    public InputStream from(InputStream compressed) throws IOException {
        return switch (this) {
            case NONE -> compressed;
            case GZIP -> new GZIPInputStream(compressed, BUFFER);
            case DEFLATE -> new InflaterInputStream(compressed);
            case XZ, ZSTD -> format().decompress(compressed);
            case ZIP -> {
                ZipInputStream zip = new ZipInputStream(compressed);
                zip.getNextEntry();
                yield zip;
            }
        };
    }

    private CompressionFormat format() throws IOException {
        @Nullable CompressionFormat format = CompressionFormats.of(suffix);
        if (format == null) {
            throw new IOException(suffix + " needs the module tailrace-compress, which isn't on the class path");
        }
        return format;
    }
}
