package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.junit.LogBudget.PerLevel;
import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static Kpis kpis() {
        return new Kpis(
                1_003,
                105_000,
                1_000,
                2,
                300_000_000,
                4,
                Map.of("INFO", 1_000L, "WARN", 3L),
                List.of(),
                List.of(
                        new CallSite("a.B.c(B.java:1)", "ROOT", "INFO", 1_000, true),
                        new CallSite("a.B.d(B.java:2)", "a.B", "WARN", 2, false),
                        new CallSite("a.B.e(B.java:3)", "a.B", "WARN", 1, false),
                        new CallSite("a.B.f(B.java:4)", "a.B", "INFO", 1, false)),
                List.of(),
                List.of());
    }

    @LogBudget(
            entries = 10,
            bytes = 100,
            exceptions = 0,
            time = "200ms",
            perLevel = @PerLevel(level = LogLevel.WARN, entries = 0))
    private static final class Strict {}

    @LogBudget(
            entries = 1_003,
            bytes = 105_000,
            exceptions = 2,
            time = "1s",
            perLevel = @PerLevel(level = LogLevel.ERROR, entries = 0))
    private static final class Exact {}

    @LogBudget(time = "200")
    private static final class Mistyped {}

    private static Budget of(Class<?> type) {
        return new Budget(type.getAnnotation(LogBudget.class));
    }

    @Test
    void exceeded_everyLimit_namesEach() {
        assertThat(of(Strict.class).exceeded(kpis(), true))
                .extracting(Exceeded::text)
                .containsExactly(
                        "1,003 entries, budget 10",
                        "3 WARN entries, budget 0",
                        "105,000 bytes of log, budget 100",
                        "2 exceptions, budget 0",
                        "300 ms, budget 200ms");
    }

    @Test
    void exceeded_exactlyAtTheLimits_isGood() {
        assertThat(of(Exact.class).exceeded(kpis(), true)).isEmpty();
    }

    @Test
    void exceeded_class_hasNoTimeOfItsOwn() {
        assertThat(of(Strict.class).exceeded(kpis(), false)).hasSize(4);
    }

    @LogBudget(responseMillis = 100, cpuMillis = 20, allocatedBytes = 1_000)
    private static final class OfMethods {}

    private static Kpis calling(MethodTime... methods) {
        return Kpis.silent(1, 0).withMethods(List.of(methods));
    }

    @Test
    void exceeded_methodsOverTheirLimits_areNamedWithEach() {
        MethodTime fill = new MethodTime("fill", 3, 1, 100_000_001, 0, 20_000_001, 1_001, 0, "", false);
        assertThat(of(OfMethods.class).exceeded(calling(fill), true))
                .extracting(Exceeded::text)
                .containsExactly(
                        "fill: 100 ms response time, budget 100 ms",
                        "fill: 20.0 ms CPU time, budget 20.0 ms",
                        "fill: 1.00 kB allocated, budget 1.00 kB");
        MethodTime atTheLimit = new MethodTime("fill", 3, 1, 100_000_000, 0, 20_000_000, 1_000, 0, "", false);
        assertThat(of(OfMethods.class)
                        .exceeded(
                                calling(
                                        atTheLimit,
                                        new MethodTime(
                                                "fill", 3, 1, 100_000_001, 0, 20_000_001, 1_001, 0, "cold", false)),
                                true))
                .isEmpty();
    }

    @Test
    void exceeded_waitForACpuUnknown_limitsCpuTimeInItsPlace() {
        MethodTime fill = new MethodTime("fill", 1, 900_000_000, -1, 0, 15_000_000, -1, 0, "", false);
        assertThat(of(OfMethods.class).exceeded(calling(fill), true)).isEmpty();
        MethodTime computes = new MethodTime("fill", 1, 900_000_000, -1, 0, 101_000_000, -1, 0, "", false);
        assertThat(of(OfMethods.class).exceeded(calling(computes), true))
                .extracting(Exceeded::text)
                .containsExactly("fill: 101 ms CPU time, budget 100 ms", "fill: 101 ms CPU time, budget 20.0 ms");
    }

    @Test
    void failureMessage_onlyAMethodIsWorse_showsItsCallAndNoPlacesOfLogCalls() {
        MethodTime fill = new MethodTime("fill", 3, 2_500_000_000L, 810_000_000, 0, 12_000_000, 35_000, 0, "", false);
        Change slower = new Change("T#t()", Kpi.RESPONSE, "fill", 10e6, 810e6, 30e6);
        assertThat(FailureMessage.of(
                        "T#t()", List.of(), List.of(slower), kpis().withMethods(List.of(fill)), Path.of("x.json")))
                .startsWith("""
                        T#t() got worse than its baseline:
                          fill: 810 ms response time, 10.0 ms before, 30.0 ms allowed
                        The median of the calls:
                          fill: 810 ms response time, 12.0 ms CPU time, 35.0 kB allocated
                        """)
                .doesNotContain("Logged most");
    }

    @Test
    void exceeded_mistypedTime_saysHowToWriteIt() {
        assertThatThrownBy(() -> of(Mistyped.class).exceeded(kpis(), true)).hasMessageContaining("200ms");
    }

    @Test
    void failureMessage_overBudget_namesThreePlacesThatLoggedMost() {
        String text = FailureMessage.of(
                "T#t()",
                List.of(new Exceeded(Kpi.ENTRIES, "", "1,003 entries, budget 10")),
                List.of(),
                kpis(),
                Path.of("x.json"));
        assertThat(text).isEqualTo("""
                T#t() is over its log budget:
                  1,003 entries, budget 10
                Logged most:
                  about 1,000 x INFO by ROOT at a.B.c(B.java:1)
                  2 x WARN by a.B at a.B.d(B.java:2)
                  1 x WARN by a.B at a.B.e(B.java:3)
                While it ran beside other tests, 4 more entries came from threads that belong to no test.""");
    }
}
