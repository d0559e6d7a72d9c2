package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Makes of each batch of lines a member: compressed, and complete in itself, so that a file of members is whole after each of them.
 * Single-threaded.
 */
public interface BatchCompressor {
    /** The member of what is between position and limit, in memory of its own that holds until the next call. {@code lines} stays as it is. */
    ByteBuffer compress(ByteBuffer lines) throws IOException;

    /** Frees what it holds outside of the heap; it isn't used afterwards. */
    void close();
}
