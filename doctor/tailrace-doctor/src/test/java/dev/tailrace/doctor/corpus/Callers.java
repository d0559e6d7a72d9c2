package dev.tailrace.doctor.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The pool of an application, and the requests that arrive for it at a pace. Who has nothing to do waits for work as in any pool; what
 * arrives while nobody can take it is turned away, so that memory stays bounded.
 */
final class Callers {
    private static final int BACKLOG = 1_000;
    private static final long SHORTEST_PAUSE_NANOS = 200_000;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong turns = new AtomicLong();
    private final ThreadPoolExecutor pool;
    private final int count;
    private final Turn turn;

    private Callers(int count, String prefix, Turn turn) {
        this.count = count;
        this.turn = turn;
        this.pool = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(BACKLOG),
                work -> thread(work, prefix),
                new ThreadPoolExecutor.DiscardPolicy());
        pool.prestartAllCoreThreads();
    }

    /** What is done for a request. */
    interface Turn {
        void take(int caller, long turn) throws Exception;
    }

    /** A pool of {@code count} threads, numbered after the prefix, for which so many requests arrive a second. */
    static Callers start(int count, String prefix, long perSecond, Turn turn) {
        Callers callers = new Callers(count, prefix, turn);
        Thread arrivals = new Thread(() -> callers.arrive(TimeUnit.SECONDS.toNanos(1) / perSecond), "arrivals");
        arrivals.setDaemon(true);
        arrivals.start();
        return callers;
    }

    private Thread thread(Runnable work, String prefix) {
        synchronized (threads) {
            Thread thread = new Thread(work, prefix + (threads.size() + 1));
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        }
    }

    private void arrive(long paceNanos) {
        long next = System.nanoTime();
        for (long number = 0; ; number++) {
            if (next - System.nanoTime() > 0) {
                LockSupport.parkNanos(Math.max(SHORTEST_PAUSE_NANOS, next - System.nanoTime()));
            }
            long request = number;
            pool.execute(() -> serve(request));
            next += paceNanos;
        }
    }

    private void serve(long request) {
        try {
            turn.take((int) (request % count), request);
            turns.incrementAndGet();
        } catch (InterruptedException known) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("request " + request, e);
        }
    }

    /** Requests served. */
    long turns() {
        return turns.get();
    }

    /** Whether at least this share of the threads is in a method of this name, of a class whose name ends so. */
    boolean within(String className, String method, double share) {
        List<Thread> all;
        synchronized (threads) {
            all = List.copyOf(threads);
        }
        long within = all.stream()
                .filter(thread -> isWithin(className, method, thread.getStackTrace()))
                .count();
        return within >= Math.max(1, Math.round(count * share));
    }

    private static boolean isWithin(String className, String method, StackTraceElement... stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().endsWith(className)
                    && frame.getMethodName().equals(method)) {
                return true;
            }
        }
        return false;
    }
}
