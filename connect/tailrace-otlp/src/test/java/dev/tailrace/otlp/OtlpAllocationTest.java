package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OtlpAllocationTest {
    private static final int CALLS = 500_000;
    /** Tolerated bytes of the JVM itself, such as a compilation that ends during the measurement: far less than a byte per call. */
    private static final long TOLERATED = 64 * 1024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final EventPool pool = new EventPool(1 << 20);
    private final OtlpEncoder encoder = new OtlpEncoder(OtlpEncoderTest.RESOURCE, OtlpEncoderTest.ALL);
    private final Map<String, String> context = new HashMap<>(
            Map.of("user", "änna", "traceId", "4bf92f3577b34da6a3ce929d0e0e4736", "spanId", "00f067aa0ba902b7"));

    @SuppressWarnings("UnusedVariable") // written so that the allocation cannot be optimised away
    private volatile @Nullable Object planted;

    private void encode(@Nullable Object @Nullable [] arguments, int i, boolean plant) {
        Event event = pool.take();
        event.begin(20, 3, "com.example.orders.OrderBook", "", 1_700_000_000_000_000_000L + i % 1_000 * 1_000_000L);
        event.stamp();
        event.context(context);
        event.addKeyValue("qty", arguments == null ? null : arguments[0]);
        event.addKeyValue(
                "text",
                "Z\u00fcrich and a text that is longer than a hundred and twenty-seven bytes, "
                        + "so that the lengths before it take more than one byte each, and it is moved");
        encoder.encode(event, "order {} \"filled\" at {} qty {}", arguments, event.line());
        if (plant) {
            planted = new byte[8];
        }
        pool.give(event);
    }

    private long allocated(@Nullable Object @Nullable [] arguments, boolean plant) {
        for (int i = 0; i < 100_000; i++) {
            encode(arguments, i, plant);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            encode(arguments, i, plant);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void encode_steadyState_allocatesNothing() {
        assertThat(allocated(null, false)).isLessThan(TOLERATED);
        assertThat(allocated(new Object[] {42L, 101.25, "Z\u00fcrich \u20ac \ud83d\ude00"}, false))
                .isLessThan(TOLERATED);
    }

    @Test
    void encode_plantedAllocation_isSeen() {
        assertThat(allocated(new Object[] {42}, true)).isGreaterThan(16L * CALLS);
    }
}
