package dev.tailrace.doctor.corpus;

import java.util.Timer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Pools of the JDK of every kind, all waiting for work: nothing is wrong, however many threads are parked. Always healthy. */
final class IdleExecutors {
    private IdleExecutors() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        int size = stage.between(4, 40);
        warm(Executors.newFixedThreadPool(size, named("fixed-")), size);
        warm(Executors.newCachedThreadPool(named("cached-")), stage.between(2, 20));
        warm(
                new ThreadPoolExecutor(
                        size, size, 1, TimeUnit.MINUTES, new PriorityBlockingQueue<>(), named("urgent-")),
                1);
        warm(new ThreadPoolExecutor(2, 9, 1, TimeUnit.HOURS, new SynchronousQueue<>(true), named("handover-")), 5);
        warm(Executors.newWorkStealingPool(stage.between(2, 8)), 4);
        warm(ForkJoinPool.commonPool(), 2);
        warm(new ForkJoinPool(6, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true), 6);
        ScheduledThreadPoolExecutor scheduled = new ScheduledThreadPoolExecutor(3, named("scheduled-"));
        IntStream.range(0, 3)
                .forEach(i -> scheduled.schedule(() -> {}, 1, TimeUnit.HOURS).isDone());
        scheduled.prestartAllCoreThreads();
        new Timer("timer-daily", true);
        takeForEver("consumer-linked", new LinkedBlockingQueue<Object>());
        takeForEver("consumer-transfer", new LinkedTransferQueue<Object>());
        takeForEver("consumer-delay", new DelayQueue<Delayed>());
        stage.play();
    }

    /** Has {@code count} threads started, and lets them go idle. */
    private static void warm(ExecutorService pool, int count) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(count);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < count; i++) {
            pool.execute(new Greeting(started, go));
        }
        started.await(2, TimeUnit.SECONDS);
        go.countDown();
    }

    /** Comparable, for the queue that sorts. */
    private record Greeting(CountDownLatch started, CountDownLatch go) implements Runnable, Comparable<Greeting> {
        @Override
        public void run() {
            started.countDown();
            try {
                go.await();
            } catch (InterruptedException known) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public int compareTo(Greeting other) {
            return 0;
        }
    }

    private static <T> void takeForEver(String name, BlockingQueue<T> queue) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            queue.take();
                        }
                    } catch (InterruptedException known) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
