package dev.tailrace.compression;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A format of compressed files, found by {@link java.util.ServiceLoader}.
 *
 * <p>Implementations are free of state and thread-safe; they have a public constructor without parameters, which fails if the format can't
 * be written on this machine: then the format counts as missing.
 */
public interface CompressionFormat {
    /** The suffix of its files' names, with the dot: {@code .xz} or {@code .zst}; no other suffix is looked up. */
    String suffix();

    /**
     * Compresses what is written. Closing the stream completes the file and closes {@code to}.
     *
     * @throws IOException when {@code to} can't be written
     */
    OutputStream compress(OutputStream to) throws IOException;

    /**
     * Decompresses a file. A truncated one yields as many bytes as possible before an {@link IOException}.
     *
     * @throws IOException when {@code from} can't be read, or isn't of this format
     */
    InputStream decompress(InputStream from) throws IOException;
}
