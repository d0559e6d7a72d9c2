import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.*;
import java.io.File;

/** Crawlers hand pages to indexers through a bounded queue; an indexer may find further pages and queues them, too. */
public class Main {
    static final Logger LOG = Logger.getLogger("search.indexer");

    record Page(String url, int depth) { }

    static final class PageQueue {
        private final BlockingQueue<Page> pages = new ArrayBlockingQueue<>(64);

        void submit(Page p) throws InterruptedException { pages.put(p); }

        Page next() throws InterruptedException { return pages.take(); }
    }

    static final class Indexer implements Runnable {
        private final PageQueue queue;
        private final ConcurrentMap<String, Integer> words = new ConcurrentHashMap<>();

        Indexer(PageQueue queue) { this.queue = queue; }

        @Override public void run() {
            try {
                while (true) {
                    Page p = queue.next();
                    index(p);
                    // links found on the page
                    if (p.depth() < 4)
                        for (int i = 0; i < 3; i++) queue.submit(new Page(p.url() + "/" + i, p.depth() + 1));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void index(Page p) throws InterruptedException {
            for (String part : p.url().split("/")) words.merge(part, 1, Integer::sum);
            if (words.size() > 10_000) words.clear();
            Thread.sleep(3);
        }
    }

    static final class Crawler implements Runnable {
        private final PageQueue queue;
        private final String site;

        Crawler(PageQueue queue, String site) { this.queue = queue; this.site = site; }

        @Override public void run() {
            long n = 0;
            try {
                while (true) {
                    Thread.sleep(20);
                    queue.submit(new Page(site + "/p" + n++, 0));
                    if (n % 200 == 0) LOG.info("crawled " + n + " pages of " + site);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        LogManager.getLogManager().reset();
        File log = new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "search-indexer.log");
        FileHandler h = new FileHandler(log.getPath());
        h.setFormatter(new SimpleFormatter());
        Logger.getLogger("").addHandler(h);

        PageQueue queue = new PageQueue();
        ExecutorService indexers = Executors.newFixedThreadPool(3, named("indexer-"));
        for (int i = 0; i < 3; i++) indexers.execute(new Indexer(queue));
        ExecutorService crawlers = Executors.newFixedThreadPool(4, named("crawler-"));
        for (int i = 0; i < 4; i++) crawlers.execute(new Crawler(queue, "https://site" + i + ".example"));
        ScheduledExecutorService stats = Executors.newSingleThreadScheduledExecutor(named("stats-"));
        stats.scheduleAtFixedRate(() -> LOG.info("queue holds " + queue.pages.size() + " pages"), 5, 5, TimeUnit.SECONDS);
        new CountDownLatch(1).await();
    }

    static ThreadFactory named(String prefix) {
        AtomicLong n = new AtomicLong();
        return r -> new Thread(r, prefix + n.incrementAndGet());
    }

    static void stopAfter(long seconds) {
        Thread t = new Thread(() -> {
            try { Thread.sleep(seconds * 1000); } catch (InterruptedException ignored) { }
            Runtime.getRuntime().halt(0);
        }, "lifetime");
        t.setDaemon(true);
        t.start();
    }
}
