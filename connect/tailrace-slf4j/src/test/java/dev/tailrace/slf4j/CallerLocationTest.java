package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.CallerBoundaryAware;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventBuilder;

/** The location of a line is the statement that logged it, by whichever method. */
class CallerLocationTest {
    private static final String CALLER = Scenario.class.getName() + ".main:";

    @Test
    void everyMethod_namesItsCaller(@TempDir Path folder) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%C.%M:%L %msg%n").run(Scenario.class);
        assertThat(output.log()).hasSize(Scenario.ROUNDS * Scenario.LINES).allSatisfy(line -> {
            String[] words = line.split(" ", 3);
            assertThat(words[0]).as(line).isEqualTo(words[1].contains(":") ? words[1] : CALLER + words[1]);
        });
    }

    /** The first line of each logger is located late, later lines near the call: all lines show the same callers. */
    @Test
    void callers_arePlacesOfTheStackBehindTheCall(@TempDir Path folder) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%caller{1..3}%caller{2}%L %msg%n").run(Callers.class);
        List<String> log = output.log();
        assertThat(log).hasSize(Callers.ROUNDS * 5);
        for (int i = 0; i < log.size(); i += 5) {
            assertThat(log.get(i)).matches("Caller\\+1\\t at .*Callers\\.middle\\(CallerLocationTest.java:\\d+\\)");
            assertThat(log.get(i + 1)).matches("Caller\\+2\\t at .*Callers\\.main\\(CallerLocationTest.java:\\d+\\)");
            assertThat(log.get(i + 2)).matches("Caller\\+0\\t at .*Callers\\.inner\\(CallerLocationTest.java:\\d+\\)");
            assertThat(log.get(i + 3)).isEqualTo(log.get(i));
            assertThat(log.get(i + 2)).contains(":" + log.get(i + 4).split(" ", 2)[0] + ")");
        }
    }

    static final class Callers {
        static final int ROUNDS = 4;

        private Callers() {}

        public static void main(String[] args) {
            for (int i = 0; i < ROUNDS; i++) {
                middle();
            }
        }

        private static void middle() {
            inner();
        }

        private static void inner() {
            LoggerFactory.getLogger("shop").info("inside");
        }
    }

    /** Each message begins with its own line number, or outside main with its complete location. */
    static final class Scenario {
        static final int LINES = 27;
        /** The engine knows only after the first line that an appender needs the location, and then finds it in another way. */
        static final int ROUNDS = 3;

        public static void main(String[] args) {
            Logger log = LoggerFactory.getLogger("shop");
            Marker marker = MarkerFactory.getMarker("M");
            Exception none = null;
            for (int round = 0; round < ROUNDS; round++) {
                log.info(line() + " text");
                log.info("{} one", line());
                log.info("{} two {}", line(), "a");
                log.info("{} more {} {}", line(), "a", "b");
                log.info(line() + " thrown", none);
                log.info(marker, line() + " text");
                log.info(marker, "{} one", line());
                log.info(marker, "{} two {}", line(), "a");
                log.info(marker, "{} more {} {}", line(), "a", "b");
                log.info(marker, line() + " thrown", none);
                log.warn(line() + " warn");
                log.error(line() + " error");
                log.atInfo().log(line() + " fluent text");
                log.atInfo().log("{} fluent one", line());
                log.atInfo().log("{} fluent two {}", line(), "a");
                log.atInfo().log("{} fluent more {} {}", line(), "a", "b");
                log.atInfo().setMessage(line() + " fluent set").log();
                log.atLevel(Level.WARN).addArgument(line()).addMarker(marker).log("{} fluent added");
                log.atWarn().log(() -> supplied());
                ((LocationAwareLogger) log).log(null, null, 20, line() + " no boundary", null, null);
                Bridge.bridged((LocationAwareLogger) log, line());
                new Wrapper(log).info(line() + " wrapped");
                new Wrapper(log).fluent(line() + " wrapped fluent");
                log.info("{} outer {}", line(), new Talkative(log));
                deep(log, 200);
                Runnable lambda = () -> log.info(here() + " lambda");
                lambda.run();
            }
        }

        private static void deep(Logger log, int more) {
            if (more > 0) {
                deep(log, more - 1);
            } else {
                log.info(here() + " deep");
            }
        }

        /** The location of the calling statement. */
        private static String here() {
            return StackWalker.getInstance()
                    .walk(frames -> frames.skip(1).findFirst())
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                    .orElseThrow();
        }

        private static int line() {
            return lineOf("main");
        }

        private static String supplied() {
            return lineOf("main") + " fluent supplied";
        }

        private static int lineOf(String method) {
            return StackWalker.getInstance()
                    .walk(frames -> frames.filter(frame -> frame.getMethodName().equals(method))
                            .findFirst()
                            .orElseThrow()
                            .getLineNumber());
        }
    }

    /** A library's wrapper around a logger: its own frames are not the location, in each way of declaring this. */
    static final class Wrapper {
        private final Logger log;

        Wrapper(Logger log) {
            this.log = log;
        }

        void info(String message) {
            onlyForMe(message);
        }

        private void onlyForMe(String message) {
            ((LocationAwareLogger) log)
                    .log(null, Wrapper.class.getName(), LocationAwareLogger.INFO_INT, message, null, null);
        }

        void fluent(String message) {
            LoggingEventBuilder builder = log.atInfo();
            ((CallerBoundaryAware) builder).setCallerBoundary(Wrapper.class.getName());
            builder.log(message);
        }
    }

    /** Logs a line of its own while another is being formatted. */
    static final class Talkative {
        private final Logger log;

        Talkative(Logger log) {
            this.log = log;
        }

        @Override
        public String toString() {
            log.info(Scenario.here() + " inner");
            return "talked";
        }
    }

    /** A bridge: it passes its class name so as not to be taken for the caller. */
    static final class Bridge {
        private Bridge() {}

        static void bridged(LocationAwareLogger log, int line) {
            log.log(null, Bridge.class.getName(), LocationAwareLogger.INFO_INT, line + " bridged", null, null);
        }
    }
}
