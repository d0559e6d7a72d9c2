package dev.tailrace.sink;

import dev.tailrace.bytes.CrashPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lock file beside a log, {@code .NAME.tailrace-lock}: who may drain into the log, who takes part, and the record of what they
 * agreed upon. The locks are the system's (POSIX record locks): it ends them with the process, however that ends. The file stays:
 * deleting it would let two processes lock two files of the same name.
 *
 * <p>No method waits for another process. Nobody else in the JVM may open the lock file: closing it would end all locks.
 *
 * <p>Thread-safe. Several in one JVM, also of several class loaders, contend and share as processes do.
 */
public final class DrainLock implements AutoCloseable {
    /** What is held by many at a time. */
    public enum Region {
        /** Has lanes in the recorded directory. */
        MEMBERS(LockFile.MEMBERS),
        /** Is configured with the recorded rolling. */
        AGREED(LockFile.AGREED);

        private final int place;

        Region(int place) {
            this.place = place;
        }
    }

    private final Path path;
    /** Null when it could not be opened again, or is closed. */
    private @Nullable LockFile file;

    private boolean draining;
    private final Set<Region> joined = EnumSet.noneOf(Region.class);

    private DrainLock(Path path) throws IOException {
        this.path = path;
        this.file = LockFile.open(path);
    }

    /**
     * Opens the lock file, and makes it and its directory if necessary. Nothing is locked yet.
     *
     * @param lockFile with all links resolved, so that it has one name: {@link LogFile#lockFile}
     * @throws IOException when it can't be made, is a link, or can't be written
     */
    public static DrainLock on(Path lockFile) throws IOException {
        return new DrainLock(lockFile);
    }

    public Path path() {
        return path;
    }

    /** Tries to become the drainer; cheap. True also when it is already. */
    public synchronized boolean tryDrain() throws IOException {
        if (!draining && file != null && file.lock(LockFile.DRAIN)) {
            draining = true;
            CrashPoint.reach("drain lock: taken");
        }
        return draining;
    }

    public synchronized boolean drains() {
        return draining;
    }

    /** Whether somebody in this JVM drains: this one, another engine, or one of another class loader. */
    public synchronized boolean drainedHere() {
        return file != null && file.isHeldHere(LockFile.DRAIN);
    }

    public synchronized void stopDraining() throws IOException {
        if (draining && file != null) {
            draining = false;
            file.leave(LockFile.DRAIN);
        }
    }

    /** Whether the path still leads to the file that is locked; otherwise others may be locking another one. Costs a system call. */
    public synchronized boolean stands() {
        return file != null && file.stands();
    }

    /** Gives everything up, and opens what is at the path now. When that fails nothing is held, and it can be tried again. */
    public synchronized void reopen() throws IOException {
        close();
        file = LockFile.open(path);
    }

    /** Joins the holders of a region. False when its being alone is tested just now: try again. True also when it has joined already. */
    public synchronized boolean join(Region region) throws IOException {
        if (!hasJoined(region) && file != null && file.join(region.place)) {
            joined.add(region);
        }
        return hasJoined(region);
    }

    public synchronized boolean hasJoined(Region region) {
        return joined.contains(region);
    }

    public synchronized void leave(Region region) throws IOException {
        if (hasJoined(region) && file != null) {
            joined.remove(region);
            file.leave(region.place);
        }
    }

    /**
     * Whether nobody else holds a region, in this process or another. Others can join right afterwards, but then they read what the
     * drainer wrote meanwhile. For a moment the own share is given up, which nobody can see but another drainer, and there is none.
     *
     * @throws IllegalStateException when this one doesn't drain
     */
    public synchronized boolean isAlone(Region region) throws IOException {
        LockFile held = drained();
        int mine = hasJoined(region) ? 1 : 0;
        // Set again only when the share was had back.
        joined.remove(region);
        boolean alone = held.isAlone(region.place, mine);
        if (mine > 0) {
            joined.add(region);
        }
        return alone;
    }

    /**
     * What stands in the lock file; null when that is nothing, half of something, or no record.
     *
     * @throws IOException when it can't be read, or is of a later version: then it must be left alone
     */
    public synchronized @Nullable LockRecord record() throws IOException {
        if (file == null) {
            return null;
        }
        return LockRecordText.isTrusted(path) ? LockRecordText.parse(file.read(LockRecordText.LONGEST)) : null;
    }

    /**
     * Replaces the record. Who reads meanwhile finds the old one, none, or the new one.
     *
     * @throws IllegalStateException when this one doesn't drain
     * @throws IOException when it can't be written (there may be none then), or there is one of a later version
     */
    public synchronized void write(LockRecord record) throws IOException {
        LockFile held = drained();
        byte[] text = LockRecordText.format(record);
        LockRecordText.parse(held.read(LockRecordText.LONGEST));
        LockRecordText.makeTrusted(path);
        held.cut(LockRecordText.MAGIC_LENGTH);
        CrashPoint.reach("drain lock: record taken away");
        held.write(text);
        CrashPoint.reach("drain lock: record written");
    }

    private LockFile drained() {
        if (!draining || file == null) {
            throw new IllegalStateException("only the drainer may do this: " + path);
        }
        return file;
    }

    /** Gives everything up; it can be called again, and {@link #reopen} brings it back. */
    @Override
    public synchronized void close() throws IOException {
        LockFile held = file;
        if (held == null) {
            return;
        }
        try {
            for (Region region : Region.values()) {
                leave(region);
            }
            stopDraining();
        } finally {
            file = null;
            held.close();
        }
    }
}
