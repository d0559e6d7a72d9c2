package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that logs, first by its schedule, then at full speed. The schedule is an open loop: a stalled call makes the next calls late,
 * not fewer. The thread sleeps between events, since spinning on two processors would measure the scheduler. A single thread spins for
 * pauses that are too short to sleep.
 */
final class Producer implements Runnable {
    /** A single thread spins for shorter pauses: a timer is 50 µs late, and caches are cold after a sleep. */
    private static final long SPIN_NANOS = 100_000;
    /** Lines between clock readings, as a reading costs a tenth of a line. */
    private static final int LINES_PER_LOOK = 64;

    private final Pace pace;
    private final Schedule schedule;
    private final Line.Voice voice;
    private final Gates gates;
    private final Samples samples;
    private volatile long start;
    private volatile long logged;
    private long sequence;

    Producer(Pace pace, Schedule schedule, Line.Voice voice, Gates gates) {
        this.pace = pace;
        this.schedule = schedule;
        this.voice = voice;
        this.gates = gates;
        this.samples = new Samples(schedule.events());
    }

    /** Sets the common start, as {@link System#nanoTime()}. */
    void begins(long nanoTime) {
        start = nanoTime;
    }

    /** Measured calls; read when {@link Gates#paced} has counted this thread. */
    Samples samples() {
        return samples;
    }

    /** Events logged up to the last gate. */
    long logged() {
        return logged;
    }

    @Override
    public void run() {
        pass(gates.go());
        paced();
        arrive(gates.paced());
        pass(gates.full());
        flatOut(pace.flatOutWarmLines());
        arrive(gates.warm());
        if (pace.flatOutLines() > 0) {
            pass(gates.flat());
            flatOut(pace.flatOutLines());
        }
        arrive(gates.done());
        pass(gates.leave());
    }

    private void paced() {
        long measuredFrom = start + pace.warmMillis() * 1_000_000;
        int all = schedule.warmEvents() + schedule.events();
        boolean alone = pace.threads() == 1;
        for (int event = 0; event < all; event++) {
            long due = start + schedule.due(event);
            long now = System.nanoTime();
            while (now < due) {
                if (alone && due - now < SPIN_NANOS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(due - now);
                }
                now = System.nanoTime();
            }
            voice.log(sequence++);
            long ended = System.nanoTime();
            if (event >= schedule.warmEvents()) {
                samples.add(due - measuredFrom, now - measuredFrom, ended - measuredFrom);
            }
        }
    }

    private void flatOut(int lines) {
        long began = System.nanoTime();
        long limit = pace.flatOutMillis() == 0 ? Long.MAX_VALUE : pace.flatOutMillis() * 1_000_000L;
        for (int done = 0; done < lines && System.nanoTime() - began < limit; done += LINES_PER_LOOK) {
            for (int i = Math.min(LINES_PER_LOOK, lines - done); i > 0; i--) {
                voice.log(sequence++);
            }
        }
    }

    private void arrive(CountDownLatch gate) {
        logged = sequence;
        gate.countDown();
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a producer is never interrupted", e);
        }
    }
}
