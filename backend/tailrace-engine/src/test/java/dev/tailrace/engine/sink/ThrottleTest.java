package dev.tailrace.engine.sink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThrottleTest {
    @ParameterizedTest
    @CsvSource({"1.0, 0", "0.5, 1000", "0.25, 3000", "0.1, 9000"})
    void sleep_isWhatTheShareLeaves(double share, long sleptMillis) {
        long[] work = {0};
        long[] slept = {0};
        Throttle throttle = new Throttle(share, () -> work[0], nanos -> slept[0] += nanos);
        throttle.begin();
        for (int i = 0; i < 1000; i++) {
            work[0] += 1_000_000;
            throttle.pace();
        }
        assertThat(slept[0] / 1_000_000).isBetween(sleptMillis - 10, sleptMillis);
    }

    @Test
    void lifted_sleepsNoMore() {
        long[] work = {0};
        Throttle throttle = new Throttle(0.1, () -> work[0] += 10_000_000, nanos -> {
            throw new AssertionError("slept " + nanos);
        });
        throttle.lift();
        throttle.begin();
        throttle.pace();
    }
}
