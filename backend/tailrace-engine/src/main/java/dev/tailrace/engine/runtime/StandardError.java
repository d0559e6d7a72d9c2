package dev.tailrace.engine.runtime;

import dev.tailrace.bytes.HelperThread;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Prints on standard error from a thread of its own, because standard error can be a full pipe that is never read: then only this thread
 * waits, and texts that don't fit into its queue are only counted. Thread-safe; printing never blocks and never throws.
 */
public final class StandardError {
    private static final int MAX_WAITING = 1_000;
    /** Wakes the thread and isn't printed. */
    private static final String NOTHING = "";
    /** A write that takes longer isn't read. */
    private static final long UNREAD_NANOS = 100_000_000;

    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private final AtomicLong printed = new AtomicLong();
    /** The time at which the present write began, in {@link System#nanoTime}; 0: there is none. */
    private volatile long writingSince;

    private @Nullable HelperThread thread;
    private boolean ending;

    /** Prints a text and a line end, soon. */
    public void print(String text) {
        if (!queue(text)) {
            // There is no thread for it: better now than never.
            System.err.println(text);
        }
    }

    private synchronized boolean queue(String text) {
        start();
        if (thread != null && thread.isMissing()) {
            thread.wake();
            if (thread.isMissing()) {
                return false;
            }
        }
        if (waiting.offer(text)) {
            accepted.incrementAndGet();
        } else {
            missed.incrementAndGet();
        }
        return true;
    }

    /** Waits until all accepted texts are printed, at most {@code nanos}; false when they aren't by then. */
    public boolean await(long nanos) {
        long target = accepted.get();
        return Waiting.until(System.nanoTime() + nanos, () -> printed.get() >= target);
    }

    /** Whether no accepted text will be printed soon: all are, or standard error isn't read. */
    public boolean isDone() {
        long since = writingSince;
        return printed.get() >= accepted.get() || (since != 0 && System.nanoTime() - since >= UNREAD_NANOS);
    }

    /** Ends the thread once all texts are printed, and waits for that at most {@code nanos}. A later text starts another thread. */
    public void end(long nanos) {
        HelperThread printer;
        synchronized (this) {
            printer = thread;
            if (printer == null) {
                return;
            }
            ending = true;
        }
        if (!waiting.offer(NOTHING)) {
            // The thread has a thousand texts to print, and looks at the queue after each.
            return;
        }
        printer.awaitEnd(System.nanoTime() + nanos);
    }

    private void start() {
        if (thread == null) {
            HelperThread printer = HelperThread.of(this::run, "tailrace-findings");
            thread = printer;
            printer.start();
        }
    }

    private synchronized boolean isOver() {
        if (!ending || !waiting.isEmpty()) {
            return false;
        }
        ending = false;
        thread = null;
        return true;
    }

    private void run() {
        do {
            try {
                String text = waiting.poll(1, TimeUnit.HOURS);
                if (text != null && !text.equals(NOTHING)) {
                    long lost = missed.getAndSet(0);
                    // The present standard error: the application may have redirected it.
                    writingSince = System.nanoTime() | 1;
                    System.err.println(lost == 0 ? text : text + "\ntailrace: " + lost + " messages did not fit here");
                    writingSince = 0;
                    printed.incrementAndGet();
                }
            } catch (InterruptedException e) {
                // No code interrupts this helper thread.
                return;
            }
        } while (!isOver());
    }
}
