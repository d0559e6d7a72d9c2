import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.*;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** Checkout: carts are paid by a pool of workers, the events go to a log collector over TCP (Log4j's SocketAppender). */
public class Main {
    static Logger log;

    record Cart(long id, List<String> items) { }

    static final class PaymentService {
        private final Random random = new Random(7);

        boolean pay(Cart c) {
            int v;
            synchronized (random) { v = random.nextInt(100); }
            pause(8 + v % 10);
            return v > 3;
        }
    }

    static final class CheckoutWorker implements Runnable {
        private final BlockingQueue<Cart> carts;
        private final PaymentService payments;

        CheckoutWorker(BlockingQueue<Cart> carts, PaymentService payments) { this.carts = carts; this.payments = payments; }

        @Override public void run() {
            try {
                while (true) {
                    Cart c = carts.take();
                    log.info("checkout of cart {} begins: {}", c.id(), c.items());
                    if (payments.pay(c)) log.info("cart {} paid, {} items, confirmation mail queued", c.id(), c.items().size());
                    else log.error("payment of cart {} was refused by the bank, items {} released", c.id(), c.items());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        ConfigurationBuilder<BuiltConfiguration> b = ConfigurationBuilderFactory.newConfigurationBuilder();
        b.setStatusLevel(Level.ERROR);
        b.add(b.newAppender("COLLECTOR", "Socket").addAttribute("host", "127.0.0.1")
                .addAttribute("port", Integer.getInteger("collector.port", 5514)).addAttribute("protocol", "TCP")
                .add(b.newLayout("PatternLayout").addAttribute("pattern", "%d{ISO8601} %-5p [%t] %c{1} - %m%n")));
        b.add(b.newRootLogger(Level.INFO).add(b.newAppenderRef("COLLECTOR")));
        Configurator.initialize(b.build());
        log = LogManager.getLogger("shop.checkout.CheckoutWorker");

        BlockingQueue<Cart> carts = new LinkedBlockingQueue<>(1_000);
        PaymentService payments = new PaymentService();
        ExecutorService pool = Executors.newFixedThreadPool(8, named("checkout-"));
        for (int i = 0; i < 8; i++) pool.execute(new CheckoutWorker(carts, payments));
        ScheduledExecutorService web = Executors.newSingleThreadScheduledExecutor(named("web-"));
        AtomicLong ids = new AtomicLong();
        web.scheduleAtFixedRate(() -> {
            for (int k = 0; k < 5; k++) {
                long id = ids.incrementAndGet();
                List<String> items = new ArrayList<>();
                for (int i = 0; i < 40; i++) items.add("article-" + (id * 13 + i) % 9_999);
                carts.offer(new Cart(id, items));
            }
        }, 100, 10, TimeUnit.MILLISECONDS);
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
