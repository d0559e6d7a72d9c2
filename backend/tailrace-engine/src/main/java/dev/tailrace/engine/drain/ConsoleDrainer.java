package dev.tailrace.engine.drain;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.sink.ConsoleSink;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The drainer of a console. Its thread steps it, and so do callers whose lines must be written before their calls return: one caller writes
 * all lines that are there, and the others wait meanwhile.
 *
 * <p>{@link #isSynchronous}, {@link #writeThrough} and {@link #limit} are for any thread.
 */
public final class ConsoleDrainer implements DrainAgent {
    private static final long LOOK_NANOS = 100_000_000L;
    private static final long FIRST_PAUSE_NANOS = 10_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;
    /** Stack frames of {@link #descend}: some 12 to 25 kB, several times what a write needs. */
    private static final int DESCENT = 256;

    private final Drainer drainer;
    private final ConsoleSink sink;
    private final Lane lane;
    private final DrainListener listener;
    private final OwnedLock lock = new OwnedLock();
    private volatile boolean sync;
    private volatile long maxWaitNanos;
    private volatile boolean closed;

    /** A lock that shows its owner. */
    private static final class OwnedLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        @Nullable
        Thread owner() {
            return getOwner();
        }
    }

    /**
     * Drains a console, which has one lane.
     *
     * @param drainer of the console; nothing else may use it
     */
    public ConsoleDrainer(Drainer drainer, ConsoleSink sink, DrainListener listener) {
        this.drainer = drainer;
        this.sink = sink;
        this.listener = listener;
        Lane[] lanes = drainer.destination().lanes();
        if (lanes.length != 1) {
            throw new IllegalArgumentException("a console has one lane, not " + lanes.length);
        }
        this.lane = lanes[0];
    }

    /**
     * Sets how later calls behave.
     *
     * @param synchronous whether lines are written before their calls return, whatever the stream is
     * @param maxWait how long a call waits for other writing threads, in nanoseconds
     */
    public void limit(boolean synchronous, long maxWait) {
        sync = synchronous;
        maxWaitNanos = maxWait;
    }

    /** Whether a line is to be written before its call returns: because that is configured, or because the stream was replaced. */
    public boolean isSynchronous() {
        return sync || sink.isReplaced();
    }

    /**
     * Returns once all lines that this thread appended are written.
     *
     * @return false when the drainer's thread is to write them and must be woken: another thread has been writing for longer than calls may
     *     wait, and isn't stuck in the write itself; or that thread waits for a lock that this thread has; or this thread is writing
     *     already, or has next to no stack left
     */
    public boolean writeThrough() {
        if (closed || lock.isHeldByCurrentThread() || !hasStack()) {
            return false;
        }
        // An interrupted thread could not wait, and some streams would not write. The interrupt is the application's.
        boolean interrupted = Thread.interrupted();
        long deadline = System.nanoTime() + maxWaitNanos;
        try {
            Lane.Mark mark = lane.mark();
            while (true) {
                try {
                    return write(mark, deadline);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (Throwable e) {
            listener.onError(e);
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean write(Lane.Mark mark, long deadline) throws InterruptedException {
        long pause = FIRST_PAUSE_NANOS;
        while (!mark.isReached()) {
            if (!acquire(mark, deadline)) {
                return mark.isReached();
            }
            try {
                if (!mark.isReached()) {
                    drainer.doWork(true);
                }
            } finally {
                lock.unlock();
            }
            if (!mark.isReached()) {
                // A line before this one isn't finished yet.
                if (closed || System.nanoTime() - deadline >= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    // The thread could not park; the caller keeps the interrupt.
                    throw new InterruptedException();
                }
                // The caller ran out of stack.
                PendingWord.settleOrphans();
                LockSupport.parkNanos(this, pause);
                pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
            }
        }
        return true;
    }

    private boolean acquire(Lane.Mark mark, long deadline) throws InterruptedException {
        if (lock.tryLock()) {
            return true;
        }
        if (Thread.holdsLock(sink.stream())) {
            // The writing thread waits for this thread, or will.
            return false;
        }
        do {
            if (lock.tryLock(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
                return true;
            }
        } while (!mark.isReached() && (System.nanoTime() - deadline < 0 || isWriting(lock.owner())));
        return false;
    }

    /** Whether a thread seems to be in a system call, rather than waiting for a lock that this thread might have. */
    private static boolean isWriting(@Nullable Thread owner) {
        return owner != null && owner.getState() == Thread.State.RUNNABLE;
    }

    /** A stack overflow in the middle of a write would leave the drainer in an inconsistent state. */
    private static boolean hasStack() {
        try {
            return descend(DESCENT) == 0;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static int descend(int depth) {
        return depth == 0 ? 0 : descend(depth - 1);
    }

    @Override
    public Destination destination() {
        return drainer.destination();
    }

    @Override
    public long doWork(boolean urgent) {
        lock.lock();
        try {
            return drainer.doWork(urgent);
        } finally {
            lock.unlock();
        }
    }

    /** There is one lane: its lines wait for no other lane. */
    @Override
    public boolean isHolding() {
        return false;
    }

    @Override
    public boolean hasMore() {
        return drainer.hasMore();
    }

    @Override
    public int smallestCapacity() {
        return drainer.smallestCapacity();
    }

    @Override
    public long longestSleepNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean isFinished() {
        lock.lock();
        try {
            return drainer.isFinished();
        } finally {
            lock.unlock();
        }
    }

    /** A caller that is stuck in a write keeps the drainer, which holds nothing but memory. */
    @Override
    public void close() throws IOException {
        closed = true;
        if (lock.tryLock()) {
            try {
                drainer.close();
            } finally {
                lock.unlock();
            }
        }
    }
}
