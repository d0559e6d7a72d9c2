package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.cli.top.TopReport;
import dev.tailrace.cli.top.TopReport.LogRow;
import dev.tailrace.cli.top.TopReport.ProcessRow;
import dev.tailrace.cli.top.TopReport.State;
import dev.tailrace.cli.top.TopSort;
import dev.tailrace.cli.top.TopTable;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.level.LevelAnswer;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What {@code top} prints of a process in trouble. */
class TopTableTest {
    private static final long MB = 1 << 20;

    private static ProcessRow process(long memory, long cap, long spill, long waits, long dropped) {
        return new ProcessRow(
                4711,
                true,
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

    private static LogRow log(
            String name, String trouble, double bytesPerSecond, ProcessRow process, @Nullable TargetFigures target) {
        return new LogRow(
                name,
                trouble,
                "",
                false,
                true,
                4711L,
                1.0,
                bytesPerSecond,
                0,
                0,
                0L,
                0,
                0,
                0,
                process.limited(),
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
                List.of(process),
                List.of(new LevelAnswer.LimitState(
                        "com.acme", "10/s", "INFO", 3_600_000, "the command line, process 7")),
                target);
    }

    private static List<String> lines(ProcessRow process, @Nullable TargetFigures target) {
        return lines(process, target, 80);
    }

    private static List<String> lines(ProcessRow process, @Nullable TargetFigures target, int width) {
        TopReport report =
                new TopReport(1, 0, 1.0, List.of(log("/var/log/app.log", "", 1, process, target)), List.of());
        return new TopTable(report, TopSort.RATE, "", width, ZoneOffset.UTC)
                .lines().stream().map(TopTable.Line::text).toList();
    }

    @Test
    void row_longValues_keepDropsInSightAtEightyColumns() {
        List<String> lines = lines(process(3 * MB / 2, 158 * MB / 10, 25 * MB / 2, 12, 345), null);

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(String.join(" ", lines))
                .containsPattern("4\\.8k\\s+held\\s+back\\s+by\\s+limits")
                .containsPattern("limit com\\.acme 10/s up to INFO,\\s+by\\s+the\\s+command\\s+line,\\s+process\\s+7");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("    *4711 ").endsWith(" 12     345"));
    }

    @Test
    void row_widerThanEightyColumns_hasTheLimitedEvents_andThenTheProgram() {
        ProcessRow process = process(3 * MB / 2, 158 * MB / 10, 25 * MB / 2, 12, 345);

        assertThat(lines(process, null, 88))
                .anySatisfy(line -> assertThat(line).endsWith("DROPPED LIMITED"))
                .anySatisfy(line -> assertThat(line).endsWith("    345    4.8k"));
        assertThat(lines(process, null, 120))
                .anySatisfy(line -> assertThat(line).containsPattern("345    4\\.8k +1GB +0  app\\.jar$"));
    }

    @Test
    void overview_isALineALog_withTroubleFirst_andThenByRate() {
        ProcessRow any = process(MB, MB, 0, 0, 0);
        String full = "disk full: 0 kB free on /var/log, since 02:14";
        TopReport report = new TopReport(
                1,
                0,
                1.0,
                List.of(
                        log("/var/log/slow/app.log", "", 10, any, null),
                        log("/var/log/fast/app.log", "", 10 * MB, any, null),
                        log("/srv/a/long/path/of/an/application/logs/full.log", full, 0, any, null)),
                List.of());
        TopTable table = new TopTable(report, TopSort.RATE, "", 80, ZoneOffset.UTC);

        assertThat(table.overview())
                .extracting(TopTable.Line::text)
                .containsExactly(
                        "! …f/an/application/logs/full.log  disk full: 0 kB free on /var/log, since 02:14",
                        "  /var/log/fast/app.log            1 lines/s, 10MB/s",
                        "  /var/log/slow/app.log            1 lines/s, 10B/s");
        assertThat(table.logs()).startsWith("/srv/a/long/path/of/an/application/logs/full.log");
    }

    @Test
    void target_takesThePlaceOfAFile_andItsProblemStandsFirst() {
        String address = "https://collector.telemetry.svc.cluster.local:4318/v1/logs";
        TargetFigures away =
                new TargetFigures("OTLP", "otlp", address, 1_234_567, 3_400, 12, 48 * MB, 720_000, "HTTP 503");

        List<String> lines = lines(process(MB, MB, 0, 0, 0), away);

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(lines.subList(0, 3))
                .containsExactly("otlp " + address + " from", "  /var/log/app.log", "  ! records wait: HTTP 503");
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains("48MB wait, the oldest for 12m, records: 1.2M acknowledged, 3.4k retried, 12 dropped")
                .doesNotContain("file has", "roll");
    }

    @Test
    void target_thatTakesAll_hasNoProblem() {
        TargetFigures well = new TargetFigures("OTLP", "otlp", "http://a:4318", 1, 0, 0, 0, 0, "no process sends them");

        assertThat(String.join("\n", lines(process(MB, MB, 0, 0, 0), well)))
                .contains("  nothing waits, records: 1 acknowledged, 0 retried, 0 dropped\n")
                .doesNotContain("!", "oldest for 0");
    }
}
