package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of JSON on their whole way, from the configuration into a file. */
class JsonFileTest {
    @TempDir
    Path folder;

    private static String appender(String inside) {
        return "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>FOLDER/app.log</file>"
                + "<encoder class='net.logstash.logback.encoder.LogstashEncoder'/>" + inside + "</appender>"
                + Scenario.root("INFO");
    }

    @Test
    void log_withAJsonEncoder_writesALineForEachEvent() throws IOException {
        try (Scenario scenario = Scenario.of(folder, appender(""))) {
            for (int i = 0; i < 100; i++) {
                Scenario.log("com.example.A", Level.INFO, "order {} \"{}\"\n", i, "x\ty");
            }
            assertThat(Tailrace.flush()).isTrue();
            List<String> lines = scenario.lines("app.log");
            assertThat(lines).hasSize(100);
            for (int i = 0; i < 100; i++) {
                JsonObject read = JsonLog.parse(lines.get(i)).getAsJsonObject();
                assertThat(read.get("message").getAsString()).isEqualTo("order " + i + " \"x\ty\"\n");
                assertThat(read.get("logger_name").getAsString()).isEqualTo("com.example.A");
            }
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void log_withAJsonEncoder_writesTheFractionOfTheSecondThatItsFormatHas() throws IOException {
        String body = appender("")
                .replace(
                        "<root",
                        "<appender name='N' class='ch.qos.logback.core.FileAppender'><file>FOLDER/nanos.log</file>"
                                + "<encoder class='ch.qos.logback.classic.encoder.JsonEncoder'/></appender>"
                                + "<appender name='P' class='ch.qos.logback.core.FileAppender'><file>FOLDER/plain.log</file>"
                                + "<encoder><pattern>%d{ss.SSSSSS} %micros%n</pattern></encoder></appender><root")
                .replace("</root>", "<appender-ref ref='N'/><appender-ref ref='P'/></root>");
        try (Scenario scenario = Scenario.of(folder, body)) {
            Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            for (int i = 0; i < 50; i++) {
                Scenario.log("com.example.A", Level.INFO, "order {}", i);
            }
            Instant after = Instant.now();
            assertThat(Tailrace.flush()).isTrue();
            Set<Integer> fractions = new HashSet<>();
            for (int i = 0; i < 50; i++) {
                JsonObject first =
                        JsonLog.parse(scenario.lines("app.log").get(i)).getAsJsonObject();
                JsonObject second =
                        JsonLog.parse(scenario.lines("nanos.log").get(i)).getAsJsonObject();
                OffsetDateTime time =
                        OffsetDateTime.parse(first.get("@timestamp").getAsString());
                assertThat(time.toInstant()).isBetween(before, after);
                assertThat(second.get("nanoseconds").getAsInt()).isEqualTo(time.getNano());
                assertThat(second.get("timestamp").getAsLong())
                        .isEqualTo(time.toInstant().toEpochMilli());
                // Logback's own patterns know milliseconds only, but for one word.
                assertThat(scenario.lines("plain.log").get(i))
                        .matches("\\d\\d\\.\\d{3}000 "
                                + String.format(Locale.ROOT, "%03d", time.getNano() / 1_000 % 1_000));
                fractions.add(time.getNano() % 1_000_000);
            }
            assertThat(fractions).hasSizeGreaterThan(5);
        }
    }

    @Test
    void log_withGelfLayout_writesMillisecondsWhateverOthersHaveLookedUp() throws IOException {
        String body = "<Appenders><File name='N' fileName='FOLDER/n.log'><PatternLayout pattern='%d{n} %m%n'/></File>"
                + "<File name='G' fileName='FOLDER/g.log'><GelfLayout host='h'/></File></Appenders><Loggers>"
                + "<Root level='info'><AppenderRef ref='N'/><AppenderRef ref='G'/></Root></Loggers>";
        try (Scenario scenario = Scenario.of(folder, body)) {
            for (int i = 0; i < 20; i++) {
                Scenario.log("com.example.A", Level.INFO, "order {}", i);
            }
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("g.log"))
                    .hasSize(20)
                    .allSatisfy(line -> assertThat(line).containsPattern("\"timestamp\":\\d+\\.\\d{3},"));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void log_withCallerData_namesTheCaller() throws IOException {
        String body = appender("")
                .replace(
                        "LogstashEncoder'/>",
                        "LogstashEncoder'>"
                                + "<includeCallerData>true</includeCallerData><fieldNames><caller>who</caller></fieldNames></encoder>");
        try (Scenario scenario = Scenario.of(folder, body)) {
            Scenario.log("com.example.A", Level.INFO, "here");
            assertThat(Tailrace.flush()).isTrue();
            JsonObject who = JsonLog.parse(scenario.lines("app.log").get(0))
                    .getAsJsonObject()
                    .getAsJsonObject("who");
            assertThat(who.get("caller_class_name").getAsString()).isEqualTo(JsonFileTest.class.getName());
            assertThat(who.get("caller_method_name").getAsString()).isEqualTo("log_withCallerData_namesTheCaller");
            assertThat(who.get("caller_file_name").getAsString()).isEqualTo("JsonFileTest.java");
            assertThat(who.get("caller_line_number").getAsInt()).isPositive();
        }
    }

    @Test
    void log_lineOverTheLimitOfItsAppender_isCutAndStaysJson() throws IOException {
        try (Scenario scenario = Scenario.of(folder, appender("<tailrace maxEvent='300'/>"))) {
            Scenario.log("com.example.A", Level.INFO, "long {}", "0123456789".repeat(100));
            Scenario.log("com.example.A", Level.INFO, "longer than anything {}", "\"\n".repeat(1 << 20));
            assertThat(Tailrace.flush()).isTrue();
            List<String> lines = scenario.lines("app.log");
            assertThat(lines).hasSize(2);
            for (String line : lines) {
                assertThat(line).hasSizeLessThan(300);
                JsonObject read = JsonLog.parse(line).getAsJsonObject();
                assertThat(read.get("message").getAsString()).startsWith("long").hasSizeGreaterThan(80);
                assertThat(read.get("tailrace.cut_bytes").getAsLong()).isGreaterThan(700);
            }
            assertThat(Tailrace.stats().destinations().get(0).cut()).isEqualTo(2);
        }
    }
}
