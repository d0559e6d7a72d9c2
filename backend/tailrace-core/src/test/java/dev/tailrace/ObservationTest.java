package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.ofFile;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationTest {
    @TempDir
    Path folder;

    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void forget() {
        Tailrace.observe(null);
    }

    private void look() {
        Tailrace.observe((level, logger, bytes, thrown) ->
                seen.add(level + " " + logger + " " + bytes + (thrown == null ? "" : " " + thrown.getMessage())));
    }

    @Test
    void observe_eventThatTwoAppendersTake_isReportedOnce() throws IOException {
        String body = fileAppender("a.log") + fileAppender("b.log").replace("name='F'", "name='B'")
                + "<logger name='quiet' additivity='false' level='TRACE'/>"
                + "<root level='INFO'><appender-ref ref='F'/><appender-ref ref='B'/></root>";
        try (Scenario scenario = Scenario.of(folder, body)) {
            look();
            log("com.example.A", Level.INFO, "gr\u00fc\u00df {}", 42);
            log("com.example.A", Level.DEBUG, "below the level");
            log("quiet", Level.ERROR, "taken by nobody");
            log("ROOT", Level.WARN, "by the root", new IllegalStateException("boom"));
            assertThat(seen).containsExactly("20 com.example.A 9", "30 ROOT 11 boom");
            Tailrace.flush();
            assertThat(scenario.lines("b.log")).first().asString().endsWith("gr\u00fc\u00df 42");
        }
    }

    @Test
    void observe_eventThatEachFilterDenies_isNotTold() throws IOException {
        String body = fileAppender("a.log")
                        .replace(
                                "<encoder>",
                                "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>ERROR</level></filter><encoder>")
                + Scenario.root("INFO");
        try (Scenario scenario = Scenario.of(folder, body)) {
            look();
            log("a", Level.INFO, "denied");
            log("a", Level.ERROR, "let through");
            assertThat(seen).containsExactly("40 a 11");
            Tailrace.flush();
            assertThat(scenario.lines("a.log")).hasSize(1);
        }
    }

    /** Asked once more, a filter that counts would count once more. */
    @Test
    void observe_filterThatCounts_countsEachEventOnce() throws IOException {
        String body = "<Appenders><File name='A' fileName='FOLDER/a.log'><BurstFilter rate='0.001' maxBurst='3'/>"
                + "<PatternLayout pattern='%m%n'/></File></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers>";
        try (Scenario scenario = Scenario.of(folder, body)) {
            look();
            for (int i = 0; i < 5; i++) {
                log("a", Level.INFO, "event {}", i);
            }
            assertThat(seen).containsExactly("20 a 7", "20 a 7", "20 a 7");
            Tailrace.flush();
            assertThat(scenario.lines("a.log")).containsExactly("event 0", "event 1", "event 2");
        }
    }

    @Test
    void observe_engineStartedAgainAfterwards_goesOn() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            look();
            log("a", Level.INFO, "one");
            Tailrace.shutdown();
            log("a", Level.INFO, "three");
            assertThat(seen).containsExactly("20 a 3", "20 a 5");
            Tailrace.observe(null);
            log("a", Level.INFO, "unseen");
            assertThat(seen).hasSize(2);
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).hasSize(3);
        }
    }

    @Test
    void observe_observerThatThrows_losesNoLine() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            Tailrace.observe((level, logger, bytes, thrown) -> {
                throw new IllegalStateException("planted");
            });
            log("a", Level.INFO, "written all the same");
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a written all the same");
        }
    }
}
