package dev.tailrace.engine.drain;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.PendingWord;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that steps drainers and waits in between.
 *
 * <p>The sleeping strategy measures how fast bytes come. It sleeps for as long as this rate takes to fill an eighth of a ring, never longer
 * than the interval. A faster producer wakes the thread by crossing a quarter of its ring.
 */
public final class DrainLoop {
    /** The pause of a drainer whose step failed; some 150 ms later another process may drain. */
    static final long FIRST_PAUSE_MILLIS = 10;

    static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final long SHORTEST_SLEEP_NANOS = 500_000;
    private static final long HOLDING_SLEEP_NANOS = 1_000_000;
    /** A sleep takes somewhat longer than requested: with this value less than a millisecond in all. */
    private static final long PROMPT_SLEEP_NANOS = 850_000;
    /**
     * After so many wake-ups within {@link #MANY_WAKE_UPS_NANOS}, 4,000 a second, no event wakes the thread until a sleep passes without
     * any.
     */
    private static final int MANY_WAKE_UPS = 32;

    private static final long MANY_WAKE_UPS_NANOS = 8_000_000;

    private final List<DrainAgent> drainers = new CopyOnWriteArrayList<>();
    private final WaitStrategy strategy;
    private final long intervalNanos;
    private final DrainListener listener;
    private final Map<DrainAgent, Consumer<DrainAgent>> leaving = new ConcurrentHashMap<>();
    private final AtomicInteger urgent = new AtomicInteger();
    private final HelperThread thread;
    /** Held during a step: a caller's step may be under way when the missing thread starts. */
    private final ReentrantLock turn = new ReentrantLock();

    private volatile boolean stopping;
    /** The thread starts with the first wake-up that finds work. */
    private final boolean late;

    private volatile boolean begun;
    /** The drainers whose last step failed. For the thread only. */
    private final Map<DrainAgent, Failures> failing = new HashMap<>();

    /** For the thread only: whether events are many; the counted wake-ups, and since when. */
    private boolean hurried;

    private int wakeUps;
    private long wakeUpsSince;
    private boolean over;
    private @Nullable Runnable atEnd;
    /** Set by waking threads, cleared before each step: a wake-up between a step and its sleep is neither lost nor paid for twice. */
    private volatile boolean woken;

    public DrainLoop(String name, WaitStrategy strategy, long intervalNanos, DrainListener listener) {
        this(name, strategy, intervalNanos, listener, false);
    }

    /** {@code late}: whether the thread starts only once there is something to drain. */
    public DrainLoop(String name, WaitStrategy strategy, long intervalNanos, DrainListener listener, boolean late) {
        this.late = late;
        this.strategy = strategy;
        this.intervalNanos = intervalNanos;
        this.listener = listener;
        this.thread = HelperThread.of(this::run, name);
    }

    public void add(DrainAgent drainer) {
        drainers.add(drainer);
        if (!late || begun) {
            wake();
        }
    }

    /**
     * Releases a drainer once its closed destination is drained and has no losses left to report, and its rolled files are in their places.
     *
     * @param onGone called in the drain thread then, to close the drainer
     */
    public void retire(DrainAgent drainer, Consumer<DrainAgent> onGone) {
        leaving.put(drainer, onGone);
        wake();
    }

    /** Reverts {@link #retire}; false when it is too late. */
    public boolean recall(DrainAgent drainer) {
        return leaving.remove(drainer) != null;
    }

    public void start() {
        if (!late) {
            begin();
        }
    }

    private synchronized void begin() {
        if (!begun && !stopping) {
            thread.start();
            begun = true;
        }
    }

    /** Wakes the thread if it sleeps. For any thread; a system call only when it does sleep. */
    public void wake() {
        // A step that begins after "woken" was found set must see everything that was appended before.
        VarHandle.fullFence();
        if (!woken) {
            woken = true;
            if (late && !begun) {
                begin();
            }
            thread.wake();
            if (thread.isMissing()) {
                woken = false;
            }
        }
    }

    /** Whether the system has no room for this thread: then callers step the drainers. */
    public boolean isMissing() {
        return thread.isMissing();
    }

    /**
     * Steps the drainers in the calling thread while the thread is missing and no other caller does.
     *
     * @param last whether no further step follows soon: then other processes may drain
     */
    public void stepInCaller(boolean last) {
        if (!thread.isMissing()) {
            return;
        }
        thread.wake();
        // A stream that logs comes here within a step.
        if (turn.isHeldByCurrentThread() || !turn.tryLock()) {
            return;
        }
        try {
            if (last) {
                drainers.forEach(DrainAgent::rest);
            } else if (thread.isMissing()) {
                stepNow();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Until {@link #endUrgency}, no line waits for its window, and the thread doesn't sleep for long. */
    public void beginUrgency() {
        urgent.incrementAndGet();
        if (!late
                || begun
                || drainers.stream().anyMatch(each -> each.destination().backlog() != 0)) {
            wake();
        }
    }

    public void endUrgency() {
        urgent.decrementAndGet();
    }

    /** The drainers of this thread. */
    public List<DrainAgent> drainers() {
        return List.copyOf(drainers);
    }

    /** Asks the thread to end; see {@link #join}. */
    public void stop() {
        stopping = true;
        synchronized (this) {
            over |= !begun || thread.isMissing();
        }
        wake();
    }

    /** Waits until the thread has ended; false when it has not by {@code deadline} ({@link System#nanoTime}). */
    public boolean join(long deadline) {
        return thread.awaitEnd(deadline);
    }

    private void run() {
        try {
            while (!stopping) {
                drainOn();
            }
        } finally {
            Runnable action;
            synchronized (this) {
                over = true;
                action = atEnd;
            }
            if (action != null) {
                action.run();
            }
        }
    }

    /** Runs an action once the thread has ended its work: now, in the calling thread, or later, in the drain thread. */
    public void whenOver(Runnable action) {
        synchronized (this) {
            if (!over) {
                atEnd = action;
                return;
            }
        }
        action.run();
    }

    /** The JVM can throw the pending error for a truncated file anywhere; it must not end the thread. */
    private void drainOn() {
        try {
            drain();
        } catch (Throwable e) {
            survive(e);
        }
    }

    private void drain() {
        long sleep = SHORTEST_SLEEP_NANOS;
        long last = System.nanoTime();
        while (!stopping) {
            // While lines are many, no line wakes the thread, not even during a step.
            woken = hurried;
            try {
                long moved = step();
                long now = System.nanoTime();
                sleep = nextSleep(moved, now - last, sleep);
                last = now;
                if (drainers.isEmpty()) {
                    hurried = false;
                    // There is no drainer: whatever the strategy, the thread parks until one is added.
                    if (!woken && !stopping) {
                        LockSupport.park(this);
                    }
                } else if (sleep > 0 && (!woken || strategy == WaitStrategy.PROMPT) && !stopping) {
                    // When a line came during the step, the thread doesn't park; that counts as a wake-up.
                    idle(moved, sleep);
                }
            } catch (Throwable e) {
                survive(e);
            }
        }
    }

    /** Only this thread brings lines to their files: it survives any error, even a lack of memory for the report. */
    private void survive(Throwable error) {
        try {
            LockSupport.parkNanos(this, HOLDING_SLEEP_NANOS);
            listener.onError(error);
        } catch (Throwable again) {
            LockSupport.parkNanos(this, intervalNanos);
        }
    }

    private long step() {
        turn.lock();
        try {
            return stepNow();
        } finally {
            turn.unlock();
        }
    }

    private long stepNow() {
        PendingWord.settleOrphans();
        long moved = 0;
        boolean isUrgent = urgent.get() != 0;
        for (DrainAgent drainer : drainers) {
            if (isPausing(drainer, isUrgent)) {
                continue;
            }
            try {
                moved += drainer.doWork(isUrgent);
                recovered(drainer);
            } catch (RuntimeException | Error e) {
                // A failing destination must not keep the others from their turn.
                survive(e);
                failed(drainer, e);
            }
        }
        if (!leaving.isEmpty()) {
            leaving.forEach(this::letGo);
        }
        return moved;
    }

    private boolean isPausing(DrainAgent drainer, boolean isUrgent) {
        Failures failures = failing.isEmpty() ? null : failing.get(drainer);
        return failures != null && failures.isPausing(System.nanoTime(), isUrgent);
    }

    private void recovered(DrainAgent drainer) {
        if (!failing.isEmpty()) {
            failing.remove(drainer);
        }
    }

    /** A drain that fails here again and again may succeed in another process: a process that can't drain must not be the drainer. */
    private void failed(DrainAgent drainer, Throwable error) {
        try {
            Failures failures =
                    failing.computeIfAbsent(drainer, each -> new Failures(FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
            failures.count(System.nanoTime());
            if (failures.isTooMany()) {
                drainer.giveUp(error);
            }
        } catch (RuntimeException | Error again) {
            survive(again);
        }
    }

    /** The drainer may be recalled, used and retired again in between, with another consumer: the answer says nothing about that one. */
    private void letGo(DrainAgent drainer, Consumer<DrainAgent> onGone) {
        if (isOver(drainer) && leaving.remove(drainer, onGone)) {
            drainers.remove(drainer);
            failing.remove(drainer);
            try {
                onGone.accept(drainer);
            } catch (RuntimeException | Error e) {
                // The other drainers are released all the same.
                survive(e);
            }
        }
    }

    private static boolean isOver(DrainAgent drainer) {
        try {
            Destination destination = drainer.destination();
            boolean drained = destination.isDrained() && !destination.losses().isUnreported() && drainer.isFinished();
            MemoryFault.raise();
            return drained;
        } catch (InternalError e) {
            // A mapped file was truncated: there is nothing more to be read.
            return true;
        }
    }

    private long nextSleep(long moved, long elapsed, long lastSleep) {
        int capacity = Integer.MAX_VALUE;
        long longest = longestSleep();
        boolean holding = isHolding();
        for (DrainAgent drainer : drainers) {
            capacity = Math.min(capacity, drainer.smallestCapacity());
        }
        if (urgent.get() != 0) {
            return moved != 0 ? 0 : SHORTEST_SLEEP_NANOS;
        }
        if (hasMore()) {
            return 0;
        }
        if (moved == 0) {
            long longer = Math.min(lastSleep * 2, longest);
            return Math.max(SHORTEST_SLEEP_NANOS, holding ? Math.min(longer, HOLDING_SLEEP_NANOS) : longer);
        }
        double bytesPerNano = (double) moved / Math.max(1, elapsed);
        long sleep = (long) ((capacity >> 3) / bytesPerNano);
        if (sleep < SHORTEST_SLEEP_NANOS) {
            return 0;
        }
        return Math.min(sleep, holding ? HOLDING_SLEEP_NANOS : longest);
    }

    private long longestSleep() {
        long longest = intervalNanos;
        for (DrainAgent drainer : drainers) {
            longest = Math.min(longest, drainer.longestSleepNanos());
        }
        return longest;
    }

    private boolean hasMore() {
        for (DrainAgent drainer : drainers) {
            if (!failing.containsKey(drainer) && drainer.hasMore()) {
                return true;
            }
        }
        return false;
    }

    private boolean isHolding() {
        for (DrainAgent drainer : drainers) {
            if (!failing.containsKey(drainer) && drainer.isHolding()) {
                return true;
            }
        }
        return false;
    }

    // Yielding is what the user asked for with that strategy.
    @SuppressWarnings("ThreadPriorityCheck")
    private void idle(long moved, long sleepNanos) {
        switch (strategy) {
            case SLEEP -> LockSupport.parkNanos(this, sleepNanos);
            case PARK -> {
                if (moved == 0) {
                    // Lines that wait for their window wake no thread.
                    LockSupport.parkNanos(this, isHolding() ? sleepNanos : longestSleep());
                }
            }
            case PROMPT -> awaitLine(moved, sleepNanos);
            case YIELD -> Thread.yield();
            case BUSYSPIN -> Thread.onSpinWait();
        }
    }

    private void awaitLine(long moved, long sleepNanos) {
        if (hurried && moved == 0) {
            // A line that came since the step has woken no thread: the next step must begin before the thread parks.
            hurried = false;
        } else if (hurried || (moved != 0 && isHurried(System.nanoTime()))) {
            hurried = true;
            woken = true;
            pausePromptly();
        } else {
            LockSupport.parkNanos(this, urgent.get() == 0 ? longestSleep() : sleepNanos);
        }
    }

    /** Sleeps its full time: an earlier wake-up doesn't cut it short. */
    private void pausePromptly() {
        long until = System.nanoTime() + PROMPT_SLEEP_NANOS;
        for (long left = PROMPT_SLEEP_NANOS; left > 0 && !stopping; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    private boolean isHurried(long now) {
        if (++wakeUps < MANY_WAKE_UPS) {
            return false;
        }
        boolean many = now - wakeUpsSince < MANY_WAKE_UPS_NANOS;
        wakeUps = 0;
        wakeUpsSince = now;
        return many;
    }
}
