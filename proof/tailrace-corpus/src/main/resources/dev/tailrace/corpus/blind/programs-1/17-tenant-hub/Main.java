import java.io.File;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.*;

/** Many tenants, each with its own pools; at this hour hardly any of them works. */
public class Main {
    static final Logger LOG = Logger.getLogger("hub.TenantHub");

    static final class Tenant {
        private final String name;
        private final ExecutorService web, jobs;
        private final ScheduledExecutorService timer;
        private final BlockingQueue<String> mails = new LinkedBlockingQueue<>();

        Tenant(String name) {
            this.name = name;
            ThreadPoolExecutor w = new ThreadPoolExecutor(8, 8, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), named(name + "-web-"));
            w.prestartAllCoreThreads();
            web = w;
            ThreadPoolExecutor j = new ThreadPoolExecutor(3, 3, 1, TimeUnit.HOURS, new SynchronousQueue<>(), named(name + "-job-"));
            j.prestartAllCoreThreads();
            jobs = j;
            timer = Executors.newScheduledThreadPool(2, named(name + "-timer-"));
            timer.scheduleAtFixedRate(() -> web.execute(() -> mails.add("heartbeat of " + name)), 1_000, 2_000, TimeUnit.MILLISECONDS);
            Thread mailer = new Thread(() -> {
                try {
                    while (true) LOG.log(Level.INFO, "mail: {0}", mails.take());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, name + "-mailer");
            mailer.setDaemon(true);
            mailer.start();
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        LogManager.getLogManager().reset();
        FileHandler h = new FileHandler(new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "tenant-hub.log").getPath());
        h.setFormatter(new SimpleFormatter());
        Logger.getLogger("").addHandler(h);
        List<Tenant> tenants = new ArrayList<>();
        for (String n : "alder birch cedar elm fir hazel larch maple oak pine rowan willow".split(" ")) tenants.add(new Tenant(n));
        Object idle = new Object();
        for (int i = 0; i < 5; i++) {
            Thread t = new Thread(() -> {
                synchronized (idle) {
                    while (true) {
                        try { idle.wait(); } catch (InterruptedException e) { return; }
                    }
                }
            }, "cluster-listener-" + i);
            t.setDaemon(true);
            t.start();
        }
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
