package dev.tailrace.slf4j.twin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
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

    /** Ends with it when it could not log at the moments it should. */
    static final int LATE = 75;

    /** What the configuration becomes while the program runs, beside it. */
    static final String CHANGED = "changed.xml";

    /** A changed configuration makes it log everything: by it one sees that the change is there. */
    private static final String PROBE = "twin.probe.";

    private static final int PATIENCE_SECONDS = 30;

    /** A fraction of a second after its beginning, and as far from its end. */
    private static final long INTO_THE_SECOND = 250;

    private static final long LATEST = 650;

    /** An object as applications have it. */
    public record Item(String name, int count) {}

    /** A way to start and stop with a configuration. */
    private interface Backend {
        void start(Path configuration) throws Exception;

        void stop() throws Exception;

        /** Waits until a change that a new logger has seen holds for the others, too. */
        default void settle() throws Exception {}

        /** Waits until all that was logged is written, and what was rolled is compressed and old files are deleted. */
        default void finish() throws Exception {}
    }

    /** What is done after each event. */
    private interface Between {
        void events() throws Exception;
    }

    private TwinProgram() {}

    /** The backend, and a file whose lines are: rounds, milliseconds between events, script, configuration. */
    public static void main(String[] args) throws Exception {
        Backend backend = switch (args[0]) {
            case "LOG4J" -> new Log4jBackend();
            case "LOGBACK", "LOGBACK_OLDER", "LOGBACK_OLDEST" -> new LogbackBackend();
            default -> new TailraceBackend();
        };
        PrintStream out = System.out;
        PrintStream err = System.err;
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] words = line.split(" ", 4);
            Path configuration = Path.of(words[3]);
            System.setOut(stream(configuration.resolveSibling("stdout")));
            System.setErr(stream(configuration.resolveSibling("stderr")));
            try {
                backend.start(configuration);
                script(backend, words[2], Integer.parseInt(words[0]), Integer.parseInt(words[1]));
                Path changed = configuration.resolveSibling(CHANGED);
                if (Files.exists(changed)) {
                    change(configuration, changed);
                    backend.settle();
                    script(backend, words[2], Integer.parseInt(words[0]), Integer.parseInt(words[1]));
                }
                backend.stop();
            } catch (Exception | LinkageError e) {
                throw new IllegalStateException(Files.readString(configuration), e);
            } finally {
                System.setOut(out);
                System.setErr(err);
            }
        }
    }

    private static PrintStream stream(Path file) throws IOException {
        return new PrintStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), true, UTF_8);
    }

    /** What is logged, by the name of a script. */
    private static void script(Backend backend, String name, int rounds, int pauseMillis) throws Exception {
        switch (name) {
            case "standard" -> log(rounds, () -> pause(pauseMillis));
            case "paced" -> log(rounds, backend::finish);
            case "seconds" -> logEachSecond(rounds, Long.parseLong(Files.readString(Path.of("start"))));
            case "quiet" -> {
                LoggerFactory.getLogger("com.example.shop.Checkout").info("one line, and then nothing");
                // The periods are seconds: time for one to end is all there is to wait for. In pieces, so that a
                // process that stands still for all of a long sleep has still to live through the others.
                for (int i = 0; i < 60; i++) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            }
            case "late" -> logLate();
            case "pairs" -> logPairs(rounds);
            case "fluent" -> logFluently(rounds);
            case "odd" -> logOddThings(rounds);
            case "burst" -> logBurst(rounds);
            case "long" -> LoggerFactory.getLogger("com.example.shop.Checkout").info("long {}", "x".repeat(2 << 20));
            case "objects" ->
                LoggerFactory.getLogger("com.example.shop.Checkout")
                        .atInfo()
                        .addKeyValue("item", new Item("chair", 2))
                        .log("with an object");
            case "users" -> logForUsers(rounds);
            case "asked" -> logAsked(rounds);
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Puts the changed configuration into place and waits until it is in effect. */
    private static void change(Path configuration, Path changed) throws Exception {
        // Written anew: the time of its last change is what the real ones look at.
        Path written = Files.write(configuration.resolveSibling(".new"), Files.readAllBytes(changed));
        Files.delete(changed);
        Files.move(written, configuration, StandardCopyOption.REPLACE_EXISTING);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (int i = 0; !LoggerFactory.getLogger(PROBE + i).isTraceEnabled(); i++) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the changed configuration was not read");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Nothing at first, and two lines in periods of their own, which are seconds. */
    private static void logLate() throws InterruptedException {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < 2; i++) {
            TimeUnit.MILLISECONDS.sleep(1_100);
            log.info("late {}", i);
        }
    }

    /** What is written differently: control characters, numbers, key-value pairs. */
    private static void logOddThings(int rounds) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < rounds; i++) {
            log.info("line {}", "one\ntwo\u001b[31m");
            log.info("text\u001b[2J" + " and a file {}", "gpj.\u202eexe");
            log.info("number {} {}", Double.parseDouble("2.82879384806159E17"), 1.0f / 3);
            log.atInfo().addKeyValue("order", i).addKeyValue("user", "ann").log("with pairs");
            log.error("failed", failure(i));
        }
    }

    /** Arguments and key-value pairs, for what writes them as fields. */
    private static void logPairs(int rounds) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < rounds; i++) {
            MDC.put("user", "ann");
            log.info("line {} of {}", "\"one\"\n", i);
            log.atInfo().addKeyValue("order", i).addKeyValue("user", "bob").log("with pairs");
            MDC.clear();
            log.error("failed", failure(i));
        }
    }

    /** Pairs beside entries of the context, and in their place. */
    private static void logFluently(int rounds) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < rounds; i++) {
            MDC.put("user", "ann");
            log.info("without pairs {}", i);
            log.atInfo().addKeyValue("order", i).addKeyValue("vip", true).log("with others");
            log.atWarn().addKeyValue("order", i).addKeyValue("user", "bob").log("with the same");
            MDC.clear();
            log.atInfo()
                    .addKeyValue("user", "eve")
                    .addKeyValue("none", (Object) null)
                    .log("alone");
            log.atInfo().addKeyValue("user", "one").addKeyValue("user", "two").log("twice");
        }
    }

    /** So many events that no small queue can take them. */
    private static void logBurst(int rounds) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < rounds * 1_000; i++) {
            log.info("order {} of a burst", i);
        }
    }

    /** With a user in the context, and without. */
    private static void logForUsers(int rounds) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        String[] users = {"ann", "bob", "eve"};
        for (int i = 0; i < rounds * users.length; i++) {
            log.debug("nobody's {}", i);
            MDC.put("user", users[i % users.length]);
            log.debug("step {}", i);
            log.info("order {}", i);
            log.info("the same message");
            log.warn(MarkerFactory.getMarker(i % 2 == 0 ? "SALE" : "AUDIT"), "marked {}", i);
            MDC.clear();
        }
    }

    /** What filters can ask for: markers that refer to others, arguments, values of the context; and which calls are enabled. */
    private static void logAsked(int rounds) {
        Marker sale = MarkerFactory.getMarker("SALE");
        Marker big = MarkerFactory.getMarker("BIG_SALE");
        if (!big.contains(sale)) {
            big.add(sale);
        }
        for (int i = 0; i < rounds; i++) {
            for (String name : new String[] {NAMES[0], NAMES[1], NAMES[4]}) {
                Logger log = LoggerFactory.getLogger(name);
                log.debug("order {} of {} taken", i, "ann");
                MDC.put("user", i % 2 == 0 ? "ann" : "bob");
                log.info("order {} filled", i);
                log.info("plain order");
                MDC.put("role", "admin");
                log.info(sale, "for sale {} of {} and {}", i, 12.5, true);
                MDC.clear();
                log.warn(big, "big {} with {}", i, "two\nlines");
                log.warn(MarkerFactory.getMarker("AUDIT"), "an order for sale");
                log.error("failed order {}", i, new IllegalStateException("round " + i));
                log.error("failed", new IllegalStateException("round " + i));
                System.out.println(name + " " + log.isDebugEnabled() + " " + log.isInfoEnabled() + " "
                        + log.isInfoEnabled(sale) + " " + log.isWarnEnabled(big) + " " + log.isErrorEnabled());
            }
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

    private static void log(int rounds, Between between) throws Exception {
        Marker marker = MarkerFactory.getMarker("AUDIT");
        for (int i = 0; i < rounds; i++) {
            for (String name : NAMES) {
                Logger log = LoggerFactory.getLogger(name);
                log.trace("trace {}", i);
                between.events();
                log.debug("debug {} of {}", i, name);
                between.events();
                log.info("order {} filled at {} qty {}", i, 12.5, 100 + i);
                between.events();
                MDC.put("user", "ann");
                MDC.put("id", String.valueOf(i));
                log.warn(marker, "a <warning> '{}'", i);
                MDC.clear();
                between.events();
                if (i % 10 == 0) {
                    log.error("failed " + i, failure(i));
                    between.events();
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
        public void finish() throws Exception {
            dev.tailrace.Tailrace.flush();
            while (dev.tailrace.Tailrace.stats().archiverBacklog() > 0) {
                TimeUnit.MICROSECONDS.sleep(200);
            }
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

        @Override
        public void settle() throws Exception {
            Object running = Objects.requireNonNull(context);
            running.getClass().getMethod("updateLoggers").invoke(running);
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
            Class<?> base = Class.forName("ch.qos.logback.core.ContextBase");
            // Its properties outlive a reset, and a context that has a name doesn't take another one.
            Field properties = base.getDeclaredField("propertyMap");
            properties.setAccessible(true);
            ((Map<?, ?>) properties.get(context)).clear();
            Field name = base.getDeclaredField("name");
            name.setAccessible(true);
            name.set(context, null);
            context.getClass().getMethod("setName", String.class).invoke(context, "default");
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
