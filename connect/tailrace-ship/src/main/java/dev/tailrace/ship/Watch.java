package dev.tailrace.ship;

import dev.tailrace.bytes.HelperThread;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Cuts a connection that is in use for too long: a blocked write has no time-out. For one sending thread. */
public final class Watch implements AutoCloseable {
    private static final long LOOK_NANOS = 500_000_000L;

    private volatile @Nullable HelperThread thread;
    private volatile @Nullable Use use;

    private record Use(long deadline, Runnable cut) {}

    /**
     * Cuts unless {@link #end} is called before.
     *
     * @param nanos how long the connection may be used, give or take half a second
     * @param cut called from another thread
     */
    public void begin(long nanos, Runnable cut) {
        use = new Use(System.nanoTime() + nanos, cut);
        if (thread == null) {
            HelperThread made = HelperThread.of(this::run, "tailrace-ship-watch");
            thread = made;
            made.start();
        }
    }

    /** The connection is used no more. */
    public void end() {
        use = null;
    }

    private void run() {
        while (thread == Thread.currentThread()) {
            Use seen = use;
            if (seen != null && System.nanoTime() - seen.deadline >= 0) {
                use = null;
                seen.cut.run();
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Ends the thread that watches; {@link #begin} starts another one. */
    @Override
    public void close() {
        thread = null;
    }
}
