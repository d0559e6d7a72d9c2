package dev.tailrace.sink;

import java.nio.file.Path;

/**
 * What all who log to a file go by; it stands in the lock file.
 *
 * @param lanes the absolute lane directory
 * @param id the word that the staging file there must have, too: a directory of that name elsewhere is another one
 * @param rolling the log file and its rolling, as {@link LogFile#rolling} writes it
 */
public record LockRecord(Path lanes, long id, String rolling) {
    /** @throws IllegalArgumentException when {@code lanes} is not absolute */
    public LockRecord {
        if (!lanes.isAbsolute()) {
            throw new IllegalArgumentException("the lane directory is not absolute: lanes=" + lanes);
        }
    }
}
