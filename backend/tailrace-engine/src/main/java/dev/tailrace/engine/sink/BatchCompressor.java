package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Compresses each batch of lines to a member that is complete in itself, so that a file of members is whole after each member.
 * Single-threaded.
 */
public interface BatchCompressor {
    /** The member of the bytes between position and limit, in memory that is valid until the next call. {@code lines} stays unchanged. */
    ByteBuffer compress(ByteBuffer lines) throws IOException;

    /** Frees memory outside of the heap; the compressor isn't used afterwards. */
    void close();
}
