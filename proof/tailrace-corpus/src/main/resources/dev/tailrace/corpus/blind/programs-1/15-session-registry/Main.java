import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** Sessions of a portal in one synchronized map; a missing session is rebuilt from its token. */
public class Main {
    static final Logger LOG = LoggerFactory.getLogger("portal.SessionRegistry");

    record Session(String user, byte[] key) { }

    static final class SessionRegistry {
        private final Map<String, Session> sessions = Collections.synchronizedMap(new LinkedHashMap<>() {
            @Override protected boolean removeEldestEntry(Map.Entry<String, Session> e) { return size() > 400; }
        });

        Session get(String token) { return sessions.computeIfAbsent(token, this::rebuild); }

        /** Derives the key of a session: some CPU, then an answer of the directory. */
        private Session rebuild(String token) {
            byte[] key = token.getBytes();
            for (int i = 0; i < 40_000; i++) key[i % key.length] = (byte) (key[i % key.length] * 31 + i);
            pause(12);
            return new Session("user-" + token, key);
        }
    }

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
        file.setFile(new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "session-registry.log").getPath());
        file.setEncoder(enc);
        file.start();
        ch.qos.logback.classic.Logger root = ctx.getLogger("ROOT");
        root.setLevel(Level.INFO);
        root.addAppender(file);

        SessionRegistry registry = new SessionRegistry();
        ThreadPoolExecutor portal = new ThreadPoolExecutor(16, 16, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(300),
                named("portal-"), new ThreadPoolExecutor.DiscardPolicy());
        ScheduledExecutorService lb = Executors.newSingleThreadScheduledExecutor(named("balancer-"));
        AtomicLong n = new AtomicLong();
        lb.scheduleAtFixedRate(() -> {
            for (int k = 0; k < 4; k++) {
                String token = "t" + ThreadLocalRandom.current().nextInt(2_000);
                portal.execute(() -> {
                    Session s = registry.get(token);
                    pause(3);
                    if (n.incrementAndGet() % 40 == 0) LOG.info("request of {} served", s.user());
                });
            }
        }, 200, 10, TimeUnit.MILLISECONDS);
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
