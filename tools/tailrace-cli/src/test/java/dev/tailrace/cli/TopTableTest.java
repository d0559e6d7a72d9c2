package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.cli.top.TopReport;
import dev.tailrace.cli.top.TopReport.LogRow;
import dev.tailrace.cli.top.TopReport.ProcessRow;
import dev.tailrace.cli.top.TopReport.State;
import dev.tailrace.cli.top.TopSort;
import dev.tailrace.cli.top.TopTable;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code top} prints of a process in trouble. */
class TopTableTest {
    private static final long MB = 1 << 20;

    private static ProcessRow process(long memory, long cap, long spill, long waits, long dropped) {
        return new ProcessRow(
                4711,
                "app.jar",
                "4711-1",
                State.RUNNING,
                0L,
                true,
                123_456.0,
                12.5 * MB,
                201_000,
                90 * MB,
                6_200L,
                memory,
                cap,
                spill,
                1024 * MB,
                waits,
                4_812,
                dropped,
                0,
                "");
    }

    private static List<String> lines(ProcessRow process) {
        LogRow log = new LogRow(
                "/var/log/app.log",
                "",
                false,
                true,
                4711L,
                1.0,
                1.0,
                0,
                0,
                0L,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                null,
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(process));
        TopReport report = new TopReport(1, 0, 1.0, List.of(log), List.of());
        return new TopTable(report, TopSort.RATE, "", 80, ZoneOffset.UTC)
                .lines().stream().map(TopTable.Line::text).toList();
    }

    @Test
    void row_longValues_keepDropsInSightAtEightyColumns() {
        List<String> lines = lines(process(3 * MB / 2, 158 * MB / 10, 25 * MB / 2, 12, 345));

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(String.join(" ", lines)).containsPattern("4\\.8k\\s+held\\s+back\\s+by\\s+limits");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("    *4711 ").endsWith(" 12     345"));
    }
}
