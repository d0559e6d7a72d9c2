package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WallClockTest {
    @Test
    void nanosWithin_staysInItsMillisecond() {
        Set<Long> fractions = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            long millis = WallClock.millis();
            long nanos = WallClock.nanosWithin(millis);
            assertThat(Math.floorDiv(nanos, 1_000_000L)).isEqualTo(millis);
            fractions.add(Math.floorMod(nanos, 1_000_000L));
        }
        assertThat(fractions).hasSizeGreaterThan(100);
    }

    @Test
    void nanosWithin_ofAMillisecondThatIsOverOrStillToCome_isItsNearerEnd() {
        long millis = WallClock.millis();

        assertThat(WallClock.nanosWithin(millis - 60_000)).isEqualTo((millis - 60_000) * 1_000_000 + 999_999);
        assertThat(WallClock.nanosWithin(millis + 60_000)).isEqualTo((millis + 60_000) * 1_000_000);
    }
}
