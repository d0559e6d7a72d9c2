package dev.tailrace.junit.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.LoggerCount;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.junit.measure.Kpis.Thrown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class RunTest {
    @TempDir
    Path folder;

    private static Kpis kpis(long entries) {
        return new Kpis(
                entries,
                entries * 100,
                entries,
                0,
                5_000_000,
                0,
                Map.of("INFO", entries),
                List.of(new LoggerCount("ROOT", "INFO", entries)),
                List.of(new CallSite("com.acme.Statements.print(Statements.java:17)", "ROOT", "INFO", entries, false)),
                List.of(),
                List.of());
    }

    private static TestResult good(String id, long entries) {
        return new TestResult(id, true, false, false, kpis(entries), List.of(), List.of());
    }

    private static TestResult worse(String id, long before, long entries) {
        return new TestResult(
                id,
                false,
                false,
                false,
                kpis(entries),
                List.of(new Change(id, Kpi.ENTRIES, "", before, entries, before)),
                List.of());
    }

    private static Run run(String key, TestResult... tests) {
        return run(key, "", "compare", tests);
    }

    private static Run run(String key, String notCounted, String mode, TestResult... tests) {
        return new Run(
                Run.SCHEMA,
                key,
                "2026-11-21T10:15:30Z",
                "17",
                "Logback",
                notCounted,
                "logged",
                mode,
                0,
                0,
                mode.equals("compare"),
                List.of(tests),
                List.of(),
                List.of("com.acme.A#gone()"));
    }

    @Test
    void write_worseTests_pageNamesThemWorstFirstWithPlaceAndLogger() throws IOException {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(
                        run("1", good("A#fine()", 1), worse("A#slightly()", 10, 20), worse("A#badly()", 1, 1_000)),
                        whole -> {});
        String page = Files.readString(folder.resolve("index.html"));
        assertThat(page)
                .containsSubsequence("A#badly()", "1,000 entries, 1 before, 1 allowed", "A#slightly()")
                .contains("com.acme.Statements.print(Statements.java:17)", "INFO by ROOT")
                .contains("com.acme.A#gone()")
                .doesNotContain("src=\"http");
        assertThat(Files.readString(folder.resolve("summary.md")))
                .contains("| `A#badly()` | 1,000 entries, 1 before, 1 allowed |"
                        + " 1,000 x INFO by `ROOT` at `Statements.print(Statements.java:17)` |")
                .contains("Vanished: `com.acme.A#gone()`");
    }

    @Test
    void write_onlyAMethodIsWorse_isRedThereAndNotAmongEntriesAndBytes() throws IOException {
        Kpis kpis = kpis(3).withMethods(List.of(
                new MethodTime("fill", 2, 1_700_000_000L, 810_000_000, 0, 12_000_000, 35_000, 0, "", true),
                new MethodTime("await", 2, 20_000_000, -1, 0, -1, -1, -1, "on virtual threads", false)));
        Change slower = new Change("A#a()", Kpi.RESPONSE, "fill", 10e6, 810e6, 30e6);
        TestResult test = new TestResult("A#a()", false, false, false, kpis, List.of(slower), List.of());
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(run("1", test), whole -> {});

        String page = Files.readString(folder.resolve("index.html"));
        assertThat(page)
                .contains("fill: 810 ms response time, 10.0 ms before, 30.0 ms allowed")
                .contains("only the call: its work goes on afterwards", "not judged: on virtual threads")
                .doesNotContain("Logged most");
        assertThat(page.split("<td class=\"figure bad", -1)).as("red cells").hasSize(2);
        assertThat(Files.readString(folder.resolve("summary.md")))
                .contains("| `A#a()` | fill: 810 ms response time, 10.0 ms before, 30.0 ms allowed |  |")
                .contains("| `A#a()` | `fill` | 810 ms response time, 12.0 ms CPU time, 35.0 kB allocated |")
                .contains("| `A#a()` | `await` | 10.0 ms wall time, not judged: on virtual threads |");
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains("name=\"tailrace.responseMillis.fill\" value=\"810.000\"")
                .contains("name=\"tailrace.cpuMillis.fill\" value=\"12.000\"")
                .contains("name=\"tailrace.allocatedBytes.fill\" value=\"35000\"")
                .contains("name=\"tailrace.wallMillis.await\" value=\"10.000\"")
                .contains("<failure message=\"fill: 810 ms response time, 10.0 ms before, 30.0 ms allowed\"/>")
                .doesNotContain("responseMillis.await");
    }

    @Test
    void write_testsThatLogNothing_areCountedOnThePageAndInTheJson() throws IOException {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", good("A#loud()", 1), good("A#silent()", 0), good("A#too()", 0)), all -> {});
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("A#loud()", "2 more tests logged nothing")
                .doesNotContain("<th scope=\"row\" class=\"first text\">A#silent()");
        assertThat(Files.readString(folder.resolve("run.json"))).contains("A#silent()", "A#too()");
    }

    @Test
    void write_secondRun_drawsACurveIfAnythingWasLogged() throws IOException {
        for (String key : List.of("1", "2")) {
            new Reports(folder, folder.resolve("history.jsonl"), 30).write(run(key, good("A#silent()", 0)), all -> {});
        }
        assertThat(Files.readString(folder.resolve("index.html"))).doesNotContain("Over the kept builds");
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(run("3", good("A#loud()", 1)), all -> {});
        assertThat(Files.readString(folder.resolve("index.html"))).contains("Over the kept builds");
    }

    @Test
    void write_everythingThereIs_isReadBackTheSame() throws IOException {
        Kpis all = new Kpis(
                3,
                300,
                1,
                2,
                1_234_567,
                4,
                Map.of("ERROR", 3L),
                List.of(new LoggerCount("ROOT", "ERROR", 3)),
                List.of(new CallSite("A.a(A.java:1)", "ROOT", "ERROR", 3, true).asNew()),
                List.of(new Thrown("java.io.IOException", "A.a(A.java:2)", 2)),
                List.of(new MethodTime("A::a", 5, 999, 5, 0, 4, 3, 2, "cold", true)));
        Change change = new Change("A#a()", Kpi.CPU, "A::a", 0.25, 100, 12.5);
        Run run = new Run(
                Run.SCHEMA,
                "1",
                "2026-11-21T10:15:30Z",
                "17",
                "Logback \"x\"",
                "some JVMs weren't counted",
                "thrown",
                "warn",
                6,
                7,
                true,
                List.of(
                        new TestResult(
                                "A#a()",
                                true,
                                true,
                                true,
                                all,
                                List.of(change),
                                List.of(new Exceeded(Kpi.ENTRIES, "", "3 entries, budget 1"))),
                        good("B#b()", 0)),
                List.of("A#skipped()"),
                List.of("A#gone()"));
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(run, whole -> {});
        assertThat(Run.read(folder.resolve("run.json"))).isEqualTo(run);
    }

    @Test
    void write_nothingWasCounted_allReportsSaySo() throws IOException {
        String reason = "SLF4J logs to org.acme.Factory";
        RunSummary runSummary = new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", reason, "compare", good("A#a()", 0), good("A#b()", 0)), all -> {});
        assertThat(runSummary.sentence()).isEqualTo("2 tests, log entries not counted (" + reason + ")");
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("What the tests log was not counted: " + reason, ">not counted<", "2 tests were not counted")
                .doesNotContain("Nothing did.", "logged nothing", "0 worse", "run the tests once");
        assertThat(Files.readString(folder.resolve("summary.md")))
                .contains("not counted")
                .doesNotContain("0 ");
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains("name=\"tailrace.notCounted\" value=\"" + reason + "\"")
                .doesNotContain("\"tailrace.entries\"");
        assertThat(Files.readString(folder.resolve("run.json"))).contains("\"notCounted\": \"" + reason + "\"");
        assertThat(Files.readString(folder.resolve("history.jsonl")))
                .as("no point of a curve")
                .doesNotContain("\"key\"");

        RunSummary whole = new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", "", "compare", good("A#c()", 3)), all -> {});
        assertThat(whole.sentence())
                .as("another JVM of the build was counted")
                .startsWith("3 tests logged 3 entries, others were not counted (" + reason + ")");
        assertThat(new Reports(folder, folder.resolve("history.jsonl"), 30)
                        .write(run("2", reason, "update", good("A#a()", 0)), all -> {})
                        .sentence())
                .isEqualTo("1 test, log entries not counted (" + reason + "), no baseline written");
        assertThat(Files.readString(folder.resolve("index.html"))).contains("and no baseline was written");
    }

    @Test
    void write_updateRun_pageDoesNotAskForAnUpdate() throws IOException {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", "", "update", good("A#a()", 1)), all -> {});
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("This run has written the baseline: commit it.")
                .doesNotContain("-Dtailrace.kpis=update", "No budget was exceeded");
        TestResult over = new TestResult(
                "A#b()",
                false,
                false,
                false,
                kpis(3),
                List.of(),
                List.of(new Exceeded(Kpi.ENTRIES, "", "3 entries, budget 1")));
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(run("2", "", "update", over), all -> {});
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("3 entries, budget 1")
                .doesNotContain("-Dtailrace.kpis=update");
    }

    private static TestResult silent(String id, long nanos) {
        return new TestResult(id, true, false, false, Kpis.silent(nanos, 0), List.of(), List.of());
    }

    @Test
    void write_silentTestsOfSeveralClasses_areReadBackAmongTheOthers() throws IOException {
        TestResult failed = new TestResult("A#b()", false, false, false, Kpis.silent(2, 0), List.of(), List.of());
        Run run = run(
                "1",
                silent("A", 9),
                silent("A#a()", 1),
                failed,
                silent("A#c()", 3),
                good("B#a()", 1),
                silent("B#b()", 4));
        new Reports(folder, folder.resolve("history.jsonl"), 30).write(run, whole -> {});
        assertThat(Files.readString(folder.resolve("run.json")))
                .contains("\"silent\": {\n    \"A\": {\n      \"\": 9,\n      \"#a()\": 1,\n      \"#c()\": 3\n    },\n"
                        + "    \"B\": {\n      \"#b()\": 4\n    }\n  }");
        assertThat(Run.read(folder.resolve("run.json"))).isEqualTo(run);
    }

    @Test
    void write_times_areInTheXmlToTheMillisecond() throws Exception {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(
                        run(
                                "1",
                                silent("A#a()", 499_999),
                                silent("A#b()", 500_000),
                                silent("A#c()", 1_499_999),
                                silent("A#d()", 61_234_567_890L),
                                good("A#e()", 1)),
                        whole -> {});
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains(
                        "name=\"a()\" time=\"0.000\"/>\n",
                        "name=\"b()\" time=\"0.001\"/>\n",
                        "name=\"c()\" time=\"0.001\"/>\n",
                        "name=\"d()\" time=\"61.235\"/>\n",
                        "name=\"e()\" time=\"0.005\">\n");
    }

    @Test
    void write_silentTest_isInTheXmlWithoutFigures() throws Exception {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", silent("A#a()", 1), good("A#b()", 1)), whole -> {});
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains("<testcase classname=\"A\" name=\"a()\" time=\"0.000\"/>\n")
                .contains("<testcase classname=\"A\" name=\"b()\" time=\"0.005\">\n    <properties>");
    }

    @Test
    void write_damagedFilesOfEarlierRuns_areReplaced() throws IOException {
        Files.writeString(
                folder.resolve("run.json"), "{\"schema\": 1, \"key\": \"1\",\n\"tests\": [{\"changes\": 7}]}");
        Files.writeString(folder.resolve("history.jsonl"), "{\"schema\": 1, \"runs\": [{\"entriesOf\": []");
        Run whole = new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", good("A#a()", 1)), all -> {})
                .run();
        assertThat(whole.tests()).hasSize(1);
        assertThat(Files.readString(folder.resolve("history.jsonl"))).contains("\"A#a()\":1");
    }

    @Test
    void write_folderWhereThePageBelongs_isToldAsAFailure() throws IOException {
        Files.createDirectories(folder.resolve("index.html"));
        assertThatThrownBy(() -> new Reports(folder, folder.resolve("history.jsonl"), 30)
                        .write(run("1", good("A#a()", 1)), all -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("index.html");
    }

    @Test
    void write_secondJvmOfTheSameBuild_addsItsTests() throws IOException {
        Reports reports = new Reports(folder, folder.resolve("history.jsonl"), 30);
        reports.write(run("1", good("A#a()", 1), good("A#again()", 1)), whole -> {});
        RunSummary runSummary = reports.write(run("1", good("B#b()", 2), good("A#again()", 5)), all -> {});
        Run whole = runSummary.run();
        assertThat(whole.tests()).extracting(TestResult::id).containsExactly("A#a()", "A#again()", "B#b()");
        assertThat(runSummary.sums().entries).isEqualTo(8);
    }

    @Test
    void write_nextBuild_beginsAnewAndShowsTheCurve() throws IOException {
        Reports reports = new Reports(folder, folder.resolve("history.jsonl"), 30);
        reports.write(run("1", good("A#a()", 1)), whole -> {});
        Run whole = reports.write(run("2", good("A#a()", 8)), all -> {}).run();
        assertThat(whole.tests()).hasSize(1);
        assertThat(Files.readString(folder.resolve("summary.md"))).contains("▂█");
        assertThat(Files.readString(folder.resolve("index.html"))).contains("Over the kept builds");
    }

    @Test
    void write_moreRunsThanAreKept_forgetsTheOldest() throws IOException {
        Reports reports = new Reports(folder, folder.resolve("history.jsonl"), 2);
        for (int i = 1; i <= 4; i++) {
            reports.write(run("" + i, good("A#a()", i)), whole -> {});
        }
        assertThat(Files.readString(folder.resolve("history.jsonl")))
                .contains("\"key\":\"4\"", "\"key\":\"3\"")
                .doesNotContain("\"key\":\"2\"");
    }

    @Test
    void write_anything_xmlHasTheFiguresAsProperties() throws Exception {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", good("A#text(<\"\u0001>)", 3), worse("A#b()", 1, 2)), whole -> {});
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("junit.xml").toFile())
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        NodeList cases = suite.getElementsByTagName("testcase");
        Element first = (Element) cases.item(0);
        assertThat(first.getAttribute("classname")).isEqualTo("A");
        Element entries = (Element) first.getElementsByTagName("property").item(0);
        assertThat(entries.getAttribute("name")).isEqualTo("tailrace.entries");
        assertThat(entries.getAttribute("value")).isEqualTo("3");
        assertThat(((Element) cases.item(1)).getElementsByTagName("failure").getLength())
                .isEqualTo(1);
    }

    @Test
    void write_testsOfTheSameShortName_areNamedInFullInTheSummary() throws IOException {
        new Reports(folder, folder.resolve("history.jsonl"), 30)
                .write(run("1", worse("a.T#t()", 1, 2), worse("b.T#t()", 1, 3), good("c.U#u()", 1)), whole -> {});
        assertThat(Files.readString(folder.resolve("summary.md")))
                .containsSubsequence("| `b.T#t()` |", "| `a.T#t()` |", "| `U#u()` | 1 |");
    }

    @Test
    void place_placeOrReason_losesOnlyThePackage() {
        assertThat(ShortNames.place("com.acme.Orders$Item.fill(Orders.java:17)"))
                .isEqualTo("Orders$Item.fill(Orders.java:17)");
        assertThat(ShortNames.place("Orders.fill(Orders.java:17)")).isEqualTo("Orders.fill(Orders.java:17)");
        assertThat(ShortNames.place("unknown (another thread writes for the callers)"))
                .isEqualTo("unknown (another thread writes for the callers)");
    }

    @Test
    void sparkline_values_areScaledToTheLargest() {
        assertThat(Sparkline.of(List.of(0L, 1L, 50L, 100L))).isEqualTo("▁▂▄█");
        assertThat(Sparkline.of(List.of(0L, 0L))).isEqualTo("▁▁");
    }
}
