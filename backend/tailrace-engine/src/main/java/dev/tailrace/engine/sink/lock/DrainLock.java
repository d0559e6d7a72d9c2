package dev.tailrace.engine.sink.lock;

import dev.tailrace.bytes.CrashPoint;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lock file beside a log, {@code .NAME.tailrace-lock}: locks that say when it is worth looking at which process drains and which ones take part, and
 * the record of what they agreed upon. The locks are the system's (POSIX record locks): it ends them with the process, however that
 * ends, but also when any code of the process closes any descriptor of the file. So a lock that is held proves that its process lives;
 * one that is free proves nothing. The file stays: deleting it would let two processes lock two files of the same name.
 *
 * <p>No method waits for another process. Thread-safe. Several in one JVM contend as processes do.
 */
public final class DrainLock implements AutoCloseable {
    private final Path path;
    /** Null when it could not be opened again, or is closed. */
    private @Nullable LockFile file;

    private boolean draining;
    private boolean joined;

    private DrainLock(Path path) throws IOException {
        this.path = path;
        this.file = LockFile.open(path);
    }

    /**
     * Opens the lock file, and makes it and its directory if necessary. Nothing is locked yet.
     *
     * @param lockFile with all links resolved, so that it has one name: {@link LockFileName#of}
     * @throws IOException when it can't be made, is a link, or can't be written
     */
    public static DrainLock on(Path lockFile) throws IOException {
        return new DrainLock(lockFile);
    }

    public Path path() {
        return path;
    }

    /** Tries to take the lock of the drainer; cheap. True also when it was taken already. */
    public synchronized boolean tryDrain() throws IOException {
        if (!draining && file != null && file.lock(LockFile.DRAIN, false)) {
            draining = true;
            CrashPoint.reach("drain lock: taken");
        }
        return draining;
    }

    public synchronized boolean drains() {
        return draining;
    }

    public synchronized void stopDraining() throws IOException {
        if (draining && file != null) {
            draining = false;
            file.unlock(LockFile.DRAIN);
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

    /** Joins those that take part, for processes that can't see the lane directory. */
    public synchronized void join() throws IOException {
        if (file != null) {
            joined = true;
            file.lock(LockFile.MEMBERS, true);
        }
    }

    public synchronized boolean hasJoined() {
        return joined;
    }

    /** Whether nothing was ever written to the lock file. */
    public synchronized boolean isBlank() throws IOException {
        return file == null || file.read(1).length == 0;
    }

    /**
     * Takes the locks again that this process believes to have, in some microseconds: it may have lost them without notice.
     *
     * @return whether it has that of the drainer, if it believed to; not while another process has it, such as to look
     */
    public synchronized boolean refresh() throws IOException {
        LockFile open = file;
        if (open == null) {
            return false;
        }
        boolean had = true;
        if (draining) {
            had = open.refresh(LockFile.DRAIN, false);
        }
        if (joined) {
            open.refresh(LockFile.MEMBERS, true);
        }
        return had;
    }

    /**
     * Whether no other process is seen to take part, by its lock alone: to be asked again and again, as that may be lost for a moment. The
     * own share is given up meanwhile, which no process can see but another one with the lock of the drainer.
     *
     * @throws IllegalStateException when this one has not the lock of the drainer
     */
    public synchronized boolean isAlone() throws IOException {
        LockFile held = drained();
        held.unlock(LockFile.MEMBERS);
        boolean alone = held.isFree(LockFile.MEMBERS);
        if (joined) {
            held.lock(LockFile.MEMBERS, true);
        }
        return alone;
    }

    /**
     * What stands in the lock file; null when that is nothing, half of something, or no record.
     *
     * @throws IOException when it can't be read, or is of another version: then it must be left alone
     */
    public synchronized @Nullable LockRecord record() throws IOException {
        if (file == null) {
            return null;
        }
        return LockRecordText.isTrusted(path) ? LockRecordText.parse(file.read(LockRecordText.LONGEST)) : null;
    }

    /**
     * Replaces the record. A reader meanwhile finds the old one, none, or the new one.
     *
     * @throws IllegalStateException when this one has not the lock of the drainer
     * @throws IOException when it can't be written (there may be none then), or there is one of another version
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
            throw new IllegalStateException("only with the lock of the drainer: " + path);
        }
        return file;
    }

    /** Gives everything up; it can be called again, and {@link #reopen} brings it back. */
    @Override
    public synchronized void close() throws IOException {
        LockFile held = file;
        file = null;
        draining = false;
        joined = false;
        if (held != null) {
            held.close();
        }
    }
}
