package dev.tailrace.probe.archive;

import java.util.List;

/**
 * A file that the application has open for writing. Immutable.
 *
 * @param path as the application sees it
 * @param bytes its size; -1: not known
 * @param free bytes that its file system has left; -1: not known
 * @param appends whether it is open for appending
 * @param others what other processes have it open for writing, too
 */
public record OpenFile(String path, long bytes, long free, boolean appends, List<Holder> others) {
    public OpenFile {
        others = List.copyOf(others);
    }

    /** A process that has the file open. */
    public record Holder(long pid, String name) {}
}
