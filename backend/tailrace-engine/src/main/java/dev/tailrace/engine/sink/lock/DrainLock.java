package dev.tailrace.engine.sink.lock;

import dev.tailrace.bytes.CrashPoint;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lock file beside a log, {@code .NAME.tailrace-lock}: a lock that shows when to check which process drains, and the record on
 * which all agreed. The lock is the system's (a POSIX record lock): the system ends it with the process, however that ends, but also when
 * any code of the process closes any descriptor of the file. So a held lock proves that its process lives; a free lock proves nothing, and
 * who sees nothing else of a process goes by the heartbeat, a number that changes while the log is in use. The file
 * stays: deleting it would let two processes lock two files of the same name.
 *
 * <p>No method waits for another process. Thread-safe. Several in one JVM contend as processes do.
 */
public final class DrainLock implements AutoCloseable {
    /** What the heartbeat shows of processes of which nothing else is to be seen. */
    public enum Pulse {
        /** No process uses the log. */
        NONE,
        BEATING,
        /** Neither is certain: look again. */
        UNKNOWN
    }

    /** Two beats and a half: machines are busy, and garbage collections take long. */
    private static final long STILL_NANOS = 2_500_000_000L;
    /** How long a heartbeat is looked at that was written just before the first look; a start doesn't take longer. */
    private static final long LOOK_NANOS = 1_800_000_000L;

    private static final int USUAL_LENGTH = 1024;

    private final Path path;
    /** Null when the file could not be opened again, or is closed. Set in the monitor only. */
    private volatile @Nullable LockFile file;

    private long heartbeat;
    private long stillSince;
    private Pulse pulse = Pulse.UNKNOWN;
    private boolean looked;

    private boolean draining;

    private DrainLock(Path path) throws IOException {
        this.path = path;
        this.file = LockFile.open(path);
    }

    /**
     * Opens the lock file, and makes it and its directory if necessary. Takes no lock yet.
     *
     * @param lockFile with all links resolved, so that it has one name: {@link LockFileName#of}
     * @throws IOException when the file can't be made, is a link, or can't be written
     */
    public static DrainLock on(Path lockFile) throws IOException {
        return new DrainLock(lockFile);
    }

    public Path path() {
        return path;
    }

    /** Tries to take the drainer's lock; cheap. True also when this process has it already. */
    public synchronized boolean tryDrain() throws IOException {
        if (!draining && file != null && file.lock()) {
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
            file.unlock();
        }
    }

    /** Whether the path still leads to the locked file; otherwise other processes may lock another file. Costs a system call. */
    public synchronized boolean stands() {
        return file != null && file.stands();
    }

    /** Releases the lock, and opens the file that is at the path now. After a failure no lock is held, and the call can be repeated. */
    public synchronized void reopen() throws IOException {
        close();
        looked = false;
        file = LockFile.open(path);
    }

    /** Shows that the log is in use. Call about once a second, from a thread that may be held up by a slow disk; for any thread. */
    public void beat() {
        LockFile open = file;
        try {
            if (open != null) {
                open.beat(System.nanoTime());
            }
        } catch (IOException e) {
            // The disk is full, or the file was closed just now: the lock shows it still.
            return;
        }
    }

    /** Looks at the heartbeat, which must not be this process's own. One look is enough if it is some seconds old. */
    public synchronized Pulse pulse() throws IOException {
        if (file == null) {
            return Pulse.UNKNOWN;
        }
        long last = file.heartbeat();
        long now = System.nanoTime();
        if (!looked) {
            looked = true;
            pulse = Pulse.UNKNOWN;
            stillSince = now - Math.max(file.age(), STILL_NANOS - LOOK_NANOS);
        } else if (last != heartbeat) {
            pulse = Pulse.BEATING;
            stillSince = now;
        }
        heartbeat = last;
        return now - stillSince >= STILL_NANOS ? Pulse.NONE : pulse;
    }

    /** False after a {@link #reopen} that failed. */
    public synchronized boolean isOpen() {
        return file != null;
    }

    /** Whether nothing was ever written to the lock file. */
    public synchronized boolean isBlank() throws IOException {
        return file == null || file.read(1).length == 0;
    }

    /**
     * Takes this process's presumed lock again, in some microseconds: it may be lost without notice.
     *
     * @return whether this process has the drainer's lock, if it had it before; false while another process holds it, for instance to look
     */
    public synchronized boolean refresh() throws IOException {
        return file != null && (!draining || file.refresh());
    }

    /**
     * The record in the lock file; null when the file is empty, incomplete, or has no record. {@linkplain LockRecord#isOpen Open} in a
     * file that others may write.
     *
     * @throws IOException when the file can't be read, or is of another version: then it must be left alone
     */
    public synchronized @Nullable LockRecord record() throws IOException {
        return file == null ? null : LockRecordText.parse(text(file), path, file.key());
    }

    private static byte[] text(LockFile open) throws IOException {
        byte[] begin = open.read(USUAL_LENGTH);
        // Zeros follow the record, up to the heartbeat.
        boolean whole = begin.length < USUAL_LENGTH || begin[USUAL_LENGTH - 1] == 0;
        return whole ? begin : open.read(LockRecordText.LONGEST);
    }

    /**
     * Replaces the record. Concurrent readers find the old record, none, or the new one.
     *
     * @throws IllegalStateException when this one has not the lock of the drainer
     * @throws IOException when the record can't be written (the file may be without one then), or the present one is of another version
     */
    public synchronized void write(LockRecord record) throws IOException {
        LockFile held = drained();
        byte[] text = LockRecordText.format(record);
        LockRecordText.parse(text(held));
        held.cut(LockRecordText.MAGIC_LENGTH);
        // After the cut: what others have written must never count as this user's.
        LockRecordText.makeTrusted(path);
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

    /** Releases the lock and closes the file. Idempotent; {@link #reopen} opens the file again. */
    @Override
    public synchronized void close() throws IOException {
        LockFile held = file;
        file = null;
        draining = false;
        if (held != null) {
            held.close();
        }
    }
}
