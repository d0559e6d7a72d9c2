package dev.tailrace.junit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.LoggerCount;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CounterTest {
    private final Counter counter = new Counter();

    @Test
    void kpis_someEntries_areCountedByLevelLoggerAndPlace() {
        counter.add(2, "a", 100, null, () -> "here");
        counter.add(2, "a", 100, null, () -> "here");
        counter.add(4, "", 50, new Kpis.Thrown("E", "top", 1), () -> "there");

        Kpis kpis = counter.kpis(7, 0);

        assertThat(kpis.entries()).isEqualTo(3);
        assertThat(kpis.bytes()).isEqualTo(250);
        assertThat(kpis.rootEntries()).isEqualTo(1);
        assertThat(kpis.exceptions()).isEqualTo(1);
        assertThat(kpis.levels()).isEqualTo(Map.of("INFO", 2L, "ERROR", 1L));
        assertThat(kpis.loggers())
                .containsExactly(new LoggerCount("a", "INFO", 2), new LoggerCount("ROOT", "ERROR", 1));
        assertThat(kpis.callSites())
                .containsExactly(
                        new CallSite("here", "a", "INFO", 2, false), new CallSite("there", "ROOT", "ERROR", 1, false));
        assertThat(kpis.thrown()).containsExactly(new Kpis.Thrown("E", "top", 1));
    }

    @Test
    void kpis_manyEntries_placesAreSampledAndAddUpToAboutAll() {
        int rounds = 20_000;
        for (int i = 0; i < rounds; i++) {
            counter.add(2, "a", 1, null, () -> "one of four");
            for (int k = 0; k < 3; k++) {
                counter.add(1, "b", 1, null, () -> "three of four");
            }
        }

        Kpis kpis = counter.kpis(0, 0);

        assertThat(kpis.entries()).isEqualTo(4L * rounds);
        assertThat(kpis.callSites()).hasSize(2).allMatch(CallSite::sampled);
        assertThat(kpis.callSites().get(0).place()).isEqualTo("three of four");
        assertThat((double) kpis.callSites().get(0).entries()).isCloseTo(3.0 * rounds, within(0.1 * rounds));
        assertThat((double) kpis.callSites().get(1).entries()).isCloseTo(rounds, within(0.1 * rounds));
    }

    @Test
    void kpis_endlesslyManyLoggers_areSummedUp() {
        for (int i = 0; i < 5_000; i++) {
            counter.add(2, "session-" + i, 1, null, () -> "here");
        }
        Kpis kpis = counter.kpis(0, 0);
        assertThat(kpis.entries()).isEqualTo(5_000);
        assertThat(kpis.loggers()).hasSize(1_001);
        assertThat(kpis.loggers().get(0)).isEqualTo(new LoggerCount("(others)", "INFO", 4_000));
    }
}
