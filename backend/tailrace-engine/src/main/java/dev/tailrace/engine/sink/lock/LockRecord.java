package dev.tailrace.engine.sink.lock;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What all processes that log to a file go by; it stands in the lock file.
 *
 * @param lanes the absolute lane directory
 * @param id the word that the staging file there must have, too: a directory of that name elsewhere is another one
 * @param rolling the log file and its rolling, as {@code LogFile.rolling} writes it
 * @param closer the id of the owner in {@code lanes} that is about to name another directory, so that no process joins meanwhile; 0: none.
 *     The mark of a dead owner is void
 */
public record LockRecord(Path lanes, long id, String rolling, long closer) {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** What stands for a rolling in an owner's file; never 0. FNV-1a, 64 bits. */
    public static long hash(String rolling) {
        long hash = BASIS;
        for (byte b : rolling.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * PRIME;
        }
        return hash == 0 ? 1 : hash;
    }

    /** A record that no owner is about to replace. */
    public LockRecord(Path lanes, long id, String rolling) {
        this(lanes, id, rolling, 0);
    }

    /** The same, marked. */
    public LockRecord closedBy(long owner) {
        return new LockRecord(lanes, id, rolling, owner);
    }

    /** @throws IllegalArgumentException when {@code lanes} is not absolute */
    public LockRecord {
        if (!lanes.isAbsolute()) {
            throw new IllegalArgumentException("the lane directory is not absolute: lanes=" + lanes);
        }
    }
}
