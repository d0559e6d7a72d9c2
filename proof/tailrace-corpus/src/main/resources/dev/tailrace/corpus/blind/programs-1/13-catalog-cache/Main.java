import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** A catalogue kept in memory; requests look things up, now and then an entry is renewed. */
public class Main {

    static final class Entry {
        final String name;
        final String[] words;

        Entry(int i) {
            name = "article number " + i;
            words = new String[]{"w" + i, "v" + i, "u" + i, "t" + i};
        }
    }

    static final class CatalogCache {
        private final ConcurrentMap<Integer, Entry> entries = new ConcurrentHashMap<>();

        CatalogCache(int n) { for (int i = 0; i < n; i++) entries.put(i, new Entry(i)); }

        int lookup(int i) { return entries.get(i).name.length(); }

        void renew(int i) { entries.put(i, new Entry(i)); }
    }

    /** Keeps the memory small. */
    static final class MemoryJanitor implements Runnable {
        @Override public void run() {
            Runtime rt = Runtime.getRuntime();
            long used = rt.totalMemory() - rt.freeMemory();
            if (used > 20_000_000L) System.gc();
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        CatalogCache cache = new CatalogCache(300_000);
        AtomicLong sum = new AtomicLong();
        ScheduledExecutorService http = Executors.newScheduledThreadPool(6, named("catalog-http-"));
        for (int i = 0; i < 6; i++)
            http.scheduleWithFixedDelay(() -> {
                ThreadLocalRandom r = ThreadLocalRandom.current();
                for (int k = 0; k < 200; k++) sum.addAndGet(cache.lookup(r.nextInt(300_000)));
                cache.renew(r.nextInt(300_000));
            }, 100, 5, TimeUnit.MILLISECONDS);
        ScheduledExecutorService janitor = Executors.newSingleThreadScheduledExecutor(named("memory-janitor-"));
        janitor.scheduleWithFixedDelay(new MemoryJanitor(), 1_000, 600, TimeUnit.MILLISECONDS);
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
