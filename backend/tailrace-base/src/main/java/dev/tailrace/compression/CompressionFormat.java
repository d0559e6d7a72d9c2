package dev.tailrace.compression;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A format of compressed files, found by {@link java.util.ServiceLoader}. From several pieces made by {@link #compress}, one after another
 * in one file, a reader of the format must get all that was written, in order.
 *
 * <p>Implementations are free of state and thread-safe; they have a public constructor without parameters, which fails if the format
 * can't be written on this machine: then it counts as not there.
 */
public interface CompressionFormat {
    /** What names of its files end in, with the dot: {@code .xz} or {@code .zst}; no other is asked for. */
    String suffix();

    /**
     * Begins a piece. Closing the stream completes the piece and closes {@code to}.
     *
     * @throws IOException when {@code to} can't be written
     */
    OutputStream compress(OutputStream to) throws IOException;

    /**
     * Reads pieces. From a truncated one, as much comes out as there is before an {@link IOException}.
     *
     * @throws IOException when {@code from} can't be read, or is nothing of this format
     */
    InputStream decompress(InputStream from) throws IOException;
}
