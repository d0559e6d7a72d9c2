package dev.tailrace.junit.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadClocksTest {
    private static ThreadClocks clocks(long wall, long waited, long cpu, Map<String, Long> others) {
        return new ThreadClocks(wall, waited, others, cpu, 0, 0);
    }

    /** As measured beside 30 threads: the wait was read before and after the call, and waited, too. */
    @Test
    void response_waitIsLongerThanTheCall_isTheCpuTime() {
        assertThat(clocks(1_853, 1_900, 40, Map.of()).response()).isEqualTo(40);
        assertThat(clocks(1_853, 1_800, 40, Map.of()).response()).isEqualTo(53);
        assertThat(clocks(1_853, -1, 40, Map.of()).response()).isEqualTo(-1);
        assertThat(clocks(5, 9, -1, Map.of()).response()).isZero();
    }

    /** A sleep isn't explained by twenty threads that waited a little each. */
    @Test
    void excused_isTheLongestWaitOfOneThread_andNoMoreThanTheTimeOffTheCpu() {
        assertThat(clocks(100, 10, 30, Map.of("7", 20L, "8", 15L)).excused()).isEqualTo(20);
        assertThat(clocks(100, 10, 30, Map.of("7", 500L)).excused()).isEqualTo(60);
        assertThat(clocks(100, -1, 30, Map.of("7", 500L)).excused()).isZero();
        assertThat(clocks(100, 10, 30, Map.of()).excused()).isZero();
    }

    /** On Linux each reading has the other threads, and not this one. */
    @Test
    void start_readsTheOtherThreads() throws Exception {
        ThreadClocks start = ThreadClocks.start();

        assertThat(start).isNotNull();
        if (start.waited() >= 0) {
            String own = Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString();
            assertThat(start.others()).isNotEmpty().doesNotContainKey(own);
        }
    }
}
