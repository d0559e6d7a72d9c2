import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.*;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** Prices baskets: rules are applied one after another to each basket. SLF4J over Log4j, level WARN. */
public class Main {
    static Logger log;

    record Line(String sku, int pieces, long cents) { }

    static final class Basket {
        final long id;
        final List<Line> lines = new ArrayList<>();
        long discount;

        Basket(long id) {
            this.id = id;
            for (int i = 0; i < 30; i++) lines.add(new Line("sku-" + (id + i) % 4000, i % 5 + 1, (id * 31 + i * 97) % 9_999));
        }

        long total() {
            long t = 0;
            for (Line l : lines) t += l.pieces() * l.cents();
            return t - discount;
        }

        String describe() {
            String s = "basket " + id + " [";
            for (Line l : lines) s = s + l.pieces() + " x " + l.sku() + " at " + l.cents() + "; ";
            return s + "] minus " + discount;
        }
    }

    interface Rule { void apply(Basket b); }

    static final class PriceEngine {
        private final List<Rule> rules = new ArrayList<>();

        PriceEngine() {
            for (int i = 0; i < 12; i++) {
                int n = i;
                rules.add(b -> { if (b.total() % (n + 2) == 0) b.discount += n; });
            }
        }

        long price(Basket b) {
            for (Rule r : rules) {
                log.debug("before rule: " + b.describe() + " total " + b.total());
                r.apply(b);
                log.debug("after rule: " + b.describe() + " total " + b.total());
            }
            if (b.total() < 0) log.warn("basket {} has a negative total", b.id);
            return b.total();
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        ConfigurationBuilder<BuiltConfiguration> b = ConfigurationBuilderFactory.newConfigurationBuilder();
        b.setStatusLevel(Level.ERROR);
        b.add(b.newAppender("FILE", "File").addAttribute("fileName",
                        new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "basket-pricing.log").getPath())
                .add(b.newLayout("PatternLayout").addAttribute("pattern", "%d %-5p [%t] %c{1} - %m%n")));
        b.add(b.newRootLogger(Level.WARN).add(b.newAppenderRef("FILE")));
        Configurator.initialize(b.build());
        log = LoggerFactory.getLogger("shop.pricing.PriceEngine");

        PriceEngine engine = new PriceEngine();
        AtomicLong ids = new AtomicLong(), sum = new AtomicLong();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(4, named("pricing-"));
        for (int i = 0; i < 4; i++)
            pool.scheduleAtFixedRate(() -> {
                for (int k = 0; k < 6; k++) sum.addAndGet(engine.price(new Basket(ids.incrementAndGet())));
            }, 200, 14, TimeUnit.MILLISECONDS);
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
