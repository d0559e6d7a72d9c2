package dev.tailrace.bytes;

/**
 * A daemon thread of ours that nobody can interrupt. Libraries that clean up interrupt every thread they find; here that would close
 * the channel that a file is being read or written through, and with it drop the locks on that file. Such a thread is told to end in
 * other ways. What a caller's thread opens is opened {@link Uninterrupted}.
 *
 * <p>It keeps nothing of the application alive: no context class loader, no inherited thread locals.
 */
public final class HelperThread extends Thread {
    public HelperThread(Runnable work, String name) {
        super(null, work, name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Does nothing. */
    @Override
    public void interrupt() {}
}
