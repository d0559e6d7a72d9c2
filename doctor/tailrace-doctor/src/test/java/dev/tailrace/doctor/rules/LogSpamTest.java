package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LogFlow;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A logger that floods a log, told from a log that is made for one logger and from a busy one. */
class LogSpamTest {
    private static List<Remark> check(long bytes, Map<String, Long> loggers) {
        long lines = loggers.values().stream().mapToLong(Long::longValue).sum();
        LogFlow flow = new LogFlow(Source.of("logs.txt"), "/var/log/app.log", 10, bytes, bytes / 4, lines, loggers);
        return Checked.of(new Evidence(List.of(flow), List.of()));
    }

    @Test
    void check_oneLoggerAmongOthersWritesNearlyAll_isNamedWithItsRate() {
        List<Remark> remarks = check(40_000_000, Map.of("billing.RowMapper", 49_900L, "billing.Invoices", 100L));

        assertThat(remarks).singleElement().satisfies(remark -> {
            assertThat(remark.code()).isEqualTo("TR3124");
            assertThat(remark.severity()).isEqualTo("warning");
            assertThat(remark.consumer()).isEqualTo("logger billing.RowMapper");
            assertThat(remark.cause())
                    .contains("99.8 %", "/var/log/app.log", "19,960 of 20,000 a second", "3.8 MB", "322 GB a day");
            assertThat(remark.evidence().get(0)).contains("billing.RowMapper 49,900, billing.Invoices 100");
        });
    }

    @Test
    void check_fileThatOnlyOneLoggerWrites_isMadeForThat() {
        assertThat(check(40_000_000, Map.of("access.log", 50_000L))).isEmpty();
    }

    @Test
    void check_fewLines_areNoSpam() {
        assertThat(check(1_000_000, Map.of("billing.RowMapper", 1_990L, "billing.Invoices", 10L)))
                .isEmpty();
    }

    @Test
    void check_manyLinesOfManyLoggers_areNoSpam() {
        assertThat(check(40_000_000, Map.of("a.A", 25_000L, "a.B", 15_000L, "a.C", 10_000L)))
                .isEmpty();
    }

    @Test
    void check_linesOfTheRootLogger_areTold() {
        assertThat(check(100_000, Map.of("a.A", 900L, LogFlow.ROOT, 100L)))
                .singleElement()
                .satisfies(remark -> {
                    assertThat(remark.code()).isEqualTo("TR3125");
                    assertThat(remark.counts()).isFalse();
                });
    }

    /** Of an event with a trace one line names its logger; the first of the trace has the exception where a logger's name would be. */
    @Test
    void check_logThatIsMostlyStackTraces_saysSo() {
        LogFlow flow = new LogFlow(
                Source.of("logs.txt"),
                "/var/log/app.log",
                10,
                50_000_000,
                50_000_000,
                600_000,
                Map.of("a.Claims", 30_000L, "java.lang.NumberFormatException", 10_000L));

        assertThat(Checked.of(new Evidence(List.of(flow), List.of())))
                .singleElement()
                .satisfies(remark -> {
                    assertThat(remark.code()).isEqualTo("TR3127");
                    assertThat(remark.cause()).contains("95 %", "1,000 exceptions", "4.8 MB");
                    assertThat(remark.evidence().get(0)).contains("java.lang.NumberFormatException 10,000");
                });
    }
}
