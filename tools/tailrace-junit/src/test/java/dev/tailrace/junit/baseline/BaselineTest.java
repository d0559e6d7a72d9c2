package dev.tailrace.junit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
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
        Baseline written = of(
                Map.of("A#a()", kpis(0, 0, 7 * Calibration.nanos()), "B#b()", kpis(2, 200, 3 * Calibration.nanos())));
        Path file = folder.resolve("tailrace-kpis.json");
        written.write(file);
        assertThat(Files.readString(file)).contains("    \"A#a()\": 7,\n    \"B#b()\": {\n      \"entries\": 2,");
        assertSame(Baseline.read(file), written);
        Files.writeString(file, Files.readString(file).replace(": 7,", ": {\"time\": 7},"));
        assertSame(Baseline.read(file), written);
    }

    @Test
    void mayBeTooLong_withinTheFloor_needsNoCalibration() {
        assertThat(Tolerance.DEFAULT.mayBeTooLong(1_000_000_000L)).isFalse();
        assertThat(Tolerance.DEFAULT.mayBeTooLong(1_000_000_001L)).isTrue();
        assertThat(new Tolerance(0.1, 0, 0).mayBeTooLong(Long.MAX_VALUE)).isFalse();
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
    void compare_oneMoreThanNothing_isWorse() {
        Baseline baseline = of(Map.of("A#a()", kpis(0, 0, 0)));
        assertThat(baseline.compare("A#a()", kpis(1, 80, 0), true, Tolerance.DEFAULT))
                .extracting(Change::kpi)
                .containsExactly(Kpi.BYTES, Kpi.ENTRIES);
    }

    @Test
    void compare_time_isWorseOnlyByTheFactorAndTheFloor() {
        long unit = Calibration.nanos();
        Baseline baseline = of(Map.of("A#a()", kpis(0, 0, 100 * unit)));
        Tolerance noFloor = new Tolerance(0.1, 5, 0);
        assertThat(baseline.compare("A#a()", kpis(0, 0, 490 * unit), true, noFloor))
                .isEmpty();
        assertThat(baseline.compare("A#a()", kpis(0, 0, 510 * unit), true, noFloor))
                .extracting(Change::kpi)
                .containsExactly(Kpi.TIME);
        Tolerance floor = new Tolerance(0.1, 5, 1_000 * unit);
        assertThat(baseline.compare("A#a()", kpis(0, 0, 510 * unit), true, floor))
                .isEmpty();
        assertThat(baseline.compare("A#a()", kpis(0, 0, 1_000_000 * unit), true, new Tolerance(0.1, 0, 0)))
                .as("a factor of 0 compares no times")
                .isEmpty();
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
        assertThat(baseline.compare("A", kpis(3, 300, 99), true, Tolerance.DEFAULT))
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
    void renewed_aboutTheSameTime_keepsItSoThatTheFileStaysTheSame() {
        long unit = Calibration.nanos();
        Baseline before = of(Map.of("A#a()", kpis(1, 100, 100 * unit), "A#b()", kpis(1, 100, 100 * unit)));
        Baseline renewed = Baseline.renewed(
                before,
                "logged",
                Map.of("A#a()", kpis(1, 100, 150 * unit), "A#b()", kpis(1, 100, 300 * unit)),
                before.tests().keySet());
        assertThat(renewed.tests().get("A#a()")).isEqualTo(before.tests().get("A#a()"));
        assertThat(renewed.tests().get("A#b()").time()).isEqualTo(300);
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
