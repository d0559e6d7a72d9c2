package dev.tailrace.slf4j;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Logs the same events through whichever backend is on the class path, once for each configuration of a list. What belongs to a backend
 * is touched by name or in a class of its own: only one of them is there.
 */
final class TwinProgram {
    private static final String[] NAMES = {
        "com.example.shop.Checkout", "com.example.db.Pool", "com.example.db", "org.other.Thing", "Plain"
    };

    /** A way to start and stop with a configuration. */
    private interface Backend {
        void start(Path configuration) throws Exception;

        void stop() throws Exception;
    }

    private TwinProgram() {}

    /** Ends with it when it could not log at the moments it should. */
    static final int LATE = 75;

    /** For the milliseconds between events: log a round at each second from that on which stands in the file "start". */
    static final int EACH_SECOND = -1;

    /** A fraction of a second after its beginning, and as far from its end. */
    private static final long INTO_THE_SECOND = 250;

    private static final long LATEST = 650;

    /** The backend, and a file whose lines are: rounds, milliseconds between events, configuration. */
    public static void main(String[] args) throws Exception {
        Backend backend = switch (args[0]) {
            case "LOG4J" -> new Log4jBackend();
            case "LOGBACK", "LOGBACK_OLDER" -> new LogbackBackend();
            default -> new TailraceBackend();
        };
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] words = line.split(" ", 3);
            backend.start(Path.of(words[2]));
            int rounds = Integer.parseInt(words[0]);
            int pauseMillis = Integer.parseInt(words[1]);
            if (pauseMillis == EACH_SECOND) {
                logEachSecond(rounds, Long.parseLong(Files.readString(Path.of("start"))));
            } else {
                log(rounds, pauseMillis);
            }
            backend.stop();
        }
    }

    /** One line each in a second, so that all of them belong to it whoever writes when. */
    private static void logEachSecond(int seconds, long startMillis) throws InterruptedException {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < seconds; i++) {
            long begin = startMillis + TimeUnit.SECONDS.toMillis(i);
            long wait = begin + INTO_THE_SECOND - System.currentTimeMillis();
            if (wait > 0) {
                TimeUnit.MILLISECONDS.sleep(wait);
            }
            log.info("order {} filled at {} qty {}", i, 12.5, 100 + i);
            log.warn("a line of {}", i);
            if (System.currentTimeMillis() > begin + LATEST) {
                Runtime.getRuntime().halt(LATE);
            }
        }
    }

    private static void log(int rounds, int pauseMillis) throws InterruptedException {
        Marker marker = MarkerFactory.getMarker("AUDIT");
        for (int i = 0; i < rounds; i++) {
            for (String name : NAMES) {
                Logger log = LoggerFactory.getLogger(name);
                log.trace("trace {}", i);
                pause(pauseMillis);
                log.debug("debug {} of {}", i, name);
                pause(pauseMillis);
                log.info("order {} filled at {} qty {}", i, 12.5, 100 + i);
                pause(pauseMillis);
                MDC.put("user", "ann");
                MDC.put("id", String.valueOf(i));
                log.warn(marker, "a <warning> '{}'", i);
                MDC.clear();
                pause(pauseMillis);
                if (i % 10 == 0) {
                    log.error("failed " + i, failure(i));
                    pause(pauseMillis);
                }
            }
        }
    }

    /** Logback looks at the size of a file once a millisecond. */
    private static void pause(int millis) throws InterruptedException {
        if (millis > 0) {
            TimeUnit.MILLISECONDS.sleep(millis);
        }
    }

    private static Exception failure(int i) {
        Exception failure = new IllegalStateException("round " + i, new RuntimeException("the cause"));
        failure.addSuppressed(new IllegalArgumentException("while closing"));
        return failure;
    }

    private static final class TailraceBackend implements Backend {
        @Override
        public void start(Path configuration) {
            System.setProperty("tailrace.config", configuration.toString());
            // Levels are the last configuration's until the engine runs again.
            dev.tailrace.Tailrace.logger("start");
        }

        @Override
        public void stop() {
            dev.tailrace.Tailrace.shutdown();
        }
    }

    private static final class Log4jBackend implements Backend {
        private @Nullable Object context;

        @Override
        public void start(Path configuration) {
            context = LogManager.getContext(TwinProgram.class.getClassLoader(), false, configuration.toUri());
        }

        /** Waits for its compressions; the next start makes another context. */
        @Override
        public void stop() throws Exception {
            Object running = Objects.requireNonNull(context);
            running.getClass().getMethod("stop", long.class, TimeUnit.class).invoke(running, 60L, TimeUnit.SECONDS);
        }
    }

    private static final class LogbackBackend implements Backend {
        private final Object context = LoggerFactory.getILoggerFactory();

        @Override
        public void start(Path configuration) throws Exception {
            context.getClass().getMethod("reset").invoke(context);
            // A context that has a name doesn't take another one.
            Field name = Class.forName("ch.qos.logback.core.ContextBase").getDeclaredField("name");
            name.setAccessible(true);
            name.set(context, "default");
            context.getClass().getMethod("start").invoke(context);
            Class<?> type = Class.forName("ch.qos.logback.classic.joran.JoranConfigurator");
            Object configurator = type.getConstructor().newInstance();
            type.getMethod("setContext", Class.forName("ch.qos.logback.core.Context"))
                    .invoke(configurator, context);
            type.getMethod("doConfigure", File.class).invoke(configurator, configuration.toFile());
        }

        /** Waits for its compressions. */
        @Override
        public void stop() throws Exception {
            context.getClass().getMethod("stop").invoke(context);
        }
    }
}
