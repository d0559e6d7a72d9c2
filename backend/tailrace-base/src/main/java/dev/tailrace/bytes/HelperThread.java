package dev.tailrace.bytes;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * A daemon thread of ours that can't be interrupted. Libraries that clean up interrupt every thread they find; here that would close
 * the channel that a file is being read or written through, and with it drop the locks on that file. Such a thread is asked to end in
 * other ways. What a caller's thread opens is opened {@link Uninterrupted}.
 *
 * <p>It keeps nothing of the application alive: no context class loader, no inherited thread locals, and no access control context, in
 * which older JDKs keep the class loaders of all methods on the stack that makes a thread.
 */
public final class HelperThread extends Thread {
    private static final long LONGEST_JOIN_MILLIS = 100;

    private HelperThread(Runnable work, String name) {
        super(null, work, name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Makes one that isn't started yet. */
    @SuppressWarnings("removal") // Newer JDKs have no such contexts; there it only calls the action.
    public static HelperThread of(Runnable work, String name) {
        return AccessController.doPrivileged((PrivilegedAction<HelperThread>) () -> new HelperThread(work, name));
    }

    /**
     * Waits for its end; false when it has not ended by {@code deadline} ({@link System#nanoTime}). An interrupt of the caller is kept,
     * and ends nothing. A thread doesn't wait for itself.
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
