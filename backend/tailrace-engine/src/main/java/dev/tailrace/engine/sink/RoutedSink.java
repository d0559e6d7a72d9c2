package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.file.Path;

/** A sink with several files: each line begins with a key that selects one. All lines of a batch are for the same file. */
public interface RoutedSink extends Sink {
    /** Whether the next write goes to the file of this key. */
    boolean isAt(byte[] key, int offset, int length);

    /** Switches to the file of this key; between two batches only. */
    void turnTo(byte[] key, int offset, int length) throws IOException;

    /** Switches to the file of lines without a key; between two batches only. */
    void turnToOthers() throws IOException;

    /** Switches to the file that a former drainer has noted bytes for. */
    void turnTo(Path path) throws IOException;
}
