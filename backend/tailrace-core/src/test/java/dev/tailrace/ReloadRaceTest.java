package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.runtime.ConfigurationWatch.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may come between the steps of a reload. */
class ReloadRaceTest {
    @TempDir
    Path folder;

    private static final String PLAIN = fileAppender("app.log");
    private static final String SECOND = fileAppender("second.log").replace("name='F'", "name='S'");

    private static String rootOf(String... appenders) {
        StringBuilder root = new StringBuilder("<root level='INFO'>");
        for (String name : appenders) {
            root.append("<appender-ref ref='").append(name).append("'/>");
        }
        return root.append("</root>").toString();
    }

    /** The configuration changes when the message is formatted: after the caller has read where the event goes. */
    private static Object changing(Scenario scenario, String body) {
        return new Object() {
            private boolean changed;

            @Override
            public String toString() {
                if (!changed) {
                    changed = true;
                    try {
                        scenario.rewrite(body);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
                }
                return "changed";
            }
        };
    }

    @Test
    void look_duringACall_appenderThatIsGone_losesNoLineOfTheOthers() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + SECOND + rootOf("S", "F"))) {
            log("a", Level.INFO, "{}", changing(scenario, PLAIN + rootOf("F")));
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a changed");
        }
    }

    @Test
    void look_duringACall_appenderWithAnotherName_writesItsLineOnce() throws IOException {
        String renamed = PLAIN.replace("name='F'", "name='G'");
        try (Scenario scenario = watched(folder, PLAIN + SECOND + rootOf("F", "S"))) {
            log("a", Level.INFO, "{}", changing(scenario, renamed + rootOf("G")));
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a changed");
        }
    }

    @Test
    void look_duringACall_appenderThatIsReferredToTwice_writesItsLineTwice() throws IOException {
        String both = "<logger name='a'><appender-ref ref='F'/><appender-ref ref='S'/></logger>" + rootOf("F");
        String one = "<logger name='a'><appender-ref ref='F'/></logger>" + rootOf("F");
        try (Scenario scenario = watched(folder, PLAIN + SECOND + both)) {
            log("a", Level.INFO, "{}", changing(scenario, PLAIN + one));
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO a changed", "INFO a changed");
        }
    }

    @Test
    void look_duringACall_appenderWithAnotherFile_writesItThere() throws IOException {
        try (Scenario scenario = watched(folder, PLAIN + rootOf("F"))) {
            log("a", Level.INFO, "{}", changing(scenario, PLAIN.replace("app.log", "other.log") + rootOf("F")));
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).isEmpty();
            assertThat(scenario.lines("other.log")).containsExactly("INFO a changed");
        }
    }

    @Test
    void look_appenderThatIsGone_putsItsRolledFilesAwayFirst() throws IOException {
        String rolled = "<appender name='S' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                + "<file>FOLDER/second.log</file><rollingPolicy"
                + " class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                + "<fileNamePattern>FOLDER/second.%i.log.gz</fileNamePattern><maxIndex>9</maxIndex></rollingPolicy>"
                + "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>"
                + "<maxFileSize>100KB</maxFileSize></triggeringPolicy>"
                + "<encoder><pattern>%msg%n</pattern></encoder></appender>";
        StringBuilder noise = new StringBuilder();
        new Random(1).ints(50_000, ' ' + 1, 127).forEach(each -> noise.append((char) each));
        // A share so small that it takes a while.
        try (Scenario scenario =
                watched(folder, "<tailrace archiverShare='0.05'/>" + PLAIN + rolled + rootOf("F", "S"))) {
            for (int i = 0; i < 8; i++) {
                log("a", Level.INFO, noise.toString());
                Tailrace.flush();
            }
            scenario.rewrite("<tailrace archiverShare='0.05'/>" + PLAIN + rootOf("F"));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
            await().until(() -> Tailrace.stats().destinations().size() == 1);

            assertThat(names()).noneMatch(name -> name.endsWith(".rolled")).contains("second.1.log.gz");
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> String.valueOf(each.getFileName())).toList();
        }
    }

    @Test
    void look_newFilesAtTheMemoryCap_getLanesThatOutliveTheProcess() throws IOException {
        String capped = "<tailrace memory='1MB' stripes='1'/>";
        StringBuilder more = new StringBuilder();
        List<String> names = new ArrayList<>(List.of("F"));
        for (int i = 1; i <= 6; i++) {
            more.append(fileAppender(i + ".log").replace("name='F'", "name='" + i + "'"));
            names.add(String.valueOf(i));
        }
        try (Scenario scenario = watched(folder, capped + PLAIN + rootOf("F"))) {
            log("a", Level.INFO, "one");
            scenario.rewrite(capped + PLAIN + more + rootOf(names.toArray(String[]::new)));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
            log("a", Level.INFO, "two");
            Tailrace.flush();

            assertThat(scenario.laneFiles()).hasSize(7);
            assertThat(scenario.lines("6.log")).containsExactly("INFO a two");
            assertThat(scenario.errors()).doesNotContain("TR3").contains("6 are new");
            assertThat(Tailrace.stats().memoryUsed()).as("beyond the cap").isGreaterThan(1 << 20);
        }
    }
}
