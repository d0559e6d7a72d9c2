package dev.tailrace.junit.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadClocksTest {
    /** As measured beside 30 threads: the wait was read before and after the call, and waited, too. */
    @Test
    void response_waitIsLongerThanTheCall_isTheCpuTime() {
        assertThat(new ThreadClocks(1_853, 1_900, 40_000, 40, 0, 0).response()).isEqualTo(40);
        assertThat(new ThreadClocks(1_853, 1_800, 40_000, 40, 0, 0).response()).isEqualTo(53);
        assertThat(new ThreadClocks(1_853, -1, -1, 40, 0, 0).response()).isEqualTo(-1);
        assertThat(new ThreadClocks(5, 9, 9, -1, 0, 0).response()).isZero();
    }
}
