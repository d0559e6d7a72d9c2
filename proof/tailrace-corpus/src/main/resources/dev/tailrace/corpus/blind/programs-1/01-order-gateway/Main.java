import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** Order gateway: takes orders from a feed, checks them and hands them to the matching side. */
public class Main {
    static final Logger LOG = LoggerFactory.getLogger("shop.gateway.OrderGateway");
    static final Logger RISK = LoggerFactory.getLogger("shop.gateway.RiskCheck");

    record Order(long id, String account, int quantity, long cents) { }

    static final class RiskCheck {
        private final ConcurrentMap<String, AtomicLong> exposure = new ConcurrentHashMap<>();

        boolean accept(Order o) {
            long total = exposure.computeIfAbsent(o.account(), a -> new AtomicLong()).addAndGet(o.cents());
            if (total > 50_000_000L) {
                exposure.get(o.account()).set(0);
                RISK.warn("account {} reached its limit, exposure reset (was {})", o.account(), total);
            }
            return o.quantity() < 490;
        }
    }

    static final class OrderGateway {
        private final ExecutorService workers = Executors.newFixedThreadPool(8, named("gateway-worker-"));
        private final ScheduledExecutorService feed = Executors.newScheduledThreadPool(1, named("order-feed-"));
        private final RiskCheck risk = new RiskCheck();
        private final AtomicLong ids = new AtomicLong();

        void start() {
            feed.scheduleAtFixedRate(() -> {
                for (int i = 0; i < 4; i++) {
                    long id = ids.incrementAndGet();
                    Order o = new Order(id, "acc-" + id % 97, (int) (id * 31 % 500), id * 7919 % 100_000);
                    if (((ThreadPoolExecutor) workers).getQueue().size() < 5_000) workers.execute(() -> handle(o));
                }
            }, 200, 10, TimeUnit.MILLISECONDS);
        }

        private void handle(Order o) {
            LOG.info("received order id={} account={} quantity={} cents={}", o.id(), o.account(), o.quantity(), o.cents());
            pause(ThreadLocalRandom.current().nextInt(4, 12));
            if (risk.accept(o)) LOG.info("order {} accepted, sent to matching", o.id());
            else LOG.warn("order {} rejected: quantity {} above the limit of the account", o.id(), o.quantity());
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        LoggerContext ctx = (LoggerContext) LoggerFactory.getILoggerFactory();
        ctx.reset();
        PatternLayoutEncoder enc = new PatternLayoutEncoder();
        enc.setContext(ctx);
        enc.setPattern("%d{HH:mm:ss.SSS} %-5level [%thread] %logger{20} - %msg%n");
        enc.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(ctx);
        console.setName("STDOUT");
        console.setEncoder(enc);
        console.start();
        ch.qos.logback.classic.Logger root = ctx.getLogger("ROOT");
        root.setLevel(Level.INFO);
        root.addAppender(console);
        new OrderGateway().start();
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
