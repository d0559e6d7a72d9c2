package dev.tailrace.doctor.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tailrace.doctor.memory.GcFigures;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.Reading;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceItem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hundred young collections a minute, each of nothing but garbage: the incident that this package is for. */
class GarbageIncidentTest {
    private static final byte[] FLAGS =
            "-Xmx4g -Xms4g -Xmn2g -XX:+UseParNewGC -XX:+UseConcMarkSweepGC\n".getBytes(StandardCharsets.UTF_8);

    private static Evidence with(Evidence evidence, byte[] flags) throws IOException {
        List<EvidenceItem> all = new ArrayList<>(evidence.exhibits());
        all.addAll(Reading.of("flags.txt", flags).exhibits());
        return new Evidence(all, evidence.unread());
    }

    @Test
    void judge_series_givesRateGarbagePromotionAndRemedy() throws IOException {
        Evidence evidence = with(Reading.ofResource("parnew-incident.log"), FLAGS);

        List<Remark> findings = HeapRules.judge(evidence, 120);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("TR3150");
            assertThat(finding.cause())
                    .contains("Temporary garbage")
                    .contains("105 young collections a minute")
                    .contains("about 1.7 GB")
                    .contains("promotes nothing (promotion 0)")
                    .contains("2.9 GB a second");
            assertThat(String.join("\n", finding.evidence()))
                    .contains("stands still for 5.8 % of the time")
                    .contains("1.7 GB -> 25 MB in 3")
                    .contains("parnew-incident.log:")
                    .contains("at 120 requests a second that is 25 MB a request")
                    .contains("young generation 1.8 GB, heap 4 GB, collector ParNew");
            assertThat(finding.remedy()).contains("smaller responses", "cache", "internal callers", "ceiling");
        });
    }

    @Test
    void judge_oneLine_saysThatHowOftenIsNotTold() throws IOException {
        Evidence evidence = with(Reading.ofResource("parnew-incident-line.log"), FLAGS);

        assertThat(HeapRules.judge(evidence, Double.NaN)).singleElement().satisfies(finding -> {
            assertThat(finding.cause())
                    .contains("Temporary garbage: a young collection throws away about 1.7 GB and promotes nothing")
                    .contains("The frequency is unknown");
            assertThat(finding.evidence())
                    .anyMatch(line -> line.contains("25 MB in 31.9 ms") || line.contains("25 MB in 32 ms"));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1770060K->25950K(1922432K), 0.0317141 secs",
                "[ParNew: 1770060K->25950K(1922432K), 0.0317141 secs]",
                "[GC (Allocation Failure) [ParNew: 1770060K->25950K(1922432K), 0.0317141 secs]"
            })
    void judge_pieceOfTheLine_stillSaysGarbage(String piece) throws IOException {
        Evidence evidence = Reading.of("piece.log", (piece + "\n").getBytes(StandardCharsets.UTF_8));

        assertThat(HeapRules.judge(evidence, Double.NaN))
                .singleElement()
                .satisfies(finding -> assertThat(finding.cause()).contains("Temporary garbage", "about 1.7 GB"));
    }

    @Test
    void figures_series_areThoseOfTheIncident() throws IOException {
        GcFigures figures = GcFigures.of(
                Reading.ofResource("parnew-incident.log").all(GcLog.class).get(0));

        assertThat(figures.regular()).isEqualTo(106);
        assertThat(figures.perMinute()).isCloseTo(105, within(1.0));
        assertThat(figures.promoted()).isZero();
        assertThat(figures.garbage() / (double) (1 << 30)).isCloseTo(1.66, within(0.02));
        assertThat(figures.survivedShare()).isLessThan(0.02);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk17-serial",
                "jdk17-parallel",
                "jdk17-g1",
                "jdk17-z",
                "jdk17-serial-plain",
                "jdk17-g1-plain",
                "jdk25-serial",
                "jdk25-parallel",
                "jdk25-g1",
                "jdk25-z",
                "jdk25-z-plain",
                "jdk25-parallel-plain"
            })
    void figures_sameWithOtherCollectorsInAFractionOfASecond_areGarbageWithoutRates(String name) throws IOException {
        Evidence evidence = Reading.ofResource(name + ".log");
        GcFigures figures = GcFigures.of(evidence.all(GcLog.class).get(0));

        assertThat(figures.garbage()).isGreaterThan(10L << 20);
        assertThat(figures.isTemporary()).isTrue();
        assertThat(figures.seconds()).isLessThan(GcFigures.LEAST_SECONDS);
        assertThat(figures.perMinute()).isNaN();
        assertThat(HeapRules.judge(evidence, Double.NaN))
                .extracting(Remark::cause)
                .noneMatch(each -> each.contains("a minute") || each.contains("a second"));
    }
}
