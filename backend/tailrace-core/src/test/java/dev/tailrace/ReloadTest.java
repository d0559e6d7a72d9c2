package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.root;
import static dev.tailrace.Scenario.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.runtime.ConfigurationWatch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
    @TempDir
    Path folder;

    private static final String PLAIN = fileAppender("app.log");

    private static String lookAndErrors(Scenario scenario, Outcome expected) {
        String before = scenario.errors();
        assertThat(Tailrace.look()).isEqualTo(expected);
        return scenario.errors().substring(before.length()).replaceAll("\\s+", " ");
    }

    @Test
    void look_nothingChanged_doesNothing() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");

            assertThat(lookAndErrors(scenario, Outcome.UNCHANGED)).isEmpty();
        }
    }

    @Test
    void look_changedLevels_holdForLoggersThatAreThere() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a.b", Level.DEBUG, "below the level");
            scenario.rewrite(PLAIN + "<logger name='a' level='DEBUG'/>" + root("WARN"));
            String known = lookAndErrors(scenario, Outcome.USED);
            log("a.b", Level.DEBUG, "of the logger");
            log("b", Level.INFO, "below the root's");
            log("b", Level.WARN, "of the root");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("DEBUG a.b of the logger", "WARN b of the root");
            assertThat(known).contains("TR1090").contains("tailrace.xml").contains("1 destinations stay as they are");
        }
    }

    @Test
    void look_changedPattern_goesOnInTheSameLanes() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            List<Path> lanes = scenario.laneFiles();
            scenario.rewrite(PLAIN.replace("%level", "[%level]") + root("INFO"));
            lookAndErrors(scenario, Outcome.USED);
            log("a", Level.INFO, "two");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a one", "[INFO] a two");
            assertThat(scenario.laneFiles()).isEqualTo(lanes);
        }
    }

    @Test
    void look_changedRolling_rollsTheSameFileAnew() throws IOException {
        String rolling = "<appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                + "<file>FOLDER/app.log</file><rollingPolicy"
                + " class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                + "<fileNamePattern>FOLDER/app.%i.log</fileNamePattern><maxIndex>3</maxIndex></rollingPolicy>"
                + "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>"
                + "<maxFileSize>10</maxFileSize></triggeringPolicy>"
                + "<encoder><pattern>%msg%n</pattern></encoder></appender>";
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            List<Path> lanes = scenario.laneFiles();
            scenario.rewrite(rolling + root("INFO"));
            assertThat(lookAndErrors(scenario, Outcome.USED)).contains("1 rolled otherwise");
            log("a", Level.INFO, "two");
            Tailrace.flush();
            await().until(() -> Files.exists(folder.resolve("app.1.log")));
            scenario.rewrite(PLAIN + root("INFO"));
            lookAndErrors(scenario, Outcome.USED);
            log("a", Level.INFO, "three, which is longer than ten bytes");
            log("a", Level.INFO, "four");
            Tailrace.flush();

            assertThat(scenario.lines("app.1.log")).containsExactly("INFO a one");
            assertThat(scenario.lines("app.log"))
                    .containsExactly("two", "INFO a three, which is longer than ten bytes", "INFO a four");
            assertThat(scenario.laneFiles()).isEqualTo(lanes);
        }
    }

    @Test
    void look_appenderAddedAndRemoved_opensAndEndsItsFile() throws IOException {
        String second = fileAppender("b.log").replace("name='F'", "name='B'");
        String both = "<root level='INFO'><appender-ref ref='F'/><appender-ref ref='B'/></root>";
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            scenario.rewrite(PLAIN + second + both);
            lookAndErrors(scenario, Outcome.USED);
            log("a", Level.INFO, "two");
            scenario.rewrite(PLAIN + root("INFO"));
            lookAndErrors(scenario, Outcome.USED);
            log("a", Level.INFO, "three");
            Tailrace.flush();
            await().until(() -> Tailrace.stats().destinations().size() == 1);

            assertThat(scenario.lines("app.log")).containsExactly("INFO a one", "INFO a two", "INFO a three");
            assertThat(scenario.lines("b.log")).containsExactly("INFO a two");
            assertThat(scenario.laneFiles())
                    .as("lanes of the file that is left")
                    .hasSameSizeAs(List.of(1));
            scenario.rewrite(PLAIN + second + both);
            lookAndErrors(scenario, Outcome.USED);
            log("a", Level.INFO, "four");
            Tailrace.flush();
            assertThat(scenario.lines("b.log")).containsExactly("INFO a two", "INFO a four");
        }
    }

    @Test
    void look_brokenFile_isReportedOnceWithItsLineAndChangesNothing() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            scenario.overwrite("<configuration>\n<root level='DEBUG'>\n<appender-ref ref='F'>\n</root>");
            String known = lookAndErrors(scenario, Outcome.REFUSED);
            assertThat(known)
                    .contains("TR1091")
                    .contains("tailrace.xml:4: ")
                    .contains("not well-formed")
                    .contains("What was read before stays in use.");
            assertThat(lookAndErrors(scenario, Outcome.UNCHANGED)).isEmpty();
            log("a", Level.INFO, "two");
            log("a", Level.DEBUG, "below the level");
            Files.delete(folder.resolve("tailrace.xml"));
            assertThat(lookAndErrors(scenario, Outcome.REFUSED))
                    .contains("TR1091")
                    .contains("does not exist");
            assertThat(lookAndErrors(scenario, Outcome.UNCHANGED)).isEmpty();
            scenario.rewrite(PLAIN + root("DEBUG"));
            assertThat(lookAndErrors(scenario, Outcome.USED)).contains("TR1090");
            log("a", Level.DEBUG, "three");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a one", "INFO a two", "DEBUG a three");
        }
    }

    @Test
    void look_fileThatCantBeOpened_changesNothing() throws IOException {
        Files.writeString(folder.resolve("nofolder"), "");
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            String more = fileAppender("nofolder/b.log").replace("name='F'", "name='B'");
            scenario.rewrite(
                    PLAIN + "\n" + more + "<root level='DEBUG'><appender-ref ref='F'/><appender-ref ref='B'/></root>");
            assertThat(lookAndErrors(scenario, Outcome.REFUSED))
                    .contains("TR1091")
                    .contains("tailrace.xml:3: ");
            log("a", Level.DEBUG, "below the level");
            log("a", Level.INFO, "two");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a one", "INFO a two");
            assertThat(Tailrace.stats().destinations()).hasSize(1);
        }
    }

    @Test
    void look_brokenInclude_isRefusedWithItsOwnLine() throws IOException {
        Path inner = Files.writeString(
                folder.resolve("inner.xml"), "<included>" + "<logger name='a' level='DEBUG'/></included>");
        try (Scenario scenario = watched(folder, "<include file='FOLDER/inner.xml'/>" + PLAIN + root("INFO"))) {
            log("a", Level.DEBUG, "one");
            Files.writeString(inner, "<included>\n<logger name='a' level='OFF'/>");
            assertThat(lookAndErrors(scenario, Outcome.REFUSED))
                    .contains("TR1091")
                    .contains("inner.xml:2: ");
            log("a", Level.DEBUG, "two");
            Files.writeString(inner, "<included><logger name='a' level='OFF'/></included>");
            lookAndErrors(scenario, Outcome.USED);
            log("a", Level.DEBUG, "three");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("DEBUG a one", "DEBUG a two");
        }
    }

    @Test
    void look_settingsOfTheProcess_needARestartAndAreToldOnce() throws IOException {
        try (Scenario scenario = watched(folder, "<tailrace memory='8MB'/>" + PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            scenario.rewrite("<tailrace memory='16MB' interval='50ms' maxEvent='300'/>" + PLAIN + root("INFO"));
            assertThat(lookAndErrors(scenario, Outcome.USED)).contains("TR1092").contains("interval, memory");
            log("a", Level.INFO, "x".repeat(1000));
            Tailrace.flush();
            assertThat(scenario.lines("app.log").get(1))
                    .as("maxEvent changes at once")
                    .hasSizeLessThan(301);
            scenario.rewrite("<tailrace memory='16MB' interval='50ms'/>" + PLAIN + root("DEBUG"));
            assertThat(lookAndErrors(scenario, Outcome.USED)).doesNotContain("TR1092");
        }
    }

    @Test
    void look_scanTakenAway_endsTheThread() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"))) {
            log("a", Level.INFO, "one");
            scenario.overwrite("<configuration>" + (PLAIN + root("INFO")).replace("FOLDER", folder.toString())
                    + "</configuration>");

            assertThat(lookAndErrors(scenario, Outcome.USED)).contains("not watched any more");
        }
    }

    @Test
    void watch_shortPeriod_reloadsByItself() throws IOException {
        try (Scenario scenario = Scenario.of(folder, "")) {
            scenario.overwrite(text("INFO"));
            log("a", Level.INFO, "one");
            scenario.overwrite(text("DEBUG"));
            await().until(() -> Tailrace.logger("a").isEnabled(Level.DEBUG.code()));
            log("a", Level.DEBUG, "two");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a one", "DEBUG a two");
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("tailrace-reload"));
    }

    private String text(String level) {
        return "<configuration scan='true' scanPeriod='20 milliseconds'>"
                + (PLAIN + root(level)).replace("FOLDER", folder.toString()) + "</configuration>";
    }
}
