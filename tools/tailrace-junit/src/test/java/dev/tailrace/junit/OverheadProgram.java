package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.helpers.NOPAppender;
import dev.tailrace.junit.ChildRun.Logging;
import dev.tailrace.junit.backend.Backends;
import dev.tailrace.junit.measure.Measurement;
import dev.tailrace.junit.measure.Recorder;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Measures the overhead of counting, for docs/reference/testing.md. It only runs by name, {@code -Dtest=OverheadProgram}, and checks no
 * times, as they prove nothing on a busy machine.
 *
 * <p>The cost of a suite is the cost of its whole JVM: a thousand empty tests by JUnit's launcher, one repeated test or twenty classes of
 * fifty. Runs take turns: without this module on the class path, with a listener and an extension that do nothing, and with this module.
 * The published jar is last on the class path, as in the project of docs/reference/testing.md, with a baseline and a history, as in every
 * run but the first. Wall-clock times, and the differences to the first run of a round, are medians with their standard error; processor
 * time, which the system counts in ticks, is a mean. A virtual machine may be half as fast from one second to the next, so the quickest
 * quarter of the runs is reported as well.
 */
final class OverheadProgram {
    private static final int PAIRS = Integer.getInteger("tailrace.overhead.pairs", 15);
    /** The only row of the table to measure, by its first cell; empty: all. */
    private static final String ROW = System.getProperty("tailrace.overhead.row", "");

    private static final int FEW = 3;
    private static final int ROUNDS = 21;
    private static final int EVENTS = 400_000;
    private static final double TICK_MILLIS = 10;

    @Test
    void thousandEmptyTests_withAndWithoutCounting() throws Exception {
        System.out.printf(
                Locale.ROOT,
                "%d rounds of JVMs on JDK %s with %d processors, load %.2f before%n",
                PAIRS,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                load());
        System.out.println(
                "| | without | idle | with | idle: more | with: more | standard error | quickest quarter: more | processor time without | idle"
                        + " | with |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (boolean different : new boolean[] {false, true}) {
            for (boolean asUsual : new boolean[] {false, true}) {
                for (Logging logging : new Logging[] {Logging.LOGBACK, Logging.LOG4J, Logging.TAILRACE}) {
                    String row = logging
                            + (asUsual ? ", the machine's usual options" : "")
                            + (different ? ", different tests" : "");
                    if (ROW.isEmpty() || ROW.equals(row)) {
                        pairs(row, logging, asUsual, different);
                    }
                }
            }
        }
        System.out.printf(Locale.ROOT, "load %.2f after%n", load());
    }

    private static void pairs(String row, Logging logging, boolean asUsual, boolean different) throws Exception {
        Listening[] kinds = Listening.values();
        Suite[] suites = new Suite[kinds.length];
        double[][] wall = new double[kinds.length][PAIRS];
        double[][] more = new double[kinds.length][PAIRS];
        double[] ticks = new double[kinds.length];
        for (int kind = 0; kind < kinds.length; kind++) {
            suites[kind] = new Suite(logging, asUsual, different, kinds[kind]);
        }
        for (int pair = 0; pair < PAIRS; pair++) {
            for (int turn = 0; turn < kinds.length; turn++) {
                int kind = (turn + pair) % kinds.length;
                long before = childTicks();
                wall[kind][pair] = suites[kind].millis();
                ticks[kind] += childTicks() - before;
            }
            for (int kind = 0; kind < kinds.length; kind++) {
                more[kind][pair] = wall[kind][pair] - wall[0][pair];
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.0f ms |%n",
                row,
                median(wall[0]),
                median(wall[1]),
                median(wall[2]),
                median(more[1]),
                median(more[2]),
                errorOfMedian(more[2]),
                quickest(wall[2]) - quickest(wall[0]),
                ticks[0] * TICK_MILLIS / PAIRS,
                ticks[1] * TICK_MILLIS / PAIRS,
                ticks[2] * TICK_MILLIS / PAIRS);
        for (Suite suite : suites) {
            suite.remove();
        }
    }

    /** The listener of the tests: none, one that does nothing, this module. */
    private enum Listening {
        NONE,
        IDLE,
        COUNTING
    }

    @Test
    void thousandEmptyTests_withExceptionsRecorded() throws Exception {
        Suite recorded = new Suite(Logging.LOGBACK, false, false, Listening.COUNTING);
        double[] thrown = new double[FEW];
        for (int round = 0; round < FEW; round++) {
            thrown[round] = recorded.millis("-Dtailrace.kpis.exceptions=thrown");
        }
        System.out.printf("with exceptions recorded: %.0f ms (median of %d)%n", median(thrown), FEW);
        recorded.remove();
    }

    /** Processor time of all ended children; 0 if the system doesn't report it. */
    private static long childTicks() throws Exception {
        Path stat = Path.of("/proc/self/stat");
        if (!Files.exists(stat)) {
            return 0;
        }
        String line = Files.readString(stat);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[13]) + Long.parseLong(fields[14]);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** A folder with a baseline and a history. */
    private static final class Suite {
        private final Path folder = Files.createTempDirectory("overhead");
        private final Logging logging;
        private final boolean asUsual;
        private final boolean different;
        private final Listening listening;

        Suite(Logging logging, boolean asUsual, boolean different, Listening listening) throws Exception {
            this.logging = logging;
            this.asUsual = asUsual;
            this.different = different;
            this.listening = listening;
            if (different) {
                ManyClasses.compile(folder.resolve("suites"));
            }
            millis("-Dtailrace.kpis=update");
            millis();
        }

        double millis(String... options) throws Exception {
            ChildRun child = new ChildRun(folder, logging).with(options);
            if (different) {
                child.withSuites(folder.resolve("suites"));
            }
            if (asUsual) {
                child.asUsual();
            }
            switch (listening) {
                case NONE -> child.withoutCounting();
                case IDLE -> child.withIdle();
                case COUNTING -> {}
            }
            long start = System.nanoTime();
            ChildRun.Output output =
                    child.run(different ? ManyClasses.names() : List.of("dev.tailrace.junit.suites.Empty"));
            double millis = (System.nanoTime() - start) / 1e6;
            assertThat(output.out().lines().filter(line -> line.startsWith("SUCCESSFUL")))
                    .hasSize(1_000);
            assertThat(output.err().contains("1,000 tests logged 0 entries"))
                    .isEqualTo(listening == Listening.COUNTING);
            return millis;
        }

        void remove() throws Exception {
            MavenBuild.delete(folder);
        }
    }

    @Test
    void logCall_withAndWithoutCounting() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        NOPAppender<ch.qos.logback.classic.spi.ILoggingEvent> nop = new NOPAppender<>();
        nop.setContext(context);
        nop.start();
        root.addAppender(nop);
        Logger log = context.getLogger("com.acme.Orders");
        double[] without = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            without[round] = nanos(log);
        }
        Recorder recorder = new Recorder(null);
        Backends.find(recorder);
        double[] with = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            Measurement measurement = recorder.begin("test", true);
            with[round] = nanos(log);
            recorder.end(measurement);
        }
        System.out.printf("a call: %.0f ns without, %.0f ns with%n", median(without), median(with));
        StackWalker walker = StackWalker.getInstance();
        double[] walks = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < EVENTS; i++) {
                walker.walk(frames -> frames.skip(3).findFirst().map(StackWalker.StackFrame::toStackTraceElement));
            }
            walks[round] = (double) (System.nanoTime() - start) / EVENTS;
        }
        System.out.printf("looking up a caller: %.0f ns%n", median(walks));
    }

    private static double nanos(Logger log) {
        long start = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            log.info("order {} filled", i);
        }
        return (double) (System.nanoTime() - start) / EVENTS;
    }

    /** The mean of the quickest quarter, because disturbances never make a run quicker. */
    private static double quickest(double[] values) {
        return Arrays.stream(values)
                .sorted()
                .limit(Math.max(1, values.length / 4))
                .average()
                .orElseThrow();
    }

    /**
     * The standard error of the median, estimated from the middle half of the values as for a normal distribution, so that a few disturbed
     * runs have no more weight than others.
     */
    private static double errorOfMedian(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double middleHalf = sorted[sorted.length * 3 / 4] - sorted[sorted.length / 4];
        return 1.2533 * middleHalf / 1.349 / Math.sqrt(sorted.length);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
