package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.root;
import static dev.tailrace.Scenario.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import dev.tailrace.runtime.ConfigurationWatch;
import dev.tailrace.runtime.LevelControl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LevelControlTest {
    private static final String PLAIN = fileAppender("app.log");

    @TempDir
    Path folder;

    @Test
    void setLevel_holdsForDescendants_clearLevelTakesItBack_andBothAreReported() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + "<logger name='levels.own' level='ERROR'/>" + root("INFO"))) {
            assertThat(Tailrace.setLevel("levels", Level.DEBUG)).isTrue();
            log("levels.a", Level.DEBUG, "below");
            log("levels.own", Level.WARN, "has a level of its own");
            log("levelsnot", Level.DEBUG, "another logger");
            assertThat(Tailrace.clearLevel("levels")).isTrue();
            assertThat(Tailrace.clearLevel("levels"))
                    .as("there is nothing left")
                    .isFalse();
            log("levels.a", Level.DEBUG, "below again");
            Tailrace.flush();

            assertThat(scenario.lines("app.log"))
                    .containsExactly(
                            "INFO dev.tailrace TR2030 Level of levels: INFO -> DEBUG, set; by the API, thread main,"
                                    + " until the next configuration",
                            "DEBUG levels.a below",
                            "INFO dev.tailrace TR2030 Level of levels: DEBUG -> INFO, taken back; by the API, thread main");
        }
    }

    @Test
    void setLevel_holdsForNestedClasses() throws Exception {
        String audit = "<logger name='levels.Audit' level='OFF'/>";
        try (Scenario scenario = watched(folder, PLAIN + audit + root("INFO"))) {
            log("levels.Audit$Trail", Level.ERROR, "off");
            log("levels.Auditor$Trail", Level.INFO, "another class");
            assertThat(LoggingControl.logger("levels.Audit$Trail"))
                    .isEqualTo(new LoggerState("levels.Audit$Trail", null, LoggerState.Setting.OFF));
            LoggingControl.setLevel("levels.Audit", LoggerState.Setting.DEBUG);
            log("levels.Audit$Trail$1", Level.DEBUG, "below");
            LoggingControl.setLevel("levels.Audit$Trail", LoggerState.Setting.ERROR);
            log("levels.Audit$Trail$1", Level.WARN, "has a nearer one");
            assertThat(LoggingControl.logger("levels.Audit$Trail$1$2")).isNull();
            assertThat(LoggingControl.loggers()).extracting(LoggerState::name).contains("levels.Auditor");
            Tailrace.flush();

            assertThat(scenario.lines("app.log"))
                    .containsExactly("INFO levels.Auditor$Trail another class", "DEBUG levels.Audit$Trail$1 below");
        }
    }

    @Test
    void clearLevel_ofAConfiguredLogger_restoresItsConfiguredLevel() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + "<logger name='levels.own' level='ERROR'/>" + root("INFO"))) {
            Tailrace.setLevel("levels.own", Level.TRACE);
            assertThat(Tailrace.logger("levels.own").isEnabled(Level.TRACE.code()))
                    .isTrue();

            Tailrace.setLevel("levels.own", null);

            assertThat(Tailrace.logger("levels.own").isEnabled(Level.ERROR.code()))
                    .isTrue();
            assertThat(Tailrace.logger("levels.own").isEnabled(Level.WARN.code()))
                    .isFalse();
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }

    @Test
    void report_isWrittenWhateverTheLevel() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("OFF"))) {
            Tailrace.setLevel("ROOT", Level.ERROR);
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).singleElement().asString().contains("Level of ROOT: OFF -> ERROR");
        }
    }

    @Test
    void setLevel_forATime_endsByItself_andTheEndIsReported() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            Logger logger = Tailrace.logger("levels.timed");
            assertThat(Tailrace.setLevel("levels", Level.DEBUG, Duration.ofMillis(300)))
                    .isTrue();
            assertThat(logger.isEnabled(Level.DEBUG.code())).isTrue();

            await().atMost(Duration.ofSeconds(30)).until(() -> !logger.isEnabled(Level.DEBUG.code()));
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Tailrace.flush();
                assertThat(scenario.lines("app.log")).hasSize(2);
            });
            assertThat(scenario.lines("app.log").get(0)).contains("INFO -> DEBUG, set; by the API", ", until 20");
            assertThat(scenario.lines("app.log").get(1)).contains("DEBUG -> INFO, ended; by the API");
        }
    }

    @Test
    void setLevel_anotherOneForATime_takesThePlaceOfTheFirst() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            Logger logger = Tailrace.logger("levels.twice");
            Tailrace.setLevel("levels.twice", Level.DEBUG, Duration.ofMillis(1));
            Tailrace.setLevel("levels.twice", Level.TRACE);
            Tailrace.setLevel("levels.other", Level.TRACE, Duration.ofMillis(1));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !Tailrace.logger("levels.other").isEnabled(Level.TRACE.code()));

            assertThat(logger.isEnabled(Level.TRACE.code())).isTrue();
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }

    @Test
    void setLevel_noTime_setsNothing() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            assertThat(Tailrace.setLevel("levels", Level.DEBUG, Duration.ZERO)).isFalse();
            assertThat(Tailrace.setLevel("levels", Level.DEBUG, Duration.ofSeconds(-1)))
                    .isFalse();
            assertThat(Tailrace.setLevel("levels", Level.DEBUG, Duration.ofSeconds(Long.MAX_VALUE)))
                    .isTrue();
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }

    @Test
    void look_changedConfiguration_endsWhatWasSet_andSaysSo() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            Tailrace.setLevel("levels", Level.DEBUG);
            scenario.rewrite(PLAIN + root("WARN"));
            assertThat(Tailrace.look()).isEqualTo(ConfigurationWatch.Outcome.USED);
            log("levels", Level.INFO, "below the new level");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).hasSize(2);
            assertThat(scenario.lines("app.log").get(1))
                    .contains("Level of levels: DEBUG -> WARN, ended by a new configuration");
        }
    }

    @Test
    void setLevel_asAFramework_takesThePlaceOfWhatWasSet() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            Tailrace.setLevel("levels", Level.DEBUG);
            LoggingControl.setLevel("levels", LoggerState.Setting.ERROR);

            assertThat(Tailrace.logger("levels").isEnabled(Level.WARN.code())).isFalse();
            assertThat(Tailrace.clearLevel("levels")).isFalse();
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }

    @Test
    void setLevel_tooMany_isRefusedWithAFinding() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            for (int i = 0; i < LevelControl.MOST; i++) {
                assertThat(Tailrace.setLevel("levels.n" + i, Level.DEBUG)).isTrue();
            }
            assertThat(Tailrace.setLevel("levels.more", Level.DEBUG)).isFalse();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(scenario.errors()).contains("TR2031", "levels.more"));
            assertThat(Tailrace.clearLevel("levels.n7")).isTrue();
            assertThat(Tailrace.setLevel("levels.more", Level.DEBUG)).isTrue();
        }
    }

    @Test
    void answer_listsConfiguredAndSetLevels() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + "<logger name='levels.own' level='ERROR'/>" + root("INFO"))) {
            Tailrace.logger("levels");
            LevelAnswer answer = LevelAnswer.parse(Logger.LIFECYCLE
                    .levels()
                    .answer(new LevelRequest(
                                    "a test",
                                    60_000,
                                    List.of(
                                            new LevelRequest.Change("levels.own", "DEBUG"),
                                            new LevelRequest.Change("levels.two words", "OFF")),
                                    List.of(new LevelRequest.Limit("levels.two words", "5 / Min", "INFO")))
                            .text()));

            assertThat(answer.refusal()).isEmpty();
            assertThat(answer.loggers())
                    .extracting(LevelAnswer.State::logger, LevelAnswer.State::level, LevelAnswer.State::configured)
                    .containsExactly(
                            tuple("ROOT", "INFO", "INFO"),
                            tuple("levels.own", "DEBUG", "ERROR"),
                            tuple("levels.two words", "OFF", ""));
            assertThat(answer.loggers().get(1).origin()).isEqualTo("a test");
            assertThat(answer.loggers().get(1).untilMillis()).isPositive();
            assertThat(answer.limits())
                    .extracting(
                            LevelAnswer.LimitState::logger,
                            LevelAnswer.LimitState::rate,
                            LevelAnswer.LimitState::highest,
                            LevelAnswer.LimitState::origin)
                    .containsExactly(tuple("levels.two words", "5/min", "INFO", "a test"));
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }

    private static LevelAnswer limit(long forMillis, String rate, String highest) {
        LevelRequest.Limit limit = new LevelRequest.Limit("limited", rate, highest);
        return LevelAnswer.parse(Logger.LIFECYCLE
                .levels()
                .answer(new LevelRequest("a test", forMillis, List.of(), List.of(limit)).text()));
    }

    private static void logLines(Level level, int count) {
        for (int i = 0; i < count; i++) {
            log("limited.a", level, "line " + i);
        }
    }

    @Test
    void limit_holdsBackByLogger_untilTaken_andErrorsOnlyWhenForced() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            logLines(Level.INFO, 20);
            limit(0, "3/h", "INFO");
            logLines(Level.INFO, 20);
            logLines(Level.ERROR, 5);
            log("other", Level.INFO, "not limited");
            limit(0, "2/h", "ERROR");
            logLines(Level.ERROR, 5);
            assertThat(limit(0, "", "INFO").limits()).isEmpty();
            logLines(Level.INFO, 20);
            Tailrace.flush();

            List<String> lines = scenario.lines("app.log");
            assertThat(lines)
                    .contains(
                            "INFO dev.tailrace TR2030 Limit of limited: none -> 3/h up to INFO, set; by a test, until the"
                                    + " next configuration",
                            "INFO dev.tailrace TR2030 Limit of limited: 3/h up to INFO -> 2/h up to ERROR, set; by a test,"
                                    + " until the next configuration",
                            "INFO dev.tailrace TR2030 Limit of limited: 2/h up to ERROR -> none, taken back; by a test");
            assertThat(lines.stream().filter(each -> each.startsWith("INFO limited.a line")))
                    .as("20 before, 3 of 20, 20 after")
                    .hasSize(43);
            assertThat(lines.stream().filter(each -> each.startsWith("ERROR limited.a line")))
                    .as("5 of 5, then 2 of 5")
                    .hasSize(7);
            assertThat(lines).contains("INFO other not limited");
            assertThat(Tailrace.stats().destinations().get(0).limited()).isEqualTo(17 + 3);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(scenario.lines("app.log"))
                            .filteredOn(each -> each.contains("times more in"))
                            .hasSize(2));
        }
    }

    @Test
    void limit_forATime_orUntilTheNextConfiguration_endsWithALine() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            logLines(Level.INFO, 1);
            limit(1, "1/h", "INFO");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(scenario.lines("app.log"))
                                    .contains(
                                            "INFO dev.tailrace TR2030 Limit of limited: 1/h up to INFO -> none, ended; by a test"));
            limit(0, "1/h", "INFO");
            limit(0, "1/h", "INFO");
            scenario.rewrite(PLAIN + "<logger name='x' level='WARN'/>" + root("INFO"));
            assertThat(Tailrace.look()).isEqualTo(ConfigurationWatch.Outcome.USED);
            logLines(Level.INFO, 9);
            Tailrace.flush();

            assertThat(scenario.lines("app.log"))
                    .as("reports aren't limited")
                    .contains(
                            "INFO dev.tailrace TR2030 Limit of limited: 1/h up to INFO -> 1/h up to INFO, set; by a test,"
                                    + " until the next configuration")
                    .contains(
                            "INFO dev.tailrace TR2030 Limit of limited: 1/h up to INFO -> none, ended by a new"
                                    + " configuration; by a test",
                            "INFO limited.a line 8");
        }
    }

    @Test
    void answer_whileNothingIsLogged_isRefused() throws Exception {
        String ask = LevelRequest.question("a test").text();
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            assertThat(LevelAnswer.parse(Logger.LIFECYCLE.levels().answer(ask)).refusal())
                    .contains("no configuration");
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
        LoggingControl.silence();
        try {
            assertThat(LevelAnswer.parse(Logger.LIFECYCLE.levels().answer(ask)).refusal())
                    .contains("no configuration");
            assertThat(Tailrace.setLevel("levels", Level.DEBUG)).isFalse();
        } finally {
            LoggingControl.release();
        }
    }

    @Test
    void answer_anything_isRefusedWhole() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            String good = new LevelRequest("a test", 0, List.of(new LevelRequest.Change("levels", "DEBUG")), List.of())
                    .text();
            List<String> refusals = new ArrayList<>();
            for (String bad : List.of(
                    "",
                    "x",
                    good + "set LOUD levels\n",
                    good + "set DEBUG\n",
                    good + "limit 10 INFO levels\n",
                    good + "limit 10/s OFF levels\n",
                    good + "limit 10/s INFO\n",
                    good + "set DEBUG \u0007\n",
                    good + "unknown\n",
                    good.replace("for 0", "for -1"),
                    good.replace("for 0", "for 99999999999999999999"),
                    good.replace("a test", "x".repeat(300)),
                    good.replace("levels 1", "levels 2"))) {
                refusals.add(
                        LevelAnswer.parse(Logger.LIFECYCLE.levels().answer(bad)).refusal());
            }

            assertThat(refusals).allSatisfy(each -> assertThat(each).isNotEmpty());
            assertThat(Tailrace.logger("levels").isEnabled(Level.DEBUG.code())).isFalse();
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }
}
