package dev.tailrace.doctor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcCountersTest {
    private static final String SERIAL = "sun.gc.collector.0.name=\"Serial young collection pauses\"\n";

    private static String look(long at, int young, int full, long millis, long eden, long old) {
        return "at=" + at + "\nsun.gc.collector.0.invocations=" + young
                + "\nsun.gc.collector.1.invocations=" + full
                + "\nsun.gc.collector.0.time=" + millis * 1_000_000
                + "\nsun.gc.generation.0.space.0.capacity=" + eden
                + "\nsun.gc.generation.1.space.0.used=" + old + "\nsun.os.hrt.frequency=1000000000\n";
    }

    private static List<GcCounters> read(String text) throws IOException {
        return Reading.ofText(text).all(GcCounters.class);
    }

    @Test
    void figures_twoMoments_giveRates() throws IOException {
        List<GcCounters> looks = read(look(1_000_000, 10, 0, 500, 27_000_000, 4_000_000)
                + look(1_030_000, 70, 0, 2_000, 27_000_000, 4_000_000));

        GcFigures figures = GcFigures.of(looks);

        assertThat(figures.perMinute()).isCloseTo(120, within(1e-9));
        assertThat(figures.pauseShare()).isCloseTo(0.05, within(1e-9));
        assertThat(figures.garbage()).isEqualTo(27_000_000);
        assertThat(figures.allocation()).isCloseTo(54e6, within(1.0));
        assertThat(figures.isTemporary()).isTrue();
    }

    @Test
    void read_seriesWithWhatChanged_keepsTheRest() throws IOException {
        List<GcCounters> looks = read(look(1_000, 10, 0, 500, 27, 4) + SERIAL
                + "at=2000\nsun.gc.collector.0.invocations=12\nsun.gc.lastCause=\"System.gc()\"\nat=3000\n");

        assertThat(looks).extracting(GcCounters::atMillis).containsExactly(1_000L, 2_000L, 3_000L);
        assertThat(looks).extracting(GcCounters::young).containsExactly(10L, 12L, 12L);
        assertThat(looks).extracting(GcCounters::eden).containsOnly(27L);
        assertThat(looks.get(2).collector()).isEqualTo("Serial");
        assertThat(looks.get(2).lastCause()).isEqualTo("System.gc()");
        assertThat(looks.get(0).lastCause()).isEmpty();
    }

    @Test
    void figures_oldGenerationThatGrowsAndIsEmptied_areNotTemporaryGarbage() throws IOException {
        long eden = 20_000_000;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            // Half of each eden is promoted, and every fourth time the old generation is emptied.
            text.append(look(1_000_000 + i * 500L, i, 0, i * 30L, eden, (i % 4) * eden / 2));
        }
        GcFigures figures = GcFigures.of(read(text.toString()));

        assertThat(figures.promotedShare()).isGreaterThan(0.3);
        assertThat(figures.isTemporary()).isFalse();
    }

    @Test
    void figures_zgc_countsCyclesByTheirPausesAndWhatWasSeenToGo() throws IOException {
        String name = "sun.gc.collector.2.name=\"Z concurrent cycle pauses\"\n";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append("at=")
                    .append(1_000_000 + i * 100)
                    .append("\nsun.gc.collector.2.invocations=")
                    .append(i * 3)
                    .append("\nsun.gc.generation.1.space.0.used=")
                    .append(i % 2 == 0 ? 90_000_000 : 20_000_000)
                    .append('\n')
                    .append(i == 0 ? name : "");
        }

        List<GcCounters> looks = read(text.toString());
        GcFigures figures = GcFigures.of(looks);

        assertThat(looks.get(0).collector()).isEqualTo("ZGC");
        assertThat(figures.regular()).isEqualTo(59);
        assertThat(figures.hasPromotion()).isFalse();
        assertThat(figures.allocation()).isCloseTo(30 * 70e6 / 5.9, within(1.0));
        assertThat(figures.isTemporary()).isTrue();
    }

    @Test
    void read_shenandoah_countsPausesAndCyclesTogether_soThatItTellsNothing() throws IOException {
        assertThat(read("at=1\nsun.gc.collector.0.invocations=0\nsun.gc.collector.0.name=\"Shenandoah partial\"\n"))
                .isEmpty();
    }
}
