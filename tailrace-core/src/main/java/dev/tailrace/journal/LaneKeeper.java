package dev.tailrace.journal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The helper of a process's lanes: makes larger rings before they are needed and clears memory when the drainer is too busy to. It is
 * a thread of its own because a drainer can be stuck in a write to a slow disk, and that is when lanes must grow. An agent: {@link
 * #doWork} can be stepped by a test.
 */
public final class LaneKeeper {
    private static final long LONGEST_SLEEP_NANOS = 1_000_000_000L;

    private final List<Lane> lanes = new CopyOnWriteArrayList<>();
    private final Consumer<Throwable> onError;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean woken;

    public LaneKeeper(Consumer<Throwable> onError) {
        this.onError = onError;
        this.thread = new Thread(this::run, "tailrace-keeper");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    public void add(Lane lane) {
        lanes.add(lane);
    }

    public void remove(Lane lane) {
        lanes.remove(lane);
    }

    public void start() {
        thread.start();
    }

    /** For any thread; a system call only when the keeper sleeps. */
    public void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(thread);
        }
    }

    public void stop() {
        stopping = true;
        wake();
    }

    /** One round over all lanes; returns how many bytes it cleared or rings it made. */
    public int doWork() {
        int work = 0;
        for (Lane lane : lanes) {
            work += lane.tidy();
            if (lane.grow()) {
                work++;
            }
            if (lane.spill()) {
                work++;
                // At once: callers may wait for the memory.
                lane.tidy();
            }
        }
        return work;
    }

    /** Without this thread a full lane stays full: it outlives whatever happens, even that there is no memory to tell. */
    private void survive(Throwable error) {
        try {
            onError.accept(error);
        } catch (Throwable again) {
            LockSupport.parkNanos(this, LONGEST_SLEEP_NANOS);
        }
    }

    private void run() {
        while (!stopping) {
            // Left set, an interrupt would keep this thread from sleeping and from making files.
            Thread.interrupted();
            woken = false;
            int work = 0;
            try {
                work = doWork();
            } catch (Throwable e) {
                survive(e);
            }
            if (work == 0 && !woken && !stopping) {
                LockSupport.parkNanos(this, LONGEST_SLEEP_NANOS);
            }
        }
    }
}
