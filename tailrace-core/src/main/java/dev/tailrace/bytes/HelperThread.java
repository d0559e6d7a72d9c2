package dev.tailrace.bytes;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A daemon thread of ours that nobody can interrupt. Libraries that clean up interrupt every thread they find; here that would close
 * the channel that a file is being read or written through, and with it drop the locks on that file. Such a thread is told to end in
 * other ways.
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

    /**
     * What {@code work} returns or throws, done in a thread of its own while this one waits: files can be opened however often somebody
     * interrupts this thread, and the interrupt is kept. Where no thread can be had it is done in this one.
     */
    public static <T> T call(Supplier<T> work, String name) {
        boolean interrupted = Thread.interrupted();
        try {
            CompletableFuture<T> result = new CompletableFuture<>();
            if (!started(work, result, name)) {
                return work.get();
            }
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException exception ? exception : e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The same for work that returns nothing. */
    public static void run(Runnable work, String name) {
        call(
                () -> {
                    work.run();
                    return true;
                },
                name);
    }

    private static <T> boolean started(Supplier<T> work, CompletableFuture<T> result, String name) {
        try {
            new HelperThread(
                            () -> {
                                try {
                                    result.complete(work.get());
                                } catch (Throwable e) {
                                    result.completeExceptionally(e);
                                }
                            },
                            name)
                    .start();
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }
}
