package dev.tailrace.doctor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class GcCountersTest {
    private static GcCounters counters(long at, int young, long ticks, long old) throws IOException {
        return Reading.ofText("at=" + at + "\nsun.gc.collector.0.name=\"Copy\"\nsun.gc.collector.0.invocations=" + young
                        + "\nsun.gc.collector.0.time=" + ticks
                        + "\nsun.gc.collector.1.invocations=0\nsun.gc.generation.0.space.0.capacity=27000000"
                        + "\nsun.gc.generation.1.space.0.used=" + old + "\nsun.os.hrt.frequency=1000000000\n")
                .all(GcCounters.class)
                .get(0);
    }

    @Test
    void figures_twoMoments_giveRates() throws IOException {
        GcFigures figures = GcFigures.of(
                counters(1_000_000, 10, 500_000_000L, 4_000_000), counters(1_030_000, 70, 2_000_000_000L, 4_000_000));

        assertThat(figures.perMinute()).isCloseTo(120, within(1e-9));
        assertThat(figures.pauseShare()).isCloseTo(0.05, within(1e-9));
        assertThat(figures.garbage()).isEqualTo(27_000_000);
        assertThat(figures.allocation()).isCloseTo(54e6, within(1.0));
        assertThat(figures.isTemporary()).isTrue();
    }
}
