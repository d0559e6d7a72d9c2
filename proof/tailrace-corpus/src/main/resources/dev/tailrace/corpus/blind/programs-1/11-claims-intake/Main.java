import org.jboss.logmanager.handlers.FileHandler;
import org.jboss.logmanager.formatters.PatternFormatter;

import java.io.File;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Takes in insurance claims; each field is checked by a chain of validators (JBoss LogManager, pattern with the caller). */
public class Main {
    static final Logger LOG = Logger.getLogger("insurance.claims.ClaimsIntake");

    static final class ClaimException extends Exception {
        ClaimException(String m, Throwable cause) { super(m, cause); }
    }

    static final class ValidatorChain {
        private final int depth;

        ValidatorChain(int depth) { this.depth = depth; }

        void validate(long claim, int field, int left) throws ClaimException {
            if (left == 0) {
                LOG.info("claim " + claim + " field " + field + " looked up");
                if ((claim + field) % 3 == 0) Integer.parseInt("field-" + field);
                return;
            }
            try {
                validate(claim, field, left - 1);
            } catch (NumberFormatException e) {
                if (left == depth) throw new ClaimException("claim " + claim + ": field " + field + " is not a number", e);
                throw e;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        File out = new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "claims-intake.log");
        FileHandler file = new FileHandler(new PatternFormatter("%d{HH:mm:ss.SSS} %-5p [%c] (%t) %C.%M:%L %s%e%n"), out);
        file.setAutoFlush(true);
        Logger root = Logger.getLogger("");
        for (java.util.logging.Handler h : root.getHandlers()) root.removeHandler(h);
        root.addHandler(file);
        root.setLevel(Level.INFO);

        ValidatorChain chain = new ValidatorChain(60);
        AtomicLong claims = new AtomicLong();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(5, 5, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(300),
                named("claims-"), new ThreadPoolExecutor.DiscardPolicy());
        ScheduledExecutorService intake = Executors.newSingleThreadScheduledExecutor(named("intake-"));
        intake.scheduleAtFixedRate(() -> {
            for (int k = 0; k < 8; k++) {
                long claim = claims.incrementAndGet();
                pool.execute(() -> {
                    for (int f = 0; f < 20; f++) {
                        try {
                            chain.validate(claim, f, 60);
                        } catch (ClaimException e) {
                            LOG.log(Level.WARNING, "claim " + claim + " put aside", e);
                        }
                    }
                    pause(4);
                });
            }
        }, 200, 20, TimeUnit.MILLISECONDS);
        // keeps the disk from filling up
        ScheduledExecutorService janitor = Executors.newSingleThreadScheduledExecutor(named("janitor-"));
        janitor.scheduleAtFixedRate(() -> {
            try {
                if (out.length() > 200_000_000L) file.setFile(out);
            } catch (Exception ignored) { }
        }, 2, 2, TimeUnit.SECONDS);
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
