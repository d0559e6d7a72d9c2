package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.tailrace.testkit.Arguments;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output for a saved race. */
class SavedRaceTest {
    private static final Pattern NEGATIVE = Pattern.compile("(?<![\\w.])-\\d");

    @TempDir
    Path folder;

    private static List<String> printed(RaceReport report, boolean all) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        RaceTable.print(report, List.of(), all, new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static long tables(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("──")).count();
    }

    @Test
    void print_recordedRace_hasOneTableForEachIncidentIn80Columns() throws Exception {
        List<String> lines = printed(RaceReport.read(SavedRace.QUICK), false);

        assertThat(tables(lines)).isEqualTo(4);
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(80));
        assertThat(lines).contains("All figures: --all, or --html FILE with charts.");
    }

    /** The widest figures: the no-op's lines per second, losses of millions, the longest name of a setting. */
    @Test
    void print_wideFigures_stillMakeOneTable() throws Exception {
        Object[] calls = {
            "lost", 1_234_567, "blockedMillis", 176_806, "longestCallNanos", 188_500_000, "p99Nanos", 188_500_000
        };
        SavedRace stalls = new SavedRace(84)
                .row("noop", "default", "longestCallNanos", 1_000)
                .row("tailrace", "disruptor3", with(calls, "longestOverNoopNanos", -1));
        SavedRace lines =
                new SavedRace(84).row("tailrace", "disruptor3", with(calls, "requestsPerSecond", 160_520_528));
        SavedRace serving = new SavedRace(84)
                .row("tailrace", "disruptor3", with(calls, "linesPerRequest", 20, "cpuNanosPerRequest", 188_500));

        for (SavedRace race : List.of(stalls, lines, serving)) {
            List<String> printed = printed(RaceReport.read(race.write(folder)), false);
            assertThat(tables(printed)).as("%s", printed).isEqualTo(1);
            assertThat(printed).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
    }

    private static Object[] with(Object[] figures, Object... more) {
        return Stream.concat(Stream.of(figures), Stream.of(more)).toArray();
    }

    @Test
    void print_recordedRaceWithAll_hasEveryFigureAndSplitsNoTable() throws Exception {
        RaceReport report = RaceReport.read(SavedRace.QUICK);
        long titles = report.incidents().stream()
                .mapToLong(incident -> 1 + RaceTable.details(incident).size())
                .sum();

        List<String> lines = printed(report, true);

        assertThat(tables(lines)).isEqualTo(titles);
        assertThat(String.join("\n", lines))
                .contains(
                        "p99.9",
                        "p50",
                        "bytes/event",
                        "rolls",
                        "compressed",
                        "double",
                        "torn",
                        "misordered",
                        "version");
    }

    /** In the recording, Tailrace's longest call of I3 is 2.5 ms shorter than the no-op's. */
    @Test
    void show_differenceBelowZero_isNotMeasurableAndStaysInTheJson() throws Exception {
        RaceReport report = RaceReport.read(SavedRace.QUICK);
        Path json = folder.resolve("again.json");
        Path html = folder.resolve("race.html");

        int status =
                Race.run("--from", SavedRace.QUICK.toString(), "--json", json.toString(), "--html", html.toString());

        assertThat(status).isZero();
        assertThat(JsonParser.parseString(Files.readString(json)))
                .isEqualTo(JsonParser.parseString(Files.readString(SavedRace.QUICK)));
        assertThat(Files.readString(json)).contains("\"longestOverNoopNanos\": -2509677");
        assertThat(printed(report, true))
                .noneMatch(line -> NEGATIVE.matcher(line).find())
                .anyMatch(line -> line.startsWith("tailrace  default") && line.contains("not measurable"));
        assertThat(Files.readString(html)).contains("not measurable").doesNotContain("-2.51");
    }

    @Test
    void print_differenceWithinTheNoopsScatter_isNotMeasurable() throws Exception {
        SavedRace race = new SavedRace(84)
                .row(
                        "noop",
                        "default",
                        "longestCallNanos",
                        30_000,
                        "longestOverNoopNanos",
                        0,
                        "spread",
                        SavedRace.spread("longestCallNanos", 10_000, 30_000, 900_000))
                .row("tailrace", "default", "longestCallNanos", 700_000, "longestOverNoopNanos", 670_000)
                .row("logback", "incident", "longestCallNanos", 5_000_000, "longestOverNoopNanos", 4_970_000);

        List<String> lines = printed(RaceReport.read(race.write(folder)), false);

        assertThat(lines).anyMatch(line -> line.startsWith("tailrace") && line.contains("not measurable"));
        assertThat(lines).anyMatch(line -> line.startsWith("logback") && line.contains("4.97 ms"));
    }

    @Test
    void print_damagedLinesOfAPeer_standBelowTheTable() throws Exception {
        SavedRace race = new SavedRace(84)
                .row("logback", "prudent", "longestCallNanos", 1_000, "duplicated", 2, "torn", 4, "misordered", 1)
                .row("log4j2", "sync", "failure", "it hung");

        assertThat(printed(RaceReport.read(race.write(folder)), false))
                .contains(
                        "logback prudent: 2 lines were written twice, 4 lines were torn, 1 line was out",
                        "log4j2 sync failed: it hung");
    }

    @Test
    void page_recordedRace_hasOneChartForEachIncidentWithAllBackends() throws Exception {
        String html = RacePage.of("race", RaceReport.read(SavedRace.QUICK), List.of(), Map.of())
                .html();

        assertThat(html.split("<div class=\"plot\"", -1)).hasSize(4 + 1);
        for (String backend : List.of("tailrace", "logback", "log4j2", "noop")) {
            assertThat(html.split("\"name\":\"" + backend + "\"", -1)).hasSize(4 + 1);
        }
        assertThat(html)
                .contains("Every line of Tailrace arrived once, whole and in order")
                .contains("<a href=\"#s1\">I1</a> With Logback 84 threads stood still for 177 s in all");
    }

    @Test
    void page_severalSettings_drawsTheFirstAndLeavesTheOthersToAClick() throws Exception {
        Object series = new Series(List.of(1_000L, 2_000L), List.of(1L, 1L), List.of(5L, 5L), 100);
        SavedRace race = new SavedRace(84)
                .row("logback", "incident", "longestCallNanos", 1_000, "series", series)
                .row("logback", "tuned", "longestCallNanos", 1_000, "series", series);

        String html = RacePage.of("race", RaceReport.read(race.write(folder)), List.of(), Map.of())
                .html();

        assertThat(html)
                .contains("{\"name\":\"logback\",\"colour\":0,\"shown\":true")
                .contains("{\"name\":\"logback tuned\",\"colour\":1,\"shown\":false")
                .contains("a click on a name shows or hides its curve");
    }

    private record Series(List<Long> longestNanos, List<Long> p99Nanos, List<Long> events, int stepMillis) {}

    @Test
    void show_lossOfTailrace_endsWithOne() throws Exception {
        Path file = new SavedRace(84).row("tailrace", "default", "lost", 1).write(folder);

        assertThat(Race.run("--from", file.toString())).isEqualTo(1);
    }

    @Test
    void show_failedRun_endsWithTwo() throws Exception {
        Path file = new SavedRace(84)
                .row("logback", "incident", "failure", "it hung")
                .write(folder);

        assertThat(Race.run("--from", file.toString())).isEqualTo(2);
        assertThat(Race.run("--from", folder.resolve("none.json").toString())).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"schema\": 1 | \"schema\": 2 | schema=2",
                "\"machine\" | \"mashine\" | no machine",
                "\"incidents\": [ | \"incidents\": [null, | no incidents",
                "\"backends\": [ | \"backends\": [null, | no backends",
                "\"spread\": {} | \"spread\": null | no spread",
                "\"stepMillis\": 100 | \"stepMillis\": 0 | series of different lengths",
                "\"longestNanos\": [ | \"longestNanos\": [7, | series of different lengths",
                "\"longestNanos\": [ | \"longestNanos\": [\"x\", | not the JSON expected",
            })
    void read_damagedFile_isRefusedWithItsNameAndAReason(String from, String to, String reason) throws Exception {
        String text = Files.readString(SavedRace.QUICK);
        Path file = Files.writeString(folder.resolve("bad.json"), text.replaceFirst(Pattern.quote(from), to));

        assertThatThrownBy(() -> RaceReport.read(file))
                .isInstanceOf(java.io.IOException.class)
                .hasMessageContaining("bad.json")
                .hasMessageContaining(reason);
    }

    @Test
    void parse_fromWithAnOptionOfARun_isRefused() {
        assertThatThrownBy(() -> Options.parse("--from", "race.json", "--quick"))
                .isInstanceOf(Arguments.Misunderstanding.class)
                .hasMessage("--from runs nothing, and --quick is for a run");
        assertThat(BenchRun.run("--from", "race.json")).isEqualTo(2);
    }

    @Test
    void docs_sampleOutput_isWhatTheRecordedRacePrints() throws Exception {
        List<String> lines = printed(RaceReport.read(SavedRace.QUICK), false);
        String first = String.join(
                        "\n", lines.subList(0, lines.indexOf("I2: one shared log for every process of a node")))
                .strip();
        Path root = Path.of("../..");

        assertThat(Files.readString(root.resolve("docs/reference/race.md"))).contains("```\n" + first + "\n```");
        assertThat(Files.readString(root.resolve("README.md")))
                .contains("```\n" + String.join("\n", lines.subList(2, 5)) + "\n```");
    }
}
