package dev.tailrace;

import dev.tailrace.bytes.HelperThread;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Prints on standard error from a thread of its own, because standard error can be a full pipe that nobody reads: then only this thread
 * waits, and what doesn't fit into its queue is counted instead. Thread-safe; printing never blocks and never throws.
 */
final class StandardError {
    private static final int MAX_WAITING = 1_000;

    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private final AtomicLong printed = new AtomicLong();
    private @Nullable Thread thread;

    void print(String text) {
        start();
        if (waiting.offer(text)) {
            accepted.incrementAndGet();
        } else {
            missed.incrementAndGet();
        }
    }

    /** Waits until all is printed that was accepted so far, at most {@code nanos}; false when it is not by then. */
    boolean await(long nanos) {
        long target = accepted.get();
        return Waiting.until(System.nanoTime() + nanos, () -> printed.get() >= target);
    }

    private synchronized void start() {
        if (thread == null) {
            Thread printer = new HelperThread(this::run, "tailrace-findings");
            thread = printer;
            printer.start();
        }
    }

    private void run() {
        while (true) {
            try {
                String text = waiting.poll(1, TimeUnit.HOURS);
                if (text != null) {
                    long lost = missed.getAndSet(0);
                    // Standard error as it is now: the application may have redirected it.
                    System.err.println(lost == 0 ? text : text + "\ntailrace: " + lost + " messages did not fit here");
                    printed.incrementAndGet();
                }
            } catch (InterruptedException e) {
                // Nobody can interrupt a helper's thread.
                return;
            }
        }
    }
}
