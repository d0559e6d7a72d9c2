package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.LoggingEventBuilder;

/** All parts of a call arrive in the line: message, arguments, markers, key-values, MDC, throwable, time. */
class EventContentTest {
    private static List<String> lines;

    @BeforeAll
    static void runScenario(@TempDir Path folder) throws Exception {
        lines = new ChildJvm(folder, "%level|%marker|%kvp|%X{user:-nobody}|%msg|%ex{short}|%n")
                .run(Scenario.class)
                .log();
    }

    @Test
    void arguments_ofEachMethod_areFilledIn() {
        assertThat(lines)
                .contains(
                        "INFO|||nobody|plain||",
                        "INFO|||nobody|one 1||",
                        "INFO|||nobody|two 1 2||",
                        "INFO|||nobody|three 1 2 3||",
                        "INFO|||nobody|null||",
                        "INFO|||nobody|none {}||");
    }

    @Test
    void marker_ofEachMethod_isWritten() {
        assertThat(lines)
                .contains(
                        "WARN|AUDIT||nobody|plain||",
                        "WARN|AUDIT||nobody|one 1||",
                        "WARN|AUDIT||nobody|two 1 2||",
                        "WARN|AUDIT||nobody|three 1 2 3||",
                        "INFO|||nobody|null marker||");
    }

    @Test
    void throwable_asParameterOrLastArgument_isWritten() {
        assertThat(lines)
                .contains("ERROR|||nobody|thrown|java.lang.IllegalStateException: broken")
                .contains("ERROR|AUDIT||nobody|thrown|java.lang.IllegalStateException: broken")
                .contains("ERROR|||nobody|trailing 1|java.lang.IllegalStateException: broken");
    }

    @Test
    void fluent_everything_isWritten() {
        assertThat(lines)
                .contains("INFO|AUDIT MONEY|order=\"17\" price=\"null\" null=\"v\"|nobody|a and b|"
                        + "java.lang.IllegalStateException: broken");
    }

    @Test
    void fluent_loggedTwice_writesTwoLines() {
        assertThat(lines).filteredOn(line -> line.contains("again")).hasSize(2);
    }

    @Test
    void fluent_suppliers_areAskedOnceAndOnlyWhenEnabled() {
        assertThat(lines).contains("INFO||k=\"2\"|nobody|asked 1 and 3||", "INFO|||nobody|supplied 4 times||");
    }

    @Test
    void fluent_failingOrMissingSupplier_throwsNothing() {
        assertThat(lines)
                .contains("INFO|||nobody|failing [FAILED supplier: java.lang.IllegalStateException] null||")
                .contains("INFO|||nobody|null||");
    }

    @Test
    void mdc_isReadFromTheLoggingThread() {
        assertThat(lines).contains("INFO|||ann|with user||", "INFO|||nobody|other thread||", "INFO|||nobody|after||");
    }

    @Test
    void locationAwareLogger_handsEverythingOver() {
        assertThat(lines)
                .contains("ERROR|AUDIT||nobody|bridged 1|java.lang.IllegalStateException: broken")
                .contains("INFO|||nobody|between the levels||", "ERROR|||nobody|above the levels||")
                .noneMatch(line -> line.contains("below the levels"));
    }

    @Test
    void loggingEvent_handsEverythingOver() {
        assertThat(lines)
                .contains("WARN|AUDIT|k=\"v\"|nobody|recorded 1|java.lang.IllegalStateException: broken")
                .noneMatch(line -> line.contains("recorded but disabled"));
    }

    @Test
    void loggingEvent_withTimeAndThread_keepsThem(@TempDir Path folder) throws Exception {
        List<String> timed = new ChildJvm(folder, "%d{yyyy-MM-dd HH:mm:ss.SSS, UTC} %thread %msg%n")
                .run(TimedScenario.class)
                .log();
        assertThat(timed).containsExactly("1971-01-01 00:00:00.007 elsewhere old");
    }

    static final class Scenario {
        private static final Logger LOG = LoggerFactory.getLogger("shop");
        private static final Marker AUDIT = MarkerFactory.getMarker("AUDIT");

        public static void main(String[] args) throws Exception {
            methods();
            fluent();
            suppliers();
            mdc();
            bridge();
        }

        private static Exception broken() {
            return new IllegalStateException("broken");
        }

        private static void methods() {
            LOG.info("plain");
            LOG.info("one {}", 1);
            LOG.info("two {} {}", 1, 2);
            LOG.info("three {} {} {}", 1, 2, 3);
            LOG.info((String) null);
            LOG.info("none {}", (Object[]) null);
            LOG.warn(AUDIT, "plain");
            LOG.warn(AUDIT, "one {}", 1);
            LOG.warn(AUDIT, "two {} {}", 1, 2);
            LOG.warn(AUDIT, "three {} {} {}", 1, 2, 3);
            LOG.info((Marker) null, "null marker");
            LOG.error("thrown", broken());
            LOG.error(AUDIT, "thrown", broken());
            LOG.error("trailing {}", 1, broken());
        }

        private static void fluent() {
            LOG.atInfo()
                    .addMarker(AUDIT)
                    .addMarker(MarkerFactory.getMarker("MONEY"))
                    .addMarker(null)
                    .addKeyValue("order", 17)
                    .addKeyValue("price", (Object) null)
                    .addKeyValue(null, "v")
                    .addArgument("a")
                    .setCause(broken())
                    .log("{} and {}", "b");
            LoggingEventBuilder kept = LOG.atInfo().setMessage("again");
            kept.log();
            kept.log();
        }

        private static void suppliers() {
            AtomicInteger asked = new AtomicInteger();
            LOG.atDebug().addArgument(asked::incrementAndGet).log("disabled {}");
            LOG.atInfo()
                    .addArgument(asked::incrementAndGet)
                    .addKeyValue("k", asked::incrementAndGet)
                    .addArgument(asked::incrementAndGet)
                    .log("asked {} and {}");
            LOG.atInfo().log(() -> "supplied " + asked.incrementAndGet() + " times");
            LOG.atInfo()
                    .addArgument(() -> {
                        throw new IllegalStateException();
                    })
                    .addArgument((java.util.function.Supplier<?>) null)
                    .log("failing {} {}");
            LOG.atInfo().log((java.util.function.Supplier<String>) null);
        }

        private static void mdc() throws InterruptedException {
            MDC.put("user", "ann");
            LOG.info("with user");
            Thread other = new Thread(() -> LOG.info("other thread"));
            other.start();
            other.join();
            MDC.remove("user");
            LOG.info("after");
        }

        private static void bridge() {
            LocationAwareLogger located = (LocationAwareLogger) LOG;
            located.log(AUDIT, "some.Bridge", 40, "bridged {}", new Object[] {1}, broken());
            located.log(null, "some.Bridge", 25, "between the levels", null, null);
            located.log(null, "some.Bridge", 1000, "above the levels", null, null);
            located.log(null, "some.Bridge", -1, "below the levels", null, null);
            DefaultLoggingEvent recorded = new DefaultLoggingEvent(Level.WARN, LOG);
            recorded.addMarker(AUDIT);
            recorded.setMessage("recorded {}");
            recorded.addArgument(1);
            recorded.addKeyValue("k", "v");
            recorded.setThrowable(broken());
            ((LoggingEventAware) LOG).log(recorded);
            DefaultLoggingEvent disabled = new DefaultLoggingEvent(Level.DEBUG, LOG);
            disabled.setMessage("recorded but disabled");
            ((LoggingEventAware) LOG).log(disabled);
        }
    }

    static final class TimedScenario {
        public static void main(String[] args) {
            Logger log = LoggerFactory.getLogger("shop");
            SubstituteLoggingEvent recorded = new SubstituteLoggingEvent();
            recorded.setLevel(Level.WARN);
            recorded.setMessage("old");
            recorded.setThreadName("elsewhere");
            recorded.setTimeStamp(365L * 24 * 60 * 60 * 1000 + 7);
            ((LoggingEventAware) log).log(recorded);
        }
    }
}
