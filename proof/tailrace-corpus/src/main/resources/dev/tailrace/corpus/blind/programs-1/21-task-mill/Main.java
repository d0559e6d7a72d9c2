import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Thousands of short tasks per second through a fork-join pool and completable futures. */
public class Main {

    static final class TaskMill {
        private final AtomicInteger threads = new AtomicInteger();
        private final ForkJoinPool mill = new ForkJoinPool(4, p -> {
            ForkJoinWorkerThread t = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(p);
            t.setName("mill-" + threads.incrementAndGet());
            return t;
        }, null, true);
        private final LongAdder done = new LongAdder();

        CompletableFuture<Long> grind(long seed) {
            return CompletableFuture.supplyAsync(() -> {
                long h = seed;
                for (int i = 0; i < 3_000; i++) h = h * 31 + (h >>> 7);
                return h;
            }, mill).thenApplyAsync(h -> { done.increment(); return h ^ seed; }, mill);
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        TaskMill mill = new TaskMill();
        ScheduledExecutorService gate = Executors.newSingleThreadScheduledExecutor(named("gate-"));
        AtomicLong seeds = new AtomicLong(), sum = new AtomicLong();
        gate.scheduleAtFixedRate(() -> {
            List<CompletableFuture<Long>> all = new ArrayList<>();
            for (int i = 0; i < 30; i++) all.add(mill.grind(seeds.incrementAndGet()));
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).thenRun(() -> sum.incrementAndGet());
        }, 200, 10, TimeUnit.MILLISECONDS);
        ExecutorService readers = Executors.newCachedThreadPool(named("short-lived-"));
        ScheduledExecutorService burst = Executors.newSingleThreadScheduledExecutor(named("burst-"));
        burst.scheduleAtFixedRate(() -> {
            for (int i = 0; i < 10; i++) readers.execute(() -> { pause(2); sum.addAndGet(mill.done.sum() & 1); });
        }, 500, 100, TimeUnit.MILLISECONDS);
        new CountDownLatch(1).await();
    }

    static ThreadFactory named(String prefix) {
        AtomicLong n = new AtomicLong();
        return r -> new Thread(r, prefix + n.incrementAndGet());
    }

    static void pause(long ms) {
        try { Thread.sleep(ms); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
    }

    static void stopAfter(long seconds) {
        Thread t = new Thread(() -> { pause(seconds * 1000); Runtime.getRuntime().halt(0); }, "lifetime");
        t.setDaemon(true);
        t.start();
    }
}
