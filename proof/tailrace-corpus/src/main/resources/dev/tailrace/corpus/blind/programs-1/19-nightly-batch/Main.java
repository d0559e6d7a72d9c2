import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.security.MessageDigest;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** A batch that checks the digests of a long list of records on one thread; says how far it got once per second. */
public class Main {
    static final Logger LOG = LoggerFactory.getLogger("batch.DigestCheck");

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        LoggerContext ctx = (LoggerContext) LoggerFactory.getILoggerFactory();
        ctx.reset();
        PatternLayoutEncoder enc = new PatternLayoutEncoder();
        enc.setContext(ctx);
        enc.setPattern("%d %-5level [%thread] %logger{0} - %msg%n");
        enc.start();
        FileAppender<ILoggingEvent> file = new FileAppender<>();
        file.setContext(ctx);
        file.setFile(new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "nightly-batch.log").getPath());
        file.setEncoder(enc);
        file.start();
        ch.qos.logback.classic.Logger root = ctx.getLogger("ROOT");
        root.setLevel(Level.INFO);
        root.addAppender(file);

        AtomicLong done = new AtomicLong(), bad = new AtomicLong();
        Thread batch = new Thread(() -> {
            try {
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                byte[] record = new byte[32_768];
                for (long i = 0; ; i++) {
                    for (int k = 0; k < 64; k++) record[k] = (byte) (i >> (k % 8));
                    sha.update(record);
                    if ((i & 15) == 0 && sha.digest()[0] == 0) bad.incrementAndGet();
                    done.incrementAndGet();
                    if (i % 2_000 == 0) Thread.sleep(20);      // next file
                }
            } catch (Exception e) {
                LOG.error("batch failed", e);
            }
        }, "batch-main");
        batch.start();
        ScheduledExecutorService progress = Executors.newSingleThreadScheduledExecutor(named("progress-"));
        progress.scheduleAtFixedRate(() -> LOG.info("{} records checked, {} suspicious", done.get(), bad.get()), 1, 1, TimeUnit.SECONDS);
        batch.join();
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
