package dev.tailrace.junit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {
    @TempDir
    Path folder;

    private static Kpis kpis(long entries, long bytes, long nanos) {
        return new Kpis(
                entries,
                bytes,
                0,
                0,
                nanos,
                0,
                entries == 0 ? Map.of() : Map.of("INFO", entries),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static Baseline of(Map<String, Kpis> tests) {
        return Baseline.renewed(null, "logged", tests, tests.keySet());
    }

    private static void assertSame(Baseline read, Baseline written) {
        assertThat(read.exceptions()).isEqualTo(written.exceptions());
        assertThat(read.tests()).isEqualTo(written.tests());
    }

    @Test
    void write_thenRead_isTheSameInTheOrderOfNames() throws IOException {
        Baseline written = of(Map.of("B#b()", kpis(2, 200, 1_000_000), "A#a()", kpis(1, 100, 2_000_000)));
        Path file = folder.resolve("tailrace-kpis.json");
        written.write(file);
        assertSame(Baseline.read(file), written);
        assertThat(Files.readString(file)).containsSubsequence("A#a()", "B#b()");
    }

    private static Kpis logging(CallSite... places) {
        return kpis(places.length, 100, 1).withCallSites(List.of(places));
    }

    @Test
    void marked_placesOfBefore_areKnownWhateverTheirLine() throws IOException {
        Baseline written = of(Map.of(
                "A#a()",
                logging(
                        new CallSite("A.a(A.java:1)", "x", "INFO", 1, false),
                        new CallSite("A.lambda$b$0(A.java:2)", "x", "INFO", 1, false)),
                "A#sampled()",
                logging(new CallSite("A.a(A.java:1)", "x", "INFO", 2_000, true)),
                "A#silent()",
                kpis(0, 0, 1)));
        Path file = folder.resolve("tailrace-kpis.json");
        written.write(file);
        assertThat(Files.readString(file)).contains("\"INFO x A.a\": 1", "\"INFO x A.lambda$b\": 1");
        Baseline read = Baseline.read(file);
        assertSame(read, written);

        Kpis now = logging(
                new CallSite("A.a(A.java:17)", "x", "INFO", 1, false),
                new CallSite("A.lambda$b$3(A.java:19)", "x", "INFO", 1, false),
                new CallSite("A.a(A.java:17)", "x", "WARN", 1, false),
                new CallSite("A.c(A.java:20)", "x", "INFO", 1, false));
        assertThat(read.marked("A#a()", now).callSites())
                .extracting(CallSite::isNew)
                .containsExactly(false, false, true, true);
        assertThat(read.marked("A#silent()", now).callSites())
                .extracting(CallSite::isNew)
                .containsOnly(true);
        assertThat(read.marked("A#sampled()", now))
                .as("not all its places are known")
                .isEqualTo(now);
        assertThat(read.marked("A#fresh()", now)).isEqualTo(now);
        assertThat(read.marked("A#a()", now).mostAndNew(1))
                .extracting(CallSite::place)
                .containsExactly("A.a(A.java:17)", "A.a(A.java:17)");
    }

    @Test
    void write_aTestThatLogsNothing_takesALine() throws IOException {
        Baseline written = of(Map.of("A#a()", kpis(0, 0, 7), "B#b()", kpis(2, 200, 3)));
        Path file = folder.resolve("tailrace-kpis.json");
        written.write(file);
        assertThat(Files.readString(file)).contains("    \"A#a()\": 0,\n    \"B#b()\": {\n      \"entries\": 2,");
        assertSame(Baseline.read(file), written);
        Files.writeString(file, Files.readString(file).replace("\"A#a()\": 0,", "\"A#a()\": {\"time\": 7},"));
        assertSame(Baseline.read(file), written);
    }

    @Test
    void read_noFile_isNull() throws IOException {
        assertThat(Baseline.read(folder.resolve("none.json"))).isNull();
    }

    @Test
    void read_conflictMarkers_namesTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("tailrace-kpis.json"), "<<<<<<< HEAD\n{}\n");
        assertThatThrownBy(() -> Baseline.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void read_testThatIsThereTwice_isRefused() throws IOException {
        Path file = Files.writeString(
                folder.resolve("tailrace-kpis.json"),
                "{\"schema\": 1, \"exceptions\": \"logged\", \"tests\": {\"A#a()\": 1, \"A#a()\": 2}}");
        assertThatThrownBy(() -> Baseline.read(file)).hasMessageContaining("'A#a()' is there twice");
    }

    @Test
    void read_otherSchema_saysHowToGoOn() throws IOException {
        Path file = Files.writeString(folder.resolve("tailrace-kpis.json"), "{\"schema\": 99, \"tests\": {}}");
        assertThatThrownBy(() -> Baseline.read(file)).hasMessageContaining("99").hasMessageContaining("update");
    }

    @Test
    void compare_withinTenPercent_isTolerated() {
        Baseline baseline = of(Map.of("A#a()", kpis(100, 10_000, 0)));
        assertThat(baseline.compare("A#a()", kpis(110, 11_000, 0), true, Tolerance.DEFAULT))
                .isEmpty();
        List<Change> worse = baseline.compare("A#a()", kpis(111, 11_000, 0), true, Tolerance.DEFAULT);
        assertThat(worse).hasSize(1);
        assertThat(worse.get(0).text()).isEqualTo("111 entries, 100 before, 110 allowed");
    }

    @Test
    void compare_oneMoreEntry_isTolerated() {
        Baseline baseline = of(Map.of("A#a()", kpis(4, 400, 0), "A#b()", kpis(0, 0, 0)));
        assertThat(baseline.compare("A#a()", kpis(5, 500, 0), true, Tolerance.DEFAULT))
                .isEmpty();
        assertThat(baseline.compare("A#a()", kpis(6, 901, 0), true, Tolerance.DEFAULT))
                .extracting(Change::text)
                .containsExactly("901 B of log, 400 B before, 900 B allowed", "6 entries, 4 before, 5 allowed");
        assertThat(baseline.compare("A#b()", kpis(1, 80, 0), true, Tolerance.DEFAULT))
                .isEmpty();
        assertThat(baseline.compare("A#b()", kpis(1, 80, 0), true, new Tolerance(0, 2, 0)))
                .as("a tolerance of 0")
                .extracting(Change::kpi)
                .containsExactly(Kpi.BYTES, Kpi.ENTRIES);
    }

    private static Kpis calling(long response, long cpu, long allocated) {
        return calling(new MethodTime("fill", 3, 9, response, 0, cpu, allocated, 5, "", false));
    }

    private static Kpis calling(MethodTime method) {
        return kpis(0, 0, 1).withMethods(List.of(method));
    }

    private static List<String> worse(Baseline baseline, Kpis now) {
        return baseline.compare("A#a()", now, true, new Tolerance(0.1, 2, 20_000_000)).stream()
                .map(Change::text)
                .toList();
    }

    @Test
    void compare_method_isWorseFromTwiceTheTimeAndTwentyMillisecondsMore() {
        long milli = 1_000_000;
        // A loop as slow as none is here, so that this machine doesn't count as slower than before.
        Baseline baseline = with(new MethodEntry(100, 50, 3_000_000, 5, 1e9));
        assertThat(worse(baseline, calling(200 * milli, 50 * milli, 6_000_000))).isEmpty();
        assertThat(worse(baseline, calling(201 * milli, 50 * milli, 3_000_000)))
                .containsExactly("fill: 201 ms response time, 100 ms before, 200 ms allowed");
        assertThat(worse(baseline, calling(100 * milli, 500 * milli, 3_000_000)))
                .as("CPU time beside a response time isn't judged")
                .isEmpty();
        assertThat(worse(baseline, calling(100 * milli, 50 * milli, 6_000_001)))
                .containsExactly("fill: 6.00 MB allocated, 3.00 MB before, 6.00 MB allowed");
        assertThat(worse(baseline, calling(-1, 101 * milli, -1)))
                .as("the wait for a CPU is unknown")
                .containsExactly("fill: 101 ms CPU time, 50.0 ms before, 100 ms allowed");

        Baseline little = with(new MethodEntry(1, 1, 100, 5, 1e9));
        assertThat(worse(little, calling(21 * milli, 1, 1_000_100))).isEmpty();
        assertThat(worse(little, calling(22 * milli, 1, 1_000_101))).hasSize(2);
        assertThat(little.compare("A#a()", calling(1_000 * milli, 1, 1), true, new Tolerance(0.1, 0, 0)))
                .as("a factor of 0 compares no times")
                .isEmpty();
    }

    @Test
    void compare_slowerMachine_mayTakeLonger() {
        double loop = Calibration.nanos() / 1e6;
        Baseline baseline = with(new MethodEntry(100, 100, 1, 5, loop / 3));
        assertThat(worse(baseline, calling(590_000_000, 590_000_000, 1))).isEmpty();
        assertThat(worse(baseline, calling(610_000_000, 610_000_000, 1))).hasSize(1);
    }

    /** Beside 60 threads on two CPUs, unchanged code took three times the CPU time: it isn't compiled as early. */
    @Test
    void compare_methodThatMostlyWaitsForACpu_isJudgedByAllocationOnly() {
        long milli = 1_000_000;
        Baseline baseline = with(new MethodEntry(9.3, 9.3, 900_000, 0, 1e9));
        long wall = 10 * 750 * milli;
        MethodTime crowded = new MethodTime("fill", 10, wall, 30 * milli, 0, 25 * milli, 900_000, 0, "", false);
        assertThat(worse(baseline, calling(crowded))).isEmpty();
        assertThat(Kpi.figures(crowded)).endsWith("times not compared: 750 ms wall time, mostly waiting for a CPU");
        MethodTime more = new MethodTime("fill", 10, wall, 30 * milli, 0, 25 * milli, 3_000_000, 0, "", false);
        assertThat(worse(baseline, calling(more))).hasSize(1);
        MethodTime quiet = new MethodTime("fill", 10, 1_200 * milli, 30 * milli, 0, 25 * milli, 900_000, 0, "", false);
        assertThat(worse(baseline, calling(quiet))).hasSize(1);
        assertThat(Kpi.figures(quiet)).doesNotContain("not compared");
    }

    @Test
    void compare_coldOrUnknownMethod_isNotJudged() {
        Baseline baseline = with(new MethodEntry(1, 1, 1, 5, 1e9));
        long second = 1_000_000_000;
        assertThat(worse(baseline, calling(new MethodTime("other", 1, 9, second, 0, second, second, 5, "", false))))
                .isEmpty();
        MethodTime slow = new MethodTime("fill", 1, 9, second, 0, second, second, 30, "", false);
        assertThat(worse(baseline, calling(slow))).hasSize(2);
        MethodTime waiting = new MethodTime("fill", 1, 9, second, second - 1, 9, 1, 30, "", false);
        assertThat(worse(baseline, calling(waiting)))
                .as("other threads waited for a CPU")
                .isEmpty();
        assertThat(worse(
                        baseline,
                        calling(new MethodTime(
                                "fill", 1, 9, second, 0, second, second, 30, "the first test of its JVM", false))))
                .isEmpty();
        MethodTime cold = new MethodTime("fill", 1, 9, second, 0, second, second, 31, "", false);
        assertThat(worse(baseline, calling(cold))).isEmpty();
    }

    private static Baseline with(MethodEntry method) {
        Entry entry = new Entry(0, 0, 0, 0, Map.of(), Map.of(), Map.of("fill", method));
        return new Baseline("logged", Map.of("A#a()", entry));
    }

    @Test
    void compare_unknownTest_isNotWorse() {
        assertThat(of(Map.of()).compare("A#a()", kpis(1_000, 1, 1), true, Tolerance.DEFAULT))
                .isEmpty();
    }

    @Test
    void compare_classThatLoggedNothingOutsideItsTests_isComparedWithNothing() {
        Baseline baseline = of(Map.of("A#a()", kpis(1, 100, 0), "A", kpis(0, 0, 5)));
        assertThat(baseline.tests()).containsOnlyKeys("A#a()");
        assertThat(baseline.compare("A", kpis(3, 900, 99), true, Tolerance.DEFAULT))
                .extracting(Change::kpi)
                .containsExactly(Kpi.BYTES, Kpi.ENTRIES);
    }

    @Test
    void renewed_partOfTheTestsRan_keepsTheOthersAndForgetsTheVanished() {
        Baseline before = of(Map.of(
                "A#a()", kpis(1, 100, 0),
                "A#gone()", kpis(1, 100, 0),
                "A#skipped()", kpis(1, 100, 0),
                "B#b()", kpis(1, 100, 0)));
        Set<String> present = Set.of("A#a()", "A#skipped()");

        assertThat(Baseline.vanished(before, present)).containsExactly("A#gone()");
        Baseline renewed = Baseline.renewed(before, "logged", Map.of("A#a()", kpis(7, 700, 0)), present);

        assertThat(renewed.tests()).containsOnlyKeys("A#a()", "A#skipped()", "B#b()");
        assertThat(renewed.tests().get("A#a()").entries()).isEqualTo(7);
    }

    @Test
    void renewed_methodAboutTheSameOrNotJudged_staysSoThatTheFileDoes() {
        Baseline before = of(Map.of("A#a()", calling(50_000_000, 40_000_000, 3_000_000)));
        MethodEntry kept = before.tests().get("A#a()").methods().get("fill");
        Kpis same = calling(90_000_000, 30_000_000, 2_000_000);
        MethodTime cold = new MethodTime("fill", 3, 9, 900_000_000, 0, 1, 1, 5, "cold", false);
        for (Kpis now : List.of(same, calling(cold))) {
            Baseline renewed = Baseline.renewed(before, "logged", Map.of("A#a()", now), Set.of("A#a()"));
            assertThat(renewed.tests().get("A#a()").methods()).containsEntry("fill", kept);
        }
        Kpis slower = calling(101_000_000, 40_000_000, 3_000_000);
        Baseline renewed = Baseline.renewed(before, "logged", Map.of("A#a()", slower), Set.of("A#a()"));
        assertThat(renewed.tests().get("A#a()").methods().get("fill").responseMillis())
                .isEqualTo(101);
        assertThat(of(Map.of("A#a()", calling(cold))).tests().get("A#a()"))
                .as("a cold method isn't taken in")
                .isEqualTo(Entry.NOTHING);
    }

    @Test
    void knows_classes_byTheirTestsWhateverWasAskedForBefore() {
        Kpis none = kpis(0, 0, 1);
        Baseline baseline = of(Map.of("A#a()", none, "B$C#b()", none, "BD#b()", none));
        assertThat(baseline.knows("A")).isTrue();
        for (String before : List.of("A#a()", "B$C#b()", "BD#b()", "B#b()")) {
            assertThat(baseline.knows(before)).isEqualTo(!before.equals("B#b()"));
            assertThat(baseline.knows("B")).as(before).isFalse();
            assertThat(baseline.knows("A")).as(before).isTrue();
            assertThat(baseline.knows("B$C")).as(before).isTrue();
            assertThat(baseline.knows("")).as(before).isFalse();
        }
    }
}
