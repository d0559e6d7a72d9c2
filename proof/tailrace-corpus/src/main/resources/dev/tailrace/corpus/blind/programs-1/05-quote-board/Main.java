import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.FileAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** A board of quotes: updaters change the book, publishers report it; the last events are kept for a status page. */
public class Main {
    static final Logger LOG = LoggerFactory.getLogger("market.QuoteBoard");

    /** The book of prices; one monitor guards it. */
    static final class PriceBook {
        private final Map<String, Long> prices = new TreeMap<>();
        private long version;

        synchronized void update(String symbol, long price) {
            Long old = prices.put(symbol, price);
            version++;
            for (int i = 0; i < 300; i++) prices.merge("checksum", price ^ i, (a, b) -> a * 31 + b);
            if (old != null && Math.abs(old - price) > 400)
                LOG.warn("{} moved from {} to {}", symbol, old, price);
        }

        @Override public synchronized String toString() { return "book v" + version + " " + prices; }
    }

    /** Keeps the last 200 lines for the status page. */
    static final class RecentEventsAppender extends AppenderBase<ILoggingEvent> {
        private final Deque<String> recent = new ArrayDeque<>();

        @Override protected void append(ILoggingEvent e) {
            recent.addLast(e.getLevel() + " " + e.getLoggerName() + " " + e.getFormattedMessage());
            if (recent.size() > 200) recent.removeFirst();
        }

        synchronized int size() { return recent.size(); }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        LoggerContext ctx = (LoggerContext) LoggerFactory.getILoggerFactory();
        ctx.reset();
        RecentEventsAppender recent = new RecentEventsAppender();
        recent.setContext(ctx);
        recent.setName("RECENT");
        recent.start();
        PatternLayoutEncoder enc = new PatternLayoutEncoder();
        enc.setContext(ctx);
        enc.setPattern("%d %-5level [%thread] %logger - %msg%n");
        enc.start();
        FileAppender<ILoggingEvent> file = new FileAppender<>();
        file.setContext(ctx);
        file.setName("FILE");
        file.setFile(new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "quote-board.log").getPath());
        file.setEncoder(enc);
        file.start();
        ch.qos.logback.classic.Logger root = ctx.getLogger("ROOT");
        root.setLevel(Level.INFO);
        root.addAppender(recent);
        root.addAppender(file);

        PriceBook book = new PriceBook();
        String[] symbols = {"ALV", "BMW", "CON", "DTE", "EOAN", "FRE", "HEI", "IFX"};
        ScheduledExecutorService updaters = Executors.newScheduledThreadPool(4, named("quote-updater-"));
        for (int i = 0; i < 4; i++)
            updaters.scheduleWithFixedDelay(() -> {
                ThreadLocalRandom r = ThreadLocalRandom.current();
                book.update(symbols[r.nextInt(symbols.length)], r.nextLong(1_000, 2_000));
            }, 500, 5, TimeUnit.MILLISECONDS);
        ScheduledExecutorService publishers = Executors.newScheduledThreadPool(2, named("board-publisher-"));
        for (int i = 0; i < 2; i++)
            publishers.scheduleWithFixedDelay(() -> LOG.info("publishing {}", book), 500, 20, TimeUnit.MILLISECONDS);
        ScheduledExecutorService http = Executors.newScheduledThreadPool(3, named("status-http-"));
        http.scheduleWithFixedDelay(recent::size, 1, 1, TimeUnit.SECONDS);
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
