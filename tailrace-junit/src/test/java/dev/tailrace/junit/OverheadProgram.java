package dev.tailrace.junit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.helpers.NOPAppender;
import dev.tailrace.junit.ChildRun.Logging;
import dev.tailrace.junit.backend.Backends;
import dev.tailrace.junit.measure.Measurement;
import dev.tailrace.junit.measure.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.slf4j.LoggerFactory;

/**
 * What counting costs, for docs/testing.md: the whole JVM of a thousand empty tests, with and without, in turns; and a log call. No test,
 * because times on a busy machine prove nothing. Run it with the module as working directory and the tests' class path.
 */
final class OverheadProgram {
    private static final int ROUNDS = 21;
    private static final int FEW = 5;
    private static final int EVENTS = 400_000;

    private OverheadProgram() {}

    public static void main(String[] arguments) throws Exception {
        for (Logging logging : new Logging[] {Logging.LOGBACK, Logging.TAILRACE, Logging.LOG4J}) {
            Suite off = new Suite(logging, "-Dtailrace.kpis=off");
            Suite on = new Suite(logging, "-Dtailrace.kpis=compare");
            Suite recorded = new Suite(logging, "-Dtailrace.kpis.exceptions=thrown");
            double[] without = new double[ROUNDS];
            double[] with = new double[ROUNDS];
            double[] thrown = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                without[round] = off.millis();
                with[round] = on.millis();
                thrown[round] = logging == Logging.LOGBACK && round < FEW ? recorded.millis() : Double.NaN;
            }
            System.out.printf(
                    "%s: 1,000 empty tests %.0f ms without, %.0f ms with (medians of %d, in turns)%n",
                    logging, median(without), median(with), ROUNDS);
            if (logging == Logging.LOGBACK) {
                System.out.printf(
                        "%s: %.0f ms with exceptions recorded (median of %d)%n",
                        logging, median(Arrays.copyOf(thrown, FEW)), FEW);
            }
            off.remove();
            on.remove();
            recorded.remove();
        }
        event();
    }

    /** A folder with a baseline, as in every run but the first. */
    private static final class Suite {
        private final Path folder = Files.createTempDirectory("overhead");
        private final Class<?> empty = Class.forName("dev.tailrace.junit.suites.Empty");
        private final Logging logging;
        private final String option;

        Suite(Logging logging, String option) throws Exception {
            this.logging = logging;
            this.option = option;
            new ChildRun(folder, logging).with("-Dtailrace.kpis=update").run(empty);
        }

        double millis() throws Exception {
            ChildRun child = new ChildRun(folder, logging).with(option);
            long start = System.nanoTime();
            child.run(empty);
            return (System.nanoTime() - start) / 1e6;
        }

        void remove() throws Exception {
            MavenBuild.delete(folder);
        }
    }

    private static void event() {
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

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
