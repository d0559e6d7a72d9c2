package dev.tailrace.engine.drain;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.sink.ConsoleSink;
import dev.tailrace.engine.sink.ConsoleStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The drainer of a console. A caller writes its line itself, once no other thread writes; lines in the lane go first. No thread is woken for
 * that: a caller that finds another writer looks again by itself.
 *
 * <p>A console that isn't read must not stop its callers: a caller that waits looks at the writer's progress, and leaves when it has stood
 * still at {@value #LOOKS} looks. From then on calls only append their lines to the lane. The console's thread writes them, and calls write
 * again once it has written the last one. Where the configuration asks for it, that thread writes all lines, or calls wait as long as a
 * write takes.
 *
 * <p>{@link #write} and {@link #limit} are for any thread, the rest for the console's.
 */
public final class ConsoleDrainer implements DrainAgent {
    /** Lines that are written together fit into what a pipe takes as a whole. */
    private static final int BATCH_BYTES = 4096;

    private static final long WINDOW_NANOS = 2_000_000;
    private static final int LOOKS = 20;
    private static final long LOOK_NANOS = 5_000_000;
    private static final int LOOKS_FOR_REPORT = 400;
    /** A long line takes a slow reader longer: one more look for so many bytes. */
    private static final int BYTES_PER_LOOK = 8192;
    /** About as long as a write takes. */
    private static final int SPINS = 20;
    /** The first pause, for each waiting thread: dozens that look all the time would take the processor from the writer. */
    private static final long FIRST_PAUSE_NANOS = 100_000;

    private static final long LONGEST_PAUSE_NANOS = 5_000_000;
    /** Nothing hands over the right to write: a thread that has waited so long goes before those that come. */
    private static final long STARVES_NANOS = 100_000_000;
    /** It looks again sooner than that, unless it gets no processor, such as a virtual thread without a carrier. */
    private static final long RESERVED_NANOS = 1_000_000;
    /** How long a step of the console's thread waits for another writer; then the thread looks whether it has to end. */
    private static final long ENTER_NANOS = 50_000_000;
    /** Stack frames of {@link #descend}, of 50 to 100 bytes each: several times what writing a line needs, or draining. */
    private static final int FRAMES_TO_WRITE = 64;

    private static final int FRAMES_TO_DRAIN = 256;

    private final Drainer drainer;
    private final ConsoleSink sink;
    private final ConsoleStream stream;
    private final Lane lane;
    private final DrainListener listener;
    private volatile ConsoleMode mode = ConsoleMode.AUTO;
    private volatile long maxWaitNanos;
    /** Callers only queue: the console was found not to be read, and lines of that time are still in the lane. */
    private volatile boolean queuing;

    /** The number of callers that pause. */
    private final AtomicInteger waiting = new AtomicInteger();

    private volatile boolean closed;
    /** The last step found another writer. */
    private boolean shutOut;

    /** Drains a console, which has one lane. */
    public ConsoleDrainer(Destination destination, ConsoleSink sink, DrainListener listener) {
        Lane[] lanes = destination.lanes();
        if (lanes.length != 1) {
            throw new IllegalArgumentException("a console has one lane, not " + lanes.length);
        }
        this.drainer = new Drainer(
                destination,
                sink,
                new PrivateBatch(BATCH_BYTES),
                null,
                WINDOW_NANOS,
                System::nanoTime,
                WallClock::nanos,
                listener);
        this.sink = sink;
        this.stream = sink.stream();
        this.listener = listener;
        this.lane = lanes[0];
        destination.writesThrough(this);
    }

    /**
     * Sets how later calls behave.
     *
     * @param when when their lines are written; in a stream that was replaced always before they return
     * @param maxWait how long a call waits for a writing thread that may wait for the caller's locks, in nanoseconds
     */
    public void limit(ConsoleMode when, long maxWait) {
        mode = when;
        maxWaitNanos = maxWait;
    }

    /** Writes a line before it returns, or leaves an echo out; false: the line is to be appended to the lane. */
    boolean write(byte[] line, int length) {
        if (stream.isEcho()) {
            return true;
        }
        if (queuing || !writesThrough() || !hasStack(FRAMES_TO_WRITE) || !(stream.tryEnterFairly() || enter())) {
            return false;
        }
        boolean interrupted = false;
        boolean tried = false;
        try {
            // Some streams would not write for an interrupted thread. The interrupt is the application's.
            interrupted = Thread.interrupted();
            if (!(lane.isIdle() || drainAll())) {
                return false;
            }
            tried = true;
            sink.write(line, length);
            lane.figures().wrote(1, length, 0);
            return true;
        } catch (VirtualMachineError e) {
            return tried && !(e instanceof StackOverflowError);
        } catch (Throwable e) {
            listener.onError(e);
            return tried;
        } finally {
            stream.leave();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The engine's own threads must not wait for a console: other destinations need them. */
    private boolean writesThrough() {
        return (mode != ConsoleMode.ASYNC || stream.isReplaced()) && !(Thread.currentThread() instanceof HelperThread);
    }

    /** Drains the lane; false when a line stays in it, or the lane is closed. */
    private boolean drainAll() {
        if (!hasStack(FRAMES_TO_DRAIN)) {
            return false;
        }
        // A caller that ran out of stack has left a line unfinished.
        PendingWord.settleOrphans();
        drain(true);
        return lane.isIdle();
    }

    private long drain(boolean urgent) {
        stream.drains(true);
        try {
            return drainer.doWork(urgent);
        } finally {
            stream.drains(false);
        }
    }

    /**
     * Waits until no other thread writes, and takes the right to write.
     *
     * @return false when the line is to be appended to the lane: the console isn't read; or the writing thread may wait for a lock that this
     *     thread has; or this thread is writing already
     */
    private boolean enter() {
        Thread current = Thread.currentThread();
        if (stream.writer() == current || Thread.holdsLock(stream.stream())) {
            return false;
        }
        // An interrupted thread could not wait.
        boolean interrupted = Thread.interrupted();
        try {
            return awaitTurn();
        } finally {
            if (interrupted) {
                current.interrupt();
            }
        }
    }

    private boolean awaitTurn() {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
            if (stream.tryEnterFairly()) {
                return true;
            }
        }
        long begun = System.nanoTime();
        long looked = begun;
        long progress = stream.progress();
        long pause = 0;
        int still = 0;
        while (!queuing && !closed) {
            boolean starves = System.nanoTime() - begun >= STARVES_NANOS;
            long shortest = FIRST_PAUSE_NANOS * waiting.incrementAndGet();
            pause = starves ? FIRST_PAUSE_NANOS : Math.min(Math.max(pause * 2, shortest), LONGEST_PAUSE_NANOS);
            LockSupport.parkNanos(this, pause);
            waiting.decrementAndGet();
            if (starves ? stream.tryEnterFirst(RESERVED_NANOS) : stream.tryEnterFairly()) {
                return true;
            }
            long now = System.nanoTime();
            if (now - looked >= LOOK_NANOS) {
                long seen = stream.progress();
                still = seen == progress ? still + 1 : 0;
                progress = seen;
                looked = now;
                int more = still - LOOKS - stream.length() / BYTES_PER_LOOK;
                boolean writes = (progress & 1) != 0;
                if (more >= 0 && (mode == ConsoleMode.SYNC ? !staysLong(writes, now - begun) : isReported(more))) {
                    if (writes && mode != ConsoleMode.SYNC) {
                        queuing = true;
                    }
                    return false;
                }
            }
        }
        return false;
    }

    /**
     * Whether lines may be queued, which a kill loses: the report is printed, or standard error isn't read either. On a machine that has no
     * processor for the printing thread, a call doesn't wait for ever.
     */
    private boolean isReported(int more) {
        return (sink.reportUnread() && listener.hasPrinted()) || more >= LOOKS_FOR_REPORT;
    }

    /** Whether a caller goes on waiting although nothing moves, where calls wait as long as a write takes. */
    private boolean staysLong(boolean writes, long waited) {
        Thread writer = stream.writer();
        // A thread in a system call, rather than waiting for a lock that this thread might have.
        boolean inCall = writes && writer != null && writer.getState() == Thread.State.RUNNABLE;
        return inCall || waited < maxWaitNanos;
    }

    /** A stack overflow in the middle of a write would leave the stream or the drainer in an inconsistent state. */
    private static boolean hasStack(int frames) {
        try {
            return descend(frames) == 0;
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
        shutOut = !stream.enter(ENTER_NANOS);
        if (shutOut) {
            return 0;
        }
        try {
            long moved = drain(urgent);
            if (queuing && lane.isIdle()) {
                queuing = false;
            }
            return moved;
        } finally {
            stream.leave();
        }
    }

    /** There is one lane: its lines wait for no other lane. */
    @Override
    public boolean isHolding() {
        return false;
    }

    @Override
    public boolean hasMore() {
        return shutOut || drainer.hasMore();
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
        if (!stream.tryEnter()) {
            return false;
        }
        try {
            return drainer.isFinished();
        } finally {
            stream.leave();
        }
    }

    /** A caller that is stuck in a write keeps the drainer, which holds nothing but memory. */
    @Override
    public void close() throws IOException {
        closed = true;
        if (stream.tryEnter()) {
            try {
                drainer.close();
            } finally {
                stream.leave();
            }
        }
    }
}
