package dev.tailrace.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.LoggerCount;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.junit.measure.Kpis.Thrown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of the reports, which build servers and scripts read. */
class FormatTest {
    private static final String NASTY = "\"quoted\"\\ \b\f\n\r\t\u0000\u001f\u007f\u2028\u2029<&'=>/|`ü€😀]]>";

    @TempDir
    Path folder;

    private static Kpis all(String name) {
        Map<String, Long> levels = new LinkedHashMap<>();
        levels.put("WARN", 1L);
        levels.put("INFO", Long.MAX_VALUE);
        return new Kpis(
                4,
                300,
                1,
                2,
                1_234_567,
                4,
                levels,
                List.of(new LoggerCount(name, "ERROR", 3), new LoggerCount("", "INFO", 1)),
                List.of(
                        new CallSite("A.a(A.java:1)", name, "ERROR", 3, true).asNew(),
                        new CallSite(name, "ROOT", "INFO", 1, false)),
                List.of(new Thrown("java.io.IOException", name, 2)),
                List.of(
                        new MethodTime(
                                "A::a", 5, 5_000_000_000L, 810_000_000, 800_000_000, 12_000_000, 35_000, 7, "", true),
                        new MethodTime(name, 1, Long.MAX_VALUE, -1, 0, -1, -1, -1, name, false)));
    }

    private static TestResult silent(String id, long nanos) {
        return new TestResult(id, true, false, false, Kpis.silent(nanos, 0), List.of(), List.of());
    }

    private static Run run(String key, String name) {
        List<Change> changes = List.of(
                new Change("A#a()", Kpi.ENTRIES, "", 1, 4, 1),
                new Change("A#a()", Kpi.RESPONSE, "A::a", 10e6, 810e6, 30e6),
                new Change(name, Kpi.ROOT_ENTRIES, "", 1e-5, 0.1 + 0.2, 123_456_789.01));
        List<TestResult> tests = new ArrayList<>(List.of(
                silent("A", 0),
                silent("A#c()", 499_999),
                silent("A#c()[" + name + "]", 500_000),
                silent("A#d()", 61_234_567_890L),
                silent("A$B#a()", 1_499_999),
                silent("AB#a()", 1),
                silent(name + "#", 1),
                new TestResult(
                        "A#a()",
                        false,
                        true,
                        true,
                        all(name),
                        changes,
                        List.of(
                                new Exceeded(Kpi.ENTRIES, "", "4 entries, budget 1"),
                                new Exceeded(Kpi.CPU, name, name))),
                new TestResult("A#b()", true, false, false, Kpis.silent(3, 1), List.of(), List.of()),
                new TestResult("A#failed()", false, false, false, Kpis.silent(3, 0), List.of(), List.of()),
                new TestResult("A#new()", true, false, true, Kpis.silent(3, 0), List.of(), List.of()),
                new TestResult(
                        "A#timed()",
                        true,
                        false,
                        false,
                        Kpis.silent(3, 0).withMethods(List.of(new MethodTime("A::a", 1, 2, 2, 0, 1, 0, 0, "", false))),
                        List.of(),
                        List.of())));
        Collections.sort(tests);
        return new Run(
                Run.SCHEMA,
                key,
                "2026-11-21T10:15:30Z",
                "17.0.15+6",
                "Logback " + name,
                "",
                "thrown",
                "compare",
                6,
                7,
                true,
                tests,
                List.of("A#skipped()", name),
                List.of("A#gone()"));
    }

    private static void isAsEver(String name, String text) throws IOException {
        try (InputStream in = FormatTest.class.getResourceAsStream(name)) {
            assertThat(text).as(name).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void write_allThereCanBe_isTheSameTextAsEver() throws IOException {
        Reports reports = new Reports(folder, folder.resolve("history.jsonl"), 30);
        reports.write(run("12-1700000000000", "plain"), null);
        reports.write(run("13-1700000000001", NASTY), null);
        for (String each : List.of("run.json", "history.jsonl", "junit.xml")) {
            isAsEver(each, Files.readString(folder.resolve(each)));
        }
        assertThat(Run.read(folder.resolve("run.json"))).isEqualTo(run("13-1700000000001", NASTY));
    }

    @Test
    void write_forReaders_isTheSameTextAsEver() throws IOException {
        Reports reports = new Reports(folder, folder.resolve("history.jsonl"), 30);
        reports.write(run("12-1700000000000", "plain"), null);
        reports.write(run("13-1700000000001", NASTY.replaceAll("\\p{Cntrl}", "")), null);
        isAsEver("summary.md", Files.readString(folder.resolve("summary.md")));
        String page = Files.readString(folder.resolve("index.html"));
        int data = page.indexOf("<script type=\"application/json\"");
        isAsEver(
                "page.html",
                page.substring(page.indexOf("<main>"), page.indexOf("</main>"))
                        + page.substring(data, page.indexOf("</script>", data))
                        + "\n");
    }

    @Test
    void write_nothing_isTheSameBytesAsEver() throws IOException {
        Run empty = new Run(
                Run.SCHEMA,
                "",
                "",
                "",
                "",
                "no backend",
                "logged",
                "warn",
                0,
                0,
                false,
                List.of(),
                List.of(),
                List.of());
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(empty, null);
        assertThat(Files.readString(folder.resolve("run.json"))).isEqualTo("""
            {
              "schema": 3,
              "key": "",
              "started": "",
              "jdk": "",
              "backend": "",
              "notCounted": "no backend",
              "exceptions": "logged",
              "mode": "warn",
              "unattributed": 0,
              "outside": 0,
              "hasBaseline": false,
              "tests": [],
              "silent": {},
              "skipped": [],
              "vanished": []
            }
            """);
        assertThat(Files.readString(folder.resolve("history.jsonl"))).isEmpty();
        assertThat(Run.read(folder.resolve("run.json"))).isEqualTo(empty);
    }

    @Test
    void write_limitThatIsInfinite_isLeftOut() throws IOException {
        Change change = new Change("A#a()", Kpi.ENTRIES, "", 1, 2, Double.POSITIVE_INFINITY);
        Run run = run("1", "x");
        Run one = new Run(
                run.schema(),
                run.key(),
                run.started(),
                run.jdk(),
                run.backend(),
                "",
                "logged",
                "compare",
                0,
                0,
                true,
                List.of(new TestResult("A#a()", true, false, false, Kpis.silent(1, 0), List.of(change), List.of())),
                List.of(),
                List.of());
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(one, null);
        assertThat(Files.readString(folder.resolve("run.json")))
                .contains(
                        "\n    {\"id\": \"A#a()\", \"passed\": true, \"kpis\": {\"nanos\": 1}, \"changes\": [{\"test\":"
                                + " \"A#a()\", \"kpi\": \"ENTRIES\", \"before\": 1, \"now\": 2}]}\n");
    }

    /** A report of another JVM that is truncated or edited is replaced; the build goes on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{\"schema\": 3, \"key\": \"1\"",
                "{\"schema\": 1, \"key\": \"1\"}",
                "{\"schema\": 3, \"key\": \"1\",\n\"tests\": [{\"changes\": 7}]}",
                "{\"schema\": 3, \"key\": \"1\",\n\"tests\": [null]}",
                "{\"schema\": 3, \"key\": \"1\",\n\"tests\": [{\"id\": \"B#b()\", \"kpis\": null}]}",
                "{\"schema\": 3, \"key\": \"1\",\n\"tests\": [{\"id\": null}]}",
                "{\"schema\": 3, \"key\": \"1\",\n\"tests\": [{\"id\": \"B\", \"changes\": [{\"kpi\": \"OTHER\"}]}]}",
                "{\"schema\": 3, \"key\": \"1\",\n\"silent\": {\"B\": {\"#b()\": \"x\"}}}",
                "{\"schema\": 3, \"key\": \"1\",\n\"skipped\": [null]}",
                "{\"schema\": 3, \"key\": \"1\",\n\"skipped\": null}"
            })
    void write_damagedRunOfTheSameBuild_isReplaced(String text) throws IOException {
        Files.writeString(folder.resolve("run.json"), text);
        Files.writeString(folder.resolve("history.jsonl"), text);
        Run whole = new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", "x"), null)
                .run();
        assertThat(whole).isEqualTo(run("1", "x"));
        assertThat(Run.read(folder.resolve("run.json"))).isEqualTo(whole);
        assertThat(Files.readString(folder.resolve("history.jsonl"))).contains("\"key\":\"1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\": 3,\n\"tests\": 7}", "{\"schema\": 3,\n<<<<<<< HEAD\n}", "{\"schema\": 3,\n"})
    void read_damagedRun_saysWhichAndThatItIsNotExpected(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> Run.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot read " + file + ": it is not the JSON expected: ")
                .hasMessageContaining("(line 2, column ");
    }

    /** Omitted components have the values of a run without them. */
    @Test
    void read_leftOut_isEmpty() throws IOException {
        Path file = Files.writeString(
                folder.resolve("run.json"),
                "{\"schema\": 3, \"other\": [{}], \"tests\": [{\"id\": \"A#a()\", \"kpis\": {}}, {\"id\": \"A#b()\","
                        + " \"passed\": true, \"kpis\": {\"entries\": 1}}], \"silent\": {\"A\": {\"\": 9}}}");
        Run read = Run.read(file);
        assertThat(read.key() + read.started() + read.jdk() + read.backend() + read.notCounted() + read.exceptions())
                .isEmpty();
        assertThat(read.mode()).isEmpty();
        assertThat(read.skipped()).isEmpty();
        assertThat(read.vanished()).isEmpty();
        Kpis one = new Kpis(1, 0, 0, 0, 0, 0, Map.of(), List.of(), List.of(), List.of(), List.of());
        assertThat(read.tests())
                .containsExactly(
                        silent("A", 9),
                        new TestResult("A#a()", false, false, false, Kpis.silent(0, 0), List.of(), List.of()),
                        new TestResult("A#b()", true, false, false, one, List.of(), List.of()));
    }
}
