package dev.tailrace.doctor.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.memory.Reading;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapRulesTest {
    private static List<Remark> judge(String text) throws IOException {
        Evidence evidence = Reading.of("gc.log", text.getBytes(StandardCharsets.UTF_8));
        return HeapRules.judge(evidence, Double.NaN);
    }

    private static String lines(int count, double everySeconds, String text) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(String.format(
                    java.util.Locale.ROOT, "[%.3fs][info][gc] GC(%d) %s%n", 1 + i * everySeconds, i, text));
        }
        return lines.toString();
    }

    @Test
    void judge_busyHealthyService_findsNothing() throws IOException {
        assertThat(judge(lines(60, 3, "Pause Young (Normal) (G1 Evacuation Pause) 600M->100M(1024M) 5.000ms")))
                .isEmpty();
    }

    @Test
    void judge_tinyHeapThatIsCollectedOften_findsNothing() throws IOException {
        assertThat(judge(lines(60, 0.5, "Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 1.000ms")))
                .isEmpty();
    }

    @Test
    void judge_noCollection_findsNothing() throws IOException {
        assertThat(judge("[0.004s][info][gc] Using G1\n")).isEmpty();
    }

    @Test
    void judge_heapThatOnlyFills_saysFull() throws IOException {
        assertThat(judge(lines(20, 1, "Pause Full (Allocation Failure) 98M->95M(100M) 300.000ms")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(HeapCode.HEAP_FULL.code());
                    assertThat(finding.cause()).contains("95 MB of 100 MB");
                });
    }

    @Test
    void judge_survivorsThatCost_saysStopsAndNotGarbage() throws IOException {
        StringBuilder growing = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            growing.append("[")
                    .append(1 + i)
                    .append(".000s][info][gc] GC(")
                    .append(i)
                    .append(") Pause Young (Normal) (G1 Evacuation Pause) ")
                    .append(600 + i * 50)
                    .append("M->")
                    .append(150 + i * 50)
                    .append("M(8192M) 90.000ms\n");
        }
        assertThat(judge(growing.toString())).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(HeapCode.COLLECTOR_STOPS.code());
            assertThat(finding.cause()).contains("9 % of the time");
        });
    }

    @Test
    void judge_explicitCalls_saysSo() throws IOException {
        assertThat(judge(lines(5, 60, "Pause Full (System.gc()) 500M->100M(1024M) 80.000ms")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.code()).isEqualTo(HeapCode.EXPLICIT_GC.code()));
    }

    @Test
    void judge_metaspaceOrPermanentGeneration_isNotTheHeap() throws IOException {
        assertThat(judge(lines(5, 60, "Pause Full (Metadata GC Threshold) 98M->95M(100M) 80.000ms")))
                .extracting(Remark::code)
                .containsExactly(HeapCode.CLASSES_FULL.code());
        StringBuilder permanent = new StringBuilder();
        for (int i = 1; i < 6; i++) {
            permanent
                    .append(i * 60)
                    .append(
                            ".000: [Full GC [PSYoungGen: 10K->0K(5000K)] [ParOldGen: 9000K->8900K(9000K)] 9010K->8900K(14000K)"
                                    + " [PSPermGen: 20470K->20470K(20480K)], 0.0826 secs]\n");
        }
        assertThat(judge(permanent.toString())).extracting(Remark::code).containsExactly(HeapCode.CLASSES_FULL.code());
    }

    @Test
    void judge_metaspaceThatGrowsAtTheStart_isNoFinding() throws IOException {
        String start = lines(5, 10, "Pause Full (Metadata GC Threshold) 98M->95M(1000M) 80.000ms");
        assertThat(
                        judge(
                                start
                                        + "[600.000s][info][gc] GC(9) Pause Young (Normal) (G1 Evacuation Pause) 200M->95M(1000M) 5.000ms\n"))
                .isEmpty();
        assertThat(judge(start)).extracting(Remark::code).contains(HeapCode.CLASSES_FULL.code());
    }

    @Test
    void judge_explicitCallsBesideGarbage_comeFirst() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            log.append("[")
                    .append(1 + i)
                    .append(".000s][info][gc] GC(")
                    .append(i)
                    .append(") ");
            log.append(
                    i % 10 == 0
                            ? "Pause Full (System.gc()) 600M->100M(1024M) 80.000ms\n"
                            : "Pause Young (Normal) (G1 Evacuation Pause) 600M->100M(1024M) 80.000ms\n");
        }
        assertThat(judge(log.toString()))
                .extracting(Remark::code)
                .containsExactly(HeapCode.EXPLICIT_GC.code(), HeapCode.TEMPORARY_GARBAGE.code());
    }

    @Test
    void judge_heapLargerThanTheMachine_saysSo() throws IOException {
        String log = "[0.004s][info][gc] Using G1\n[0.005s][info][gc,init] Memory: 4096M\n"
                + lines(3, 30, "Pause Young (Normal) (G1 Evacuation Pause) 600M->100M(1024M) 5.000ms")
                + "-Xmx8g -Xms1g\n";

        assertThat(judge(log)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(HeapCode.FLAGS_UNFIT.code());
            assertThat(finding.cause()).contains("8 GB", "4 GB");
            assertThat(finding.evidence()).anyMatch(line -> line.startsWith("MaxHeapSize = 8 GB"));
        });
    }

    @Test
    void judge_flagsThatContradictEachOther_saysSo() throws IOException {
        assertThat(judge("-Xmx1g -Xms2g\n")).extracting(Remark::code).containsExactly(HeapCode.FLAGS_UNFIT.code());
        assertThat(judge("-Xmx4g -Xmn3900m -XX:+UseParallelGC\n"))
                .extracting(Remark::code)
                .containsExactly(HeapCode.FLAGS_UNFIT.code());
        assertThat(judge("-Xmx33g\n")).extracting(Remark::code).containsExactly(HeapCode.FLAGS_UNFIT.code());
        assertThat(judge("-Xmx4g -Xms4g -Xmn2g -XX:+UseParNewGC\n")).isEmpty();
    }
}
