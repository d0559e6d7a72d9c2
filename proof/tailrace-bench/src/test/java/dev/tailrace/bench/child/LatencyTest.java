package dev.tailrace.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyTest {
    private static final long MS = 1_000_000;

    @Test
    void of_severalThreads_mergesTheirCalls() {
        Samples fast = new Samples(100);
        for (int i = 0; i < 99; i++) {
            fast.add(i * MS, i * MS, i * MS + 1_000);
        }
        Samples slow = new Samples(1);
        slow.add(10 * MS, 10 * MS, 260 * MS);

        Latency latency = Latency.of(List.of(fast, slow));

        assertThat(latency.service().getTotalCount()).isEqualTo(100);
        assertThat(latency.service().getValueAtPercentile(50)).isEqualTo(1_000);
        assertThat(latency.longestNanos()).isEqualTo(250 * MS);
        assertThat(latency.blockedNanos()).isEqualTo(250 * MS);
    }

    @Test
    void of_callDueLongBeforeItBegan_hasTheWaitInItsResponseOnly() {
        Samples late = new Samples(1);
        late.add(0, 50 * MS, 51 * MS);

        Latency latency = Latency.of(List.of(late));

        assertThat(latency.service().getMaxValue()).isBetween(MS, MS + 1_000);
        assertThat(latency.response().getMaxValue()).isBetween(51 * MS, 52 * MS);
    }

    @Test
    void series_callOverSeveralSteps_isInAllOfThem() {
        Samples first = new Samples(2);
        first.add(0, 10 * MS, 12 * MS);
        first.add(0, 20 * MS, 21 * MS);
        Samples second = new Samples(1);
        second.add(0, 210 * MS, 510 * MS);

        Series series = Series.of(List.of(first, second));

        assertThat(series.events()).containsExactly(2L, 0L, 1L, 0L, 0L, 0L);
        assertThat(series.longestNanos()).containsExactly(2 * MS, 0L, 300 * MS, 300 * MS, 300 * MS, 300 * MS);
    }

    @Test
    void samples_moreThanExpected_growsInsteadOfForgetting() {
        Samples samples = new Samples(1);
        samples.add(1, 2, 3);
        samples.add(4, 5, 6);

        assertThat(samples.count()).isEqualTo(2);
        assertThat(samples.ended(1)).isEqualTo(6);
    }
}
