package dev.tailrace.sink;

import java.nio.file.Path;

/**
 * A finished file that the archiver has to put away.
 *
 * @param stampMillis when it was rolled
 * @param periodMillis the beginning of its period; 0 when there are none
 * @param index the index that its name already has; −1 when its final name is still to be found
 */
record Finished(Path file, long stampMillis, long periodMillis, int index) {
    /** Whether the file already has its final name, but for the compression's suffix. */
    boolean inPlace() {
        return index >= 0;
    }
}
