package dev.tailrace.engine.sink.lock;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The record in the lock file, which all processes of a log use.
 *
 * @param lanes the absolute lane directory
 * @param id the id that the staging file in {@code lanes} must have, too: in another container, the same path is another directory
 * @param rolling the log file and its rolling, as {@code LogFile.rolling} writes it
 * @param closer the id of the owner in {@code lanes} that is about to name another directory or to remove this one, so that no process
 *     joins meanwhile; 0: none; {@link #OVER}. A dead owner's mark is void
 */
public record LockRecord(Path lanes, long id, String rolling, long closer) {
    /** The closer of a record whose lanes are removed: no process takes part. Never an owner's id. */
    public static final long OVER = -1;

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

    /** The same record, marked by an owner that is about to replace it. */
    public LockRecord closedBy(long owner) {
        return new LockRecord(lanes, id, rolling, owner);
    }

    /** Whether the other one says the same; equals takes milliseconds at its first use, at the end of each process. */
    public boolean isSame(@Nullable LockRecord other) {
        return other != null
                && id == other.id
                && closer == other.closer
                && lanes.equals(other.lanes)
                && rolling.equals(other.rolling);
    }

    /** This record as it counts in a file that other users own or may write: its rolling could have files renamed and deleted. */
    LockRecord lanesOnly() {
        return new LockRecord(lanes, id, "", closer);
    }

    /** Whether only the lanes count, if they are this user's: each process goes by its own rolling then. */
    public boolean isOpen() {
        return rolling.isEmpty();
    }

    /** Whether the last process has removed the lanes: no line waits, and the next process chooses its own. */
    public boolean isOver() {
        return closer == OVER;
    }

    /** @throws IllegalArgumentException when {@code lanes} is not absolute */
    public LockRecord {
        if (!lanes.isAbsolute()) {
            throw new IllegalArgumentException("the lane directory is not absolute: lanes=" + lanes);
        }
    }
}
