package dev.tailrace.bytes;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread of Tailrace that can't be interrupted. Libraries that clean up interrupt every thread they find; that would close the
 * channel with which this thread reads or writes a file, and so drop the locks on the file. Such a thread is asked to end in other ways.
 * Callers' threads open files {@link Uninterrupted}.
 *
 * <p>It keeps nothing of the application alive: no context class loader, no inherited thread locals, and no access control context, in
 * which older JDKs keep the class loaders of all methods on the creating stack.
 */
public final class HelperThread extends Thread {
    private static final long LONGEST_JOIN_MILLIS = 100;
    private static final long RETRY_NANOS = 1_000_000_000L;

    /** Called when the system had no room for a thread. */
    private static volatile Runnable whenMissing = () -> {};

    /** The system had no room for this thread. */
    private volatile boolean missing;
    /** The time of the last attempt to start it. */
    private volatile long triedAt;

    private HelperThread(Runnable work, String name) {
        super(null, work, name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Makes a thread that isn't started yet. */
    @SuppressWarnings("removal") // Newer JDKs have no such contexts; there it only calls the action.
    public static HelperThread of(Runnable work, String name) {
        return AccessController.doPrivileged((PrivilegedAction<HelperThread>) () -> new HelperThread(work, name));
    }

    /** Sets what is called, in the starting thread, when the system has no room for a thread; one for this class loader. */
    public static void whenMissing(Runnable action) {
        whenMissing = action;
    }

    /** Starts the thread. Where the system has no room for one more, {@link #wake} tries again; no error reaches the caller. */
    @Override
    public synchronized void start() {
        triedAt = System.nanoTime();
        try {
            super.start();
            missing = false;
        } catch (OutOfMemoryError e) {
            missing = true;
            whenMissing.run();
        }
    }

    /** Whether the thread could not be started yet. */
    public boolean isMissing() {
        return missing;
    }

    /** Wakes the thread if it parks, or tries again to start it, at most once a second. */
    public void wake() {
        if (!missing) {
            LockSupport.unpark(this);
        } else if (System.nanoTime() - triedAt >= RETRY_NANOS) {
            startAgain();
        }
    }

    private synchronized void startAgain() {
        if (missing && System.nanoTime() - triedAt >= RETRY_NANOS) {
            start();
        }
    }

    /**
     * Waits for the end of this thread; false when it has not ended by {@code deadline} ({@link System#nanoTime}). An interrupt of the
     * caller is kept and doesn't end the wait. A thread doesn't wait for itself.
     */
    public boolean awaitEnd(long deadline) {
        boolean interrupted = false;
        while (isAlive() && !equals(Thread.currentThread())) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                join(Math.max(1, Math.min(left / 1_000_000, LONGEST_JOIN_MILLIS)));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !isAlive();
    }

    /** Does nothing. */
    @Override
    public void interrupt() {}
}
