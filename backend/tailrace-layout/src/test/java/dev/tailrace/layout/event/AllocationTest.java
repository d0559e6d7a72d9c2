package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tailrace.layout.PatternEncoder;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest {
    private static final int CALLS = 1_000_000;
    /** Tolerated bytes of the JVM itself, such as a compilation that ends during the measurement: far less than a byte per call. */
    private static final long TOLERATED = 64 * 1024;

    private static final PatternEncoder ENCODER = PatternEncoder.compile(
                    "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} %X{user:-none} - %msg%n")
            .encoder();
    private static final PatternEncoder LOG4J = PatternEncoder.compileLog4j(
                    "%d{ISO8601} %-5p [%t] %c{1.} %X{user} %X{user,id} %notEmpty{(%marker)} %highlight{%m}%n",
                    name -> null, TextRules.FILE)
            .encoder();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Map<String, String> CONTEXT = Map.of("user", "anna");

    private final EventPool pool = new EventPool(1 << 20);

    @SuppressWarnings("UnusedVariable") // written so that the allocation cannot be optimised away
    private volatile @Nullable Object planted;

    private enum Side {
        BUY
    }

    private PatternEncoder encoder = ENCODER;

    private void encode(@Nullable Object @Nullable [] arguments, int i, boolean plant) {
        Event event = pool.take();
        event.begin(20, 3, "com.example.orders.OrderBook", "", 1_700_000_000_000_000_000L + i % 1_000 * 1_000_000L);
        event.message("order {} filled at {} qty {}");
        event.arguments(arguments);
        event.context(CONTEXT);
        encoder.encode(event, event.line());
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void encode_steadyState_allocatesNothing(int set) {
        @Nullable
        Object[][] sets = {
            null,
            {42},
            {42L, "Z\u00fcrich \u20ac \ud83d\ude00 and some more text, longer than the short ones"},
            {1_234_567L, 101.25, 4_200},
            {0.1 + 0.2, Side.BUY, 1.5f},
            {new int[] {1, 2, 3}, 'c', "line\nfeed"}
        };
        assertThat(allocated(sets[set], false)).isLessThan(TOLERATED);
    }

    @Test
    void encode_patternOfLog4j_allocatesNothing() {
        encoder = LOG4J;

        assertThat(allocated(new Object[] {42}, false)).isLessThan(TOLERATED);
    }

    @Test
    void encode_plantedAllocation_isSeen() {
        assertThat(allocated(new Object[] {42}, true)).isGreaterThan(16L * CALLS);
    }
}
