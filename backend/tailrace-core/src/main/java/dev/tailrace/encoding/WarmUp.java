package dev.tailrace.encoding;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.engine.runtime.Waiting;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;

/**
 * Encodes lines that are thrown away, right after the start, on a thread of its own, until the JVM has compiled the loops over characters.
 * An application that starts under load has more threads than CPUs; they would all run those loops in the interpreter, a hundred times
 * slower, and take the CPU from the compiler that could end it. Measured with 84 threads and 8,000 lines of 1.6 kB a second on two CPUs:
 * without this, the application never caught up with the load.
 */
public final class WarmUp implements Runnable {
    private static final int ROUNDS = 400;
    private static final long LONGEST_NANOS = 1_000_000_000L;
    private static final long LONGEST_WAIT_NANOS = 100_000_000L;
    private static final String LONG_ARGUMENT = "warming\tup ".repeat(150);

    private final Collection<Encoder> encoders;
    private final EventPool pool;
    private final Object argument;
    private final Runnable then;
    private final HelperThread thread = HelperThread.of(this, "tailrace-warm-up");
    private volatile boolean warm;
    private volatile boolean stopping;
    /** Whether the warm-up runs work that a shutdown must not wait for. */
    private volatile boolean loading;

    private WarmUp(Collection<Encoder> encoders, EventPool pool, Object argument, Runnable then) {
        this.encoders = encoders;
        this.pool = pool;
        this.argument = argument;
        this.then = then;
    }

    /**
     * Starts the warm-up and waits a moment: most of the compiling happens in the first tenth of a second.
     *
     * @param argument one of the lines' arguments, beside a long string
     * @param meanwhile runs during this wait
     * @param then runs on the thread, a second after its start, if the process still runs then
     */
    public static WarmUp start(
            Collection<Encoder> encoders, EventPool pool, Object argument, Runnable meanwhile, Runnable then) {
        WarmUp started = new WarmUp(encoders, pool, argument, then);
        started.thread.start();
        long deadline = System.nanoTime() + LONGEST_WAIT_NANOS;
        meanwhile.run();
        Waiting.until(deadline, () -> started.warm || !started.thread.isAlive());
        return started;
    }

    /** Ends the warm-up early: the process's last lines need the CPU. */
    public void stop() {
        stopping = true;
    }

    /** Ends the warm-up early, and waits for its end until {@code deadline}. */
    public void end(long deadline) {
        stop();
        LockSupport.unpark(thread);
        if (!loading) {
            thread.awaitEnd(deadline);
        }
    }

    @Override
    public void run() {
        MemoryFault.warmUp();
        long end = System.nanoTime() + LONGEST_NANOS;
        encodeUntil(end);
        warm = true;
        for (long left = LONGEST_NANOS; left > 0 && !stopping; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        if (!stopping) {
            loading = true;
            then.run();
        }
    }

    private void encodeUntil(long end) {
        for (int i = 0; i < ROUNDS && !stopping && System.nanoTime() - end < 0; i++) {
            for (Encoder encoder : encoders) {
                try {
                    encode(encoder, i);
                } catch (RuntimeException | LinkageError e) {
                    // A broken encoder shows with the first real event; or the class loader was closed.
                    return;
                }
            }
        }
    }

    /** With arguments and without, because messages take different code paths. */
    private void encode(Encoder encoder, int round) {
        Event event = pool.take();
        try {
            event.begin(Threshold.INFO.code(), 0, "", WarmUp.class.getName(), WallClock.nanos());
            event.line().clear();
            if (round % 4 == 1) {
                encoder.encode(event, LONG_ARGUMENT, null, event.line());
            } else {
                encoder.encode(event, "{} {}", new Object[] {LONG_ARGUMENT, argument}, event.line());
            }
        } finally {
            pool.give(event);
        }
    }
}
