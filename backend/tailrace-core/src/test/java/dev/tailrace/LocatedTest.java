package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.runtime.ConfigurationWatch.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stack is walked only for events of which some appender shows where they were logged. */
class LocatedTest {
    private static final String ASKS = fileAppender("asks.log")
            .replace("name='F'", "name='A'")
            .replace("%level", "%M")
            .replace(
                    "<encoder>",
                    "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'>"
                            + "<level>WARN</level></filter><encoder>");
    private static final String BOTH =
            fileAppender("app.log") + ASKS + "<root level='INFO'><appender-ref ref='F'/><appender-ref ref='A'/></root>";

    @TempDir
    Path folder;

    @Test
    void isLocated_noAppenderAsks_never() throws IOException {
        try (Scenario scenario = Scenario.ofFile(folder, "")) {
            log("a", Level.ERROR, "one");

            assertThat(located("a")).isEmpty();
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void isLocated_appenderThatAsksFiltersTheLevel_onlyFromItsLevelOn() throws IOException {
        try (Scenario scenario = Scenario.of(folder, BOTH)) {
            log("a", Level.INFO, "one");
            assertThat(located("a")).isEmpty();
            log("a", Level.WARN, "two");
            Tailrace.flush();

            assertThat(located("a")).isEqualTo("WARN ERROR ");
            assertThat(scenario.lines("asks.log"))
                    .containsExactly("isLocated_appenderThatAsksFiltersTheLevel_onlyFromItsLevelOn a two");
        }
    }

    @Test
    void isLocated_appenderThatAsksIsTakenAway_neverAgain() throws IOException {
        try (Scenario scenario = Scenario.watched(folder, BOTH)) {
            log("a", Level.ERROR, "one");
            log("b", Level.ERROR, "two");
            assertThat(located("a") + located("b")).isEqualTo("WARN ERROR WARN ERROR ");
            scenario.rewrite(fileAppender("app.log") + Scenario.root("INFO"));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);

            assertThat(located("a") + located("b")).isEmpty();
        }
    }

    private static String located(String name) {
        StringBuilder levels = new StringBuilder();
        for (Level level : Level.values()) {
            levels.append(Tailrace.logger(name).isLocated(level.code()) ? level + " " : "");
        }
        return levels.toString();
    }
}
