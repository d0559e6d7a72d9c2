package dev.tailrace.engine.journal;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.bytes.MemoryFault;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A helper thread for a process's lanes. One keeper ({@link #keep}) makes larger rings before they are needed and clears memory when the
 * drainer is too busy; another ({@link #spill}) moves frames to disk. They have their own threads because a drainer, and the spilling
 * keeper too, can be stuck in a write to a slow disk, just when lanes must grow. Tests can step {@link #doWork}.
 */
public final class LaneKeeper {
    private static final long LONGEST_SLEEP_NANOS = 1_000_000_000L;
    private static final long SOON_NANOS = 20_000_000L;
    /** The longest sleep of a keeper with an additional task, such as a look for requests, for which a person waits. */
    private static final long LONGEST_SLEEP_BESIDE_NANOS = 400_000_000L;
    /**
     * How long a drainer may stand still before its unread frames are moved to disk. Longer than a drainer waits for its turn where dozens
     * of threads log on few CPUs: there, moving frames would only take CPU time from the drainer.
     */
    private static final long STALL_NANOS = 250_000_000L;
    /** Result for a lane: nothing was done, but look again soon. */
    private static final int SOON = -1;

    private final List<Lane> lanes = new CopyOnWriteArrayList<>();
    /** Lanes that were removed, maybe in the middle of a step. */
    private final Queue<Lane> gone = new ConcurrentLinkedQueue<>();

    private final ToIntFunction<Lane> step;
    private final Consumer<Lane> end;
    private final Consumer<Throwable> onError;
    private final @Nullable Runnable beside;
    private final long longestSleepNanos;
    private final HelperThread thread;
    /** Held during a round: a caller's round may be under way when the missing thread starts. */
    private final ReentrantLock turn = new ReentrantLock();

    private volatile boolean stopping;
    private volatile boolean woken;

    /**
     * A keeper of rings with an additional task in each round, several times a second: in this thread, because it is never stuck in a
     * write.
     *
     * @param beside must neither block nor cost a system call when there is nothing to do; null: nothing
     */
    public static LaneKeeper ofRings(Consumer<Throwable> onError, @Nullable Runnable beside) {
        long longest = beside == null ? LONGEST_SLEEP_NANOS : LONGEST_SLEEP_BESIDE_NANOS;
        return new LaneKeeper("tailrace-keeper", LaneKeeper::keep, lane -> {}, onError, beside, longest);
    }

    /**
     * A keeper that moves frames to disk; not started yet.
     *
     * @param beside done before each round, about once a second or more often; may write to a disk
     */
    public static LaneKeeper ofSpills(Consumer<Throwable> onError, @Nullable Runnable beside) {
        return new LaneKeeper(
                "tailrace-spill", LaneKeeper::spill, Lane::endSpill, onError, beside, LONGEST_SLEEP_NANOS);
    }

    /**
     * @param step done for each lane in turn; returns 0 when there was nothing to do
     * @param end done for each lane that was removed, in the same thread
     */
    private LaneKeeper(
            String name,
            ToIntFunction<Lane> step,
            Consumer<Lane> end,
            Consumer<Throwable> onError,
            @Nullable Runnable beside,
            long longestSleepNanos) {
        this.longestSleepNanos = longestSleepNanos;
        this.step = step;
        this.end = end;
        this.onError = onError;
        this.beside = beside;
        this.thread = HelperThread.of(this::run, name);
    }

    public void add(Lane lane) {
        lanes.add(lane);
    }

    /** Removes a lane that is closed and drained. */
    public void remove(Lane lane) {
        lanes.remove(lane);
        gone.add(lane);
        wake();
    }

    public void start() {
        thread.start();
    }

    /** Whether the system had no room for the thread. */
    public boolean isMissing() {
        return thread.isMissing();
    }

    /** For any thread; a system call only when the keeper sleeps. */
    public void wake() {
        if (!woken) {
            woken = true;
            thread.wake();
            if (thread.isMissing()) {
                woken = false;
            }
        }
    }

    /** Does a round in the calling thread while the thread is missing and no other caller does. */
    public void stepInCaller() {
        if (!thread.isMissing() || turn.isHeldByCurrentThread() || !turn.tryLock()) {
            return;
        }
        try {
            wake();
            if (thread.isMissing()) {
                doWork();
            }
        } finally {
            turn.unlock();
        }
    }

    public void stop() {
        stopping = true;
        wake();
    }

    /** Waits, after {@link #stop}, for the end of the thread; false when it has not ended by {@code deadline}. */
    public boolean awaitEnd(long deadline) {
        return thread.awaitEnd(deadline);
    }

    /** Clears and grows a lane; returns how many bytes it cleared or rings it made. */
    static int keep(Lane lane) {
        int done = lane.clearConsumed();
        try {
            int made = lane.grow() ? 1 : 0;
            MemoryFault.raise();
            return done + made;
        } catch (InternalError e) {
            return lane.lookForCuts() ? SOON : done;
        }
    }

    /** Moves a lane's oldest frames to disk if it needs that. */
    static int spill(Lane lane) {
        try {
            boolean moved = lane.spill(STALL_NANOS);
            int otherwise = lane.mayNeedSpill() ? SOON : 0;
            MemoryFault.raise();
            if (!moved) {
                return otherwise;
            }
        } catch (InternalError e) {
            return lane.lookForCuts() ? SOON : 0;
        }
        // Cleared at once: callers may wait for the memory.
        lane.clearConsumed();
        return 1;
    }

    private int round() {
        turn.lock();
        try {
            return doWork();
        } finally {
            turn.unlock();
        }
    }

    /** One round over all lanes. Returns the work done; 0 when there was nothing to do, less when there may be something soon. */
    public int doWork() {
        for (Lane lane = gone.poll(); lane != null; lane = gone.poll()) {
            end.accept(lane);
        }
        int done = 0;
        boolean soon = false;
        for (Lane lane : lanes) {
            int work = step.applyAsInt(lane);
            soon |= work < 0;
            done += Math.max(0, work);
        }
        return done == 0 && soon ? SOON : done;
    }

    /** Without this thread a full lane stays full: it survives any error, even a lack of memory for the report. */
    private void survive(Throwable error) {
        try {
            onError.accept(error);
        } catch (Throwable again) {
            LockSupport.parkNanos(this, LONGEST_SLEEP_NANOS);
        }
    }

    private void run() {
        while (!stopping) {
            try {
                runOn();
            } catch (Throwable e) {
                // The JVM can throw the pending error for a truncated file anywhere; it must not end the thread.
                survive(e);
            }
        }
    }

    private void runOn() {
        while (!stopping) {
            woken = false;
            int done = 0;
            try {
                if (beside != null) {
                    beside.run();
                }
            } catch (Throwable e) {
                survive(e);
            }
            try {
                done = round();
            } catch (Throwable e) {
                survive(e);
            }
            if (done <= 0 && !woken && !stopping) {
                LockSupport.parkNanos(this, done < 0 ? SOON_NANOS : longestSleepNanos);
            }
        }
    }
}
