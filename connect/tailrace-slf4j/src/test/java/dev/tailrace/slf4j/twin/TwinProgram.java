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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.xml.sax.SAXParseException;

/**
 * Logs the same events through the backend on the class path, once for each configuration of a list. Backend-specific code uses names or
 * its own class, because only one backend is present.
 */
final class TwinProgram {
    private static final String[] NAMES = {
        "com.example.shop.Checkout", "com.example.db.Pool", "com.example.db", "org.other.Thing", "Plain"
    };

    /** The exit status when it couldn't log at the planned times. */
    static final int LATE = 75;

    /** The name of the changed configuration, beside the configuration. */
    static final String CHANGED = "changed.xml";

    /** A logger for which a changed configuration enables everything, which shows that the change is in effect. */
    private static final String PROBE = "twin.probe.";

    private static final int PATIENCE_SECONDS = 30;

    /** Milliseconds after the beginning of a second, far from its end. */
    private static final long INTO_THE_SECOND = 250;

    private static final long LATEST = 650;

    /** A typical object of an application. */
    public record Item(String name, int count) {}

    /** Starts and stops a backend with a configuration. */
    private interface Backend {
        void start(Path configuration) throws Exception;

        void stop() throws Exception;

        /** Waits until a change that a new logger has seen is in effect for all loggers. */
        default void settle() throws Exception {}

        /** Waits until all lines are written, rolled files are compressed and old files are deleted. */
        default void finish() throws Exception {}
    }

    /** An action after each event. */
    private interface Between {
        void events() throws Exception;
    }

    private TwinProgram() {}

    /** Arguments: the backend, and a file with lines of rounds, milliseconds between events, script, configuration. */
    public static void main(String[] args) throws Exception {
        Backend backend = switch (args[0]) {
            case "LOG4J" -> new Log4jBackend();
            case "LOGBACK", "LOGBACK_OLDER" -> new LogbackBackend();
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

    /** Logs the events of a script. */
    private static void script(Backend backend, String name, int rounds, int pauseMillis) throws Exception {
        switch (name) {
            case "standard" -> log(rounds, () -> pause(pauseMillis));
            case "paced" -> log(rounds, backend::finish);
            case "seconds" -> logEachSecond(rounds, Long.parseLong(Files.readString(Path.of("start"))));
            case "quiet" -> {
                LoggerFactory.getLogger("com.example.shop.Checkout").info("one line, and then nothing");
                // Waits for the end of a period, which is a second. Sleeps in pieces, so that a process that is stopped
                // during one sleep still runs the others.
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
            case "markers" -> logMarkers();
            case "texts" -> logTexts();
            case "nested" -> logNested(rounds);
            case "values" -> logValues(false);
            case "arrays" -> logValues(true);
            case "reserved" -> logReserved();
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Installs the changed configuration and waits until it is in effect. */
    private static void change(Path configuration, Path changed) throws Exception {
        // Writes a new file, because the real backends check its modification time.
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

    /** Logs nothing at first, then two lines in separate periods of a second. */
    private static void logLate() throws InterruptedException {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < 2; i++) {
            TimeUnit.MILLISECONDS.sleep(1_100);
            log.info("late {}", i);
        }
    }

    /** Logs values that are written differently: control characters, numbers, key-value pairs. */
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

    /** Logs arguments and key-value pairs, for encoders that write them as fields. */
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

    /** Logs pairs beside context entries, and in place of them. */
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

    /** Logs more events than a small queue can hold. */
    private static void logBurst(int rounds) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (int i = 0; i < rounds * 1_000; i++) {
            log.info("order {} of a burst", i);
        }
    }

    /** Logs with a user in the context, and without. */
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

    /** Logs input for filters: markers with references, arguments, context values; and tests which calls are enabled. */
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

    /** Logs with one marker, with two, and with one that refers to others; also at the root logger. */
    private static void logMarkers() {
        Marker one = MarkerFactory.getMarker("M1");
        Marker two = MarkerFactory.getMarker("M2");
        Marker outer = MarkerFactory.getMarker("OUTER");
        Marker inner = MarkerFactory.getMarker("INNER");
        inner.add(one);
        outer.add(inner);
        outer.add(two);
        for (String name : new String[] {NAMES[0], Logger.ROOT_LOGGER_NAME}) {
            Logger log = LoggerFactory.getLogger(name);
            log.atInfo().addMarker(one).addMarker(two).log("one, two");
            log.atInfo().addMarker(two).addMarker(one).log("two, one");
            log.info(one, "one");
            log.info(outer, "nested");
            log.info("none");
        }
    }

    /** A throwable that says more than its message. */
    private static final class Placed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Placed(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // That is what is tried.
        public String toString() {
            return "Placed at line 3: " + getMessage();
        }
    }

    /** Logs throwables whose text isn't made of class and message. */
    private static void logTexts() {
        Logger log = LoggerFactory.getLogger(NAMES[0]);
        log.error("own", new Placed("x", new IllegalStateException("below")));
        log.error("as a cause", new IllegalStateException("above", new Placed("y", null)));
        log.error("parser", new SAXParseException("bad", "public", "system", 3, 4));
    }

    /** Logs by loggers of nested classes. */
    private static void logNested(int rounds) {
        for (int i = 0; i < rounds; i++) {
            for (String name :
                    new String[] {"Audit", "Audit$Trail", "Audit$Trail$1", "Audit$", "Auditor", "Quiet$Child"}) {
                Logger log = LoggerFactory.getLogger("com.example.shop." + name);
                log.debug("debug {}", i);
                log.info("info {}", i);
                log.warn("warn {}", i);
            }
        }
    }

    /** Names of members that formats write themselves, and some that they don't. */
    private static final String[] RESERVED = {
        "message",
        "@timestamp",
        "@version",
        "timestamp",
        "level",
        "level_value",
        "log.level",
        "logger_name",
        "thread_name",
        "stack_trace",
        "tags",
        "process.thread.name",
        "process.thread.id",
        "log.logger",
        "ecs.version",
        "service.name",
        "error",
        "error.type",
        "error.message",
        "error.stack_trace",
        "event.dataset",
        "log",
        "loggerName",
        "threadName",
        "mdc",
        "kvpList",
        "throwable",
        "HOSTNAME",
        "a b",
        "quote\"d",
        "\u00e4"
    };

    /** Logs values that tests forget, wherever an event has values; {@code arrays}: arrays, too, else what Jackson refuses. */
    private static void logValues(boolean arrays) {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(
                null,
                "",
                " ",
                true,
                'c',
                (byte) 1,
                (short) 2,
                3,
                4L,
                5.5,
                6.5f,
                List.of(1, "two"),
                Arrays.asList(null, 1),
                Map.of("k", 1),
                Thread.State.NEW));
        if (arrays) {
            values.addAll(List.of(
                    new byte[] {1, -1},
                    new short[] {7},
                    new int[] {1, 2},
                    new long[0],
                    new char[] {'a', 'b'},
                    new boolean[] {true},
                    new double[] {1.5},
                    new float[] {0.5f},
                    new String[] {"x", null},
                    new Object[] {1, new int[] {2}, null},
                    new int[][] {{1}, {2, 3}}));
        } else {
            List<Object> cyclic = new ArrayList<>(List.of(1));
            cyclic.add(cyclic);
            values.addAll(List.of(cyclic, Collections.singletonMap(null, 1), Optional.of(1)));
            log.atInfo().addKeyValue(null, "null name").log("a pair");
        }
        for (Object value : values) {
            log.info("an argument {}", value);
            log.info("an argument {} of {}", value, "two");
            log.atInfo().addKeyValue("key", value).log("a value");
            log.atInfo().addArgument(value).log("alone {}");
        }
        log.info(null);
        log.info(null, new IllegalStateException("with a throwable"));
        log.info(null, (Object) "an argument");
        log.info("");
        log.info("null {}", (Object[]) null);
        log.atInfo().log();
        log.atInfo().log((String) null);
        log.info(MarkerFactory.getMarker(""), "a marker without a name");
        log.error("failed", new IllegalStateException());
        log.error("failed", new IllegalStateException(""));
        log.error("failed", new IllegalStateException(null, new RuntimeException("")));
        log.error("failed", circular());
        log.atInfo().addKeyValue("", "no name").log("a pair");
        MDC.put("zoo", "first");
        MDC.put("null", null);
        log.info("context with a null value");
        MDC.put("empty", "");
        log.info("context with an empty value");
        MDC.setContextMap(Map.of("only", "one"));
        MDC.put("ant", "last");
        log.info("another context");
        MDC.clear();
        for (String name : new String[] {"", "two words"}) {
            Thread.currentThread().setName(name);
            log.info("a thread");
        }
        Thread.currentThread().setName("main");
    }

    /** Logs under names that the format uses itself: as a key of the context, of a pair and of both, and as a marker. */
    private static void logReserved() {
        Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");
        for (String name : RESERVED) {
            log.atInfo().addKeyValue(name, "pair").log("reserved");
            log.atInfo().addKeyValue(name, "one").addKeyValue(name, "two").log("reserved, twice");
            MDC.put(name, "context");
            log.info("reserved");
            log.error("reserved", failure(1));
            log.atInfo().addKeyValue(name, "pair").log("reserved, both");
            MDC.clear();
            log.info(MarkerFactory.getMarker(name), "reserved");
        }
    }

    private static Exception circular() {
        Exception one = new IllegalStateException("one");
        one.initCause(new RuntimeException("two", one));
        return one;
    }

    /** Logs one line of each kind per second, so that all lines belong to that second in every backend. */
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

    /** Waits, because Logback checks the size of a file once a millisecond. */
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
            // The last configuration's levels apply until the engine runs again.
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

        /** Waits for Logback's compressions; the next start creates another context. */
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
            // The context's properties survive a reset, and a named context accepts no other name.
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
