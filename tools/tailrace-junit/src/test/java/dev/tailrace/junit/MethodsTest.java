package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.ChildRun.Logging;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.testkit.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Named methods, judged in JVMs of their own. */
@Tag("slow")
class MethodsTest {
    private static final String SUITE = "dev.tailrace.junit.suites.Methods";

    /** Unchanged code is run so often beside so many threads that compute. */
    private static final int RUNS = Integer.getInteger("tailrace.methods.runs", 2);

    private static final int BUSY = Integer.getInteger("tailrace.methods.busy", 8);

    @TempDir
    Path folder;

    @BeforeEach
    void writeBaseline() throws Exception {
        run("-Dtailrace.kpis=update");
    }

    private ChildRun.Output run(String... options) throws Exception {
        return new ChildRun(folder, Logging.LOGBACK).with(options).run(List.of(SUITE));
    }

    private static MethodTime method(ChildRun.Output output, String test, String name) throws Exception {
        return output.result(test).kpis().methods().stream()
                .filter(each -> each.method().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void slowedMethods_areRedWithTheirNames() throws Exception {
        ChildRun.Output output = run(
                "-Dslow=first,computes,waits,allocates,gIsMeasured,hIsLimited,limited,virtual",
                "-Dtailrace.kpis.fail=true");
        assertThat(output.out())
                .contains("SUCCESSFUL aFirst()", "SUCCESSFUL eAsksAThread()", "SUCCESSFUL fReturnsAStage()")
                .containsPattern(
                        "FAILED bComputes.. .* got worse than its baseline:\\R  computes: .* ms response time, ")
                .containsPattern("FAILED cWaits.. .* got worse than its baseline:\\R  waits: .* ms response time, ")
                .containsPattern(
                        "FAILED dAllocates.. .*:\\R  allocates: 3.00 MB allocated, 1.00 MB before, 2.00 MB allowed")
                .containsPattern("FAILED gIsMeasured.. .*:\\R  gIsMeasured: .* ms response time, ")
                .containsPattern(
                        "FAILED hIsLimited.. .* is over its log budget:\\R  hIsLimited: 3.* ms response time, budget"
                                + " 200 ms")
                .containsPattern(
                        "FAILED iNamesWhatIsLimited.. .* is over its log budget:\\R  limited: .* ms CPU time, budget"
                                + " 20.0 ms")
                .doesNotContain("Logged most");
        assertThat(output.err()).contains(" worse than the baseline");
        assertThat(method(output, "#aFirst()", "first").notJudged()).isEqualTo("the first test of its JVM");
        assertThat(method(output, "#bComputes()", "computes").calls()).isEqualTo(5);
        assertThat(method(output, "#fReturnsAStage()", "stage").onlyTheCall()).isTrue();
        String xml = Files.readString(folder.resolve("target/tailrace-kpis/junit.xml"));
        assertThat(xml)
                .containsPattern("\"tailrace.responseMillis.computes\" value=\"\\d+")
                .containsPattern("<failure message=\"computes: ");
    }

    @Test
    void unchangedMethods_besideALoad_areNotRed() throws Exception {
        for (int i = 1; i <= RUNS; i++) {
            ChildRun.Output output = run("-Dbusy=" + BUSY);
            MethodTime computes = method(output, "#bComputes()", "computes");
            System.out.printf(
                    "run %d of %d beside %d threads: %d ms wall, %d ms response, %d ms CPU%n",
                    i,
                    RUNS,
                    BUSY,
                    computes.nanos() / computes.calls() / 1_000_000,
                    computes.responseNanos() / 1_000_000,
                    computes.cpuNanos() / 1_000_000);
            assertThat(output.out()).contains("SUCCESSFUL bComputes()").doesNotContain("FAILED");
        }
    }

    @Test
    void threeBuilds_theLastWithASlowedMethod_theSummaryNamesItBesideTheNoise() throws Exception {
        Path reports = folder.resolve("target/tailrace-kpis");
        run();
        assertThat(Files.readString(reports.resolve("summary.md")))
                .contains("Against the build of 20")
                .doesNotContain("`allocates`: ", "entries |");
        run("-Dslow=waits,allocates");
        assertThat(Files.readString(reports.resolve("summary.md")))
                .contains("| Before | Now | Change | The 2 builds before |")
                .containsPattern(
                        "`Methods#cWaits..` `waits`: response time \\| 1.* ms \\| 5.* ms \\| \\+4.* ms \\(\\+.* %\\) ")
                .contains("`allocates`: allocated | 1.00 MB | 3.00 MB | +2.00 MB (+200 %) | 1.00 MB | ▃▃█ |");
        assertThat(Files.readString(reports.resolve("index.html")))
                .contains("Response time of the named methods, added up", "Over the kept builds");
        assertThat(Files.readAllLines(reports.resolve("history.jsonl"))).hasSize(3);
    }

    @Test
    void virtualThreads_areCountedAndTimedOnly() throws Exception {
        Path java = Jdk.java25().orElseThrow(() -> new TestAbortedException("needs JDK 25"));
        ChildRun.Output output = new ChildRun(folder, Logging.LOGBACK)
                .java(java)
                .with("-Dslow=virtual")
                .run(List.of(SUITE));
        assertThat(output.out()).contains("SUCCESSFUL jIsVirtual()");
        MethodTime virtual = method(output, "#jIsVirtual()", "virtual");
        assertThat(virtual.notJudged()).contains("virtual threads");
        assertThat(virtual.nanos()).isGreaterThan(200_000_000);
        assertThat(virtual.cpuNanos()).isNegative();
    }
}
