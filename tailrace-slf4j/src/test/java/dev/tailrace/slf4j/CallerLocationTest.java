package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LocationAwareLogger;

/** The location of a line is the statement that logged it, by whichever method. */
class CallerLocationTest {
    private static final String CALLER = Scenario.class.getName() + ".main:";

    @Test
    void everyMethod_namesItsCaller(@TempDir Path folder) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%C.%M:%L %msg%n").run(Scenario.class);
        assertThat(output.log()).hasSize(Scenario.LINES).allSatisfy(line -> {
            String[] words = line.split(" ", 3);
            assertThat(words[0]).as(line).isEqualTo(CALLER + words[1]);
        });
    }

    /** Each message begins with the number of its own line. */
    static final class Scenario {
        static final int LINES = 21;

        public static void main(String[] args) {
            Logger log = LoggerFactory.getLogger("shop");
            Marker marker = MarkerFactory.getMarker("M");
            Exception none = null;
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

    /** As bridges do: a class that is not to be taken for the caller, and passes its name. */
    static final class Bridge {
        private Bridge() {}

        static void bridged(LocationAwareLogger log, int line) {
            log.log(null, Bridge.class.getName(), LocationAwareLogger.INFO_INT, line + " bridged", null, null);
        }
    }
}
