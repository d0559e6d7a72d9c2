package dev.tailrace.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private int builds;

    /** Runs a build; returns its Markdown. */
    private String build(long entries, long millis) throws IOException {
        MethodTime fill = new MethodTime("fill", 1, millis * MILLI, millis * MILLI, 0, MILLI, 1_000, 0, "", false);
        Kpis kpis = new Kpis(
                entries,
                entries * 100,
                0,
                0,
                MILLI,
                0,
                Map.of("INFO", entries),
                List.of(),
                List.of(),
                List.of(),
                List.of(fill));
        Run run = new Run(
                Run.SCHEMA,
                "" + ++builds,
                "2026-11-21T10:15:30Z",
                "17",
                "Logback",
                "",
                "logged",
                "compare",
                0,
                0,
                false,
                List.of(new TestResult("com.acme.OrdersTest#fill()", true, false, false, kpis, List.of(), List.of())),
                List.of(),
                List.of());
        new Reports(folder.resolve("reports"), file(), 30).write(run, null);
        return Files.readString(folder.resolve("reports/summary.md"));
    }

    private Path file() {
        return folder.resolve("kept/history.jsonl");
    }

    @Test
    void firstBuild_isComparedWithNothing() throws IOException {
        assertThat(build(1, 10)).doesNotContain("Against", "What moved");
    }

    @Test
    void slowedMethod_beyondTheNoise_isARow() throws IOException {
        build(71, 90);
        assertThat(build(71, 130)).contains("response time | 90.0 ms | 130 ms | +40.0 ms (+44.4 %) | 90.0 ms |");
        build(71, 100);
        assertThat(build(71, 129)).contains("Against the build of 2026-11-21T10:15:30Z nothing moved.");
        assertThat(build(71, 300))
                .contains("| The 4 builds before | Over builds |")
                .contains(
                        "| `OrdersTest#fill()` `fill`: response time | 129 ms | 300 ms | +171 ms (+133 %) | 90.0 ms to"
                                + " 130 ms |")
                .doesNotContain("entries |");
        assertThat(Files.readString(folder.resolve("reports/index.html")))
                .contains("Response time of the named methods, added up", "Log entries", "Bytes of log")
                .doesNotContain("Exceptions logged");
    }

    @Test
    void moreAndFewerEntries_areRowsOfAllTestsAndOfTheTest() throws IOException {
        build(71, 10);
        assertThat(build(371, 10))
                .contains("| all tests: entries | 71 | 371 | +300 (+423 %) | 71 | ▂█ |")
                .contains("| `OrdersTest#fill()`: entries | 71 | 371 | +300 (+423 %) | 71 | ▂█ |");
        assertThat(build(0, 10)).contains("| all tests: entries | 371 | 0 | -371 (-100 %) | 71 to 371 | ▂█▁ |");
        assertThat(build(5, 10)).as("within the noise").doesNotContain("entries | 0");
    }

    /** Random times of unchanged code, up to a third apart. */
    @Test
    void unchangedMethod_seldomMoves() throws IOException {
        Random random = new Random(47);
        int moved = 0;
        for (int i = 0; i < 60; i++) {
            moved += build(1, 100 + random.nextInt(34)).contains("`fill`: ") ? 1 : 0;
        }
        assertThat(moved).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "\u0000\u0001",
                "{\"schema\":1,\"runs\":[]}",
                "{\"schema\":2}",
                "{\"schema\":2,\"key\":\"9\",\"started\":\"| <b>now\",\"figures\":{}}",
                "{\"schema\":2,\"key\":\"9\",\"started\":\"2026-11-21T10:15:30Z\",\"figures\":{\"OTHER\":{}}}",
                "{\"schema\":2,\"key\":\"9\",\"started\":\"2026-11-21T10:15:30Z\",\"figures\":{\"TIME\":{}}}",
                "{\"schema\":2,\"key\":\"9\",\"started\":\"2026-11-21T10:15:30Z\",\"figures\":{\"BYTES\":null}}",
                "{\"schema\":2,\"key\":\"9\",\"started\":\"2026-11-21T10:15:30Z\",\"figures\":{\"BYTES\":{\"A#a()\":null}}}",
                "{\"schema\":2,\"key\":\"9\",\"started\":\"2026-11-21T10:15:30Z\",\"figures\":{\"BYTES\":{\"A#a()\":-1}}}",
                "{\"schema\":2,\"key\":null,\"started\":\"2026-11-21T10:15:30Z\",\"figures\":{}}"
            })
    void damagedLines_areSkippedAndReplaced(String line) throws IOException {
        build(1, 10);
        Files.writeString(file(), line + "\n" + Files.readString(file()) + line);
        assertThat(build(2, 10)).contains("| all tests: entries | 1 | 2 | +1 (+100 %) | 1 |");
        assertThat(Files.readAllLines(file())).hasSize(2);
        assertThat(History.read(file()).values(Kpi.ENTRIES, History.ALL)).containsExactly(1L, 2L);
    }
}
