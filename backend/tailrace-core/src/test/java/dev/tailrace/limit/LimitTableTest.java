package dev.tailrace.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.layout.event.Event;
import dev.tailrace.limit.LimitTable.Verdict;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LimitTableTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;
    private static final int INFO = 20;

    private final AtomicBoolean memoryIsShort = new AtomicBoolean();
    private final LimitTable table = new LimitTable(0, memoryIsShort::get);
    private final Event event = new Event(new TextBuffer(256, 256));

    private LoggerLimits limits(int burst, boolean protect) {
        LimitConfig config = new LimitConfig(
                "",
                Threshold.ERROR,
                LimitConfig.By.TEMPLATE,
                "",
                SECOND,
                burst,
                0,
                10_000,
                protect,
                LimitConfig.Scope.ALL);
        return Objects.requireNonNull(table.of(List.of(config)));
    }

    private Verdict check(LoggerLimits limits, String message, long epochNanos) {
        event.begin(INFO, 1, "a", "", epochNanos);
        return limits.check(event, message, null);
    }

    private int passing(LoggerLimits limits, long epochNanos, int calls) {
        int passed = 0;
        for (int i = 0; i < calls; i++) {
            passed += check(limits, "one", epochNanos) == Verdict.PASSES ? 1 : 0;
        }
        return passed;
    }

    @Test
    void burst_passesExactly_andComesBackAtTheRate() {
        LoggerLimits limits = limits(7, false);

        assertThat(passing(limits, START, 20)).isEqualTo(7);
        assertThat(passing(limits, START + SECOND - 1, 5)).isZero();
        assertThat(passing(limits, START + SECOND, 5)).isEqualTo(1);
        assertThat(passing(limits, START + 4 * SECOND, 5)).isEqualTo(3);
        assertThat(passing(limits, START + 100 * SECOND, 20)).isEqualTo(7);
        assertThat(table.total()).isEqualTo(13 + 5 + 4 + 2 + 13);
    }

    @Test
    void clock_goesBackADay_fillsFromThere() {
        LoggerLimits limits = limits(4, false);
        long back = START - 86_400 * SECOND;

        assertThat(passing(limits, START, 10)).isEqualTo(4);
        assertThat(passing(limits, back, 3)).isZero();
        assertThat(passing(limits, back + SECOND, 3)).isEqualTo(1);
        assertThat(passing(limits, back + 5 * SECOND, 9)).isEqualTo(4);
    }

    @Test
    void clock_goesForwardADay_isFull() {
        LoggerLimits limits = limits(4, false);

        assertThat(passing(limits, START, 10)).isEqualTo(4);
        assertThat(passing(limits, START + 86_400 * SECOND, 10)).isEqualTo(4);
    }

    @Test
    void protect_holdsOnlyWhileMemoryIsShort_andOnlyWhatIsLoud() {
        LoggerLimits limits = limits(4, true);

        assertThat(passing(limits, START, 10)).isEqualTo(10);
        memoryIsShort.set(true);
        assertThat(passing(limits, START + 1, 10)).isZero();
        assertThat(check(limits, "another", START + 1)).isEqualTo(Verdict.PASSES);
        memoryIsShort.set(false);
        assertThat(passing(limits, START + 2, 10)).isEqualTo(10);
    }

    @Test
    void keys_moreThanBuckets_shareOneAndLoseNoCount() {
        LoggerLimits limits = limits(1, false);
        long held = 0;
        for (int round = 0; round < 3; round++) {
            for (int key = 0; key < 5_000; key++) {
                held += check(limits, "message " + key, START) == Verdict.HELD ? 1 : 0;
            }
        }

        Set<String> texts = new HashSet<>();
        long[] reported = {0};
        table.close(true);
        assertThat(table.summarise(START, summary -> {
                    reported[0] += summary.count();
                    texts.add(summary.text());
                    return true;
                }))
                .isTrue();
        assertThat(held).isGreaterThan(9_000).isEqualTo(table.total()).isEqualTo(reported[0]);
        assertThat(texts).contains("other messages", "\"message 0\"").hasSizeBetween(400, 512);
    }

    @Test
    void bucket_fullAgain_takesAnotherKey() {
        LoggerLimits limits = limits(1, false);
        for (int second = 0; second < 20; second++) {
            for (int key = 0; key < 150; key++) {
                // Each key once: no bucket is used up, and after a second all of them are full again.
                assertThat(check(limits, second + " message " + key, START + second * SECOND))
                        .isEqualTo(Verdict.PASSES);
            }
        }
        assertThat(table.total()).isZero();
    }

    @Test
    void summary_notAccepted_isDueAgainWithWhatCameMeanwhile() {
        LoggerLimits limits = limits(1, false);
        passing(limits, START, 4);
        long later = START + 11 * SECOND;

        assertThat(table.isDue(START + 9 * SECOND)).isFalse();
        assertThat(table.isDue(later)).isTrue();
        assertThat(table.summarise(later, summary -> {
                    // An event that is counted while the line is being written.
                    assertThat(check(limits, "one", START)).isEqualTo(Verdict.HELD);
                    return false;
                }))
                .isFalse();
        assertThat(table.unreported()).isEqualTo(4);
        List<LimitSummary> written = new ArrayList<>();
        assertThat(table.summarise(later, summary -> {
                    assertThat(check(limits, "one", START)).isEqualTo(Verdict.HELD);
                    return written.add(summary);
                }))
                .isTrue();
        assertThat(written).singleElement().extracting(LimitSummary::count).isEqualTo(4L);
        assertThat(table.unreported()).isEqualTo(1);
        assertThat(table.isDue(later + 9 * SECOND))
                .as("its window begins with the summary")
                .isFalse();
        assertThat(table.isDue(later + 10 * SECOND)).isTrue();
    }

    @Test
    void clock_setBackBehindAWindow_endsIt() {
        passing(limits(1, false), START, 3);

        assertThat(table.isDue(START - 3_600 * SECOND)).isTrue();
    }

    @Test
    void closing_underLoad_summarisesExactlyWhatWasHeld() throws Exception {
        for (int round = 0; round < 200; round++) {
            LimitTable closing = new LimitTable(7, memoryIsShort::get);
            LoggerLimits limits = limitsBy(closing, LimitConfig.By.TEMPLATE, 1);
            AtomicLong held = new AtomicLong();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                threads.add(new Thread(() -> held.addAndGet(heldUntilClosed(limits))));
            }
            threads.forEach(Thread::start);
            long[] reported = {0};
            Predicate<LimitSummary> writer = summary -> {
                reported[0] += summary.count();
                return true;
            };
            while (closing.total() < 100) {
                closing.summarise(START + 11 * SECOND, writer);
            }
            closing.close(true);
            closing.summarise(START, writer);
            assertThat(closing.unreported()).isZero();
            for (Thread each : threads) {
                each.join();
            }

            assertThat(closing.total() - 7).isEqualTo(held.get()).isEqualTo(reported[0]);
        }
    }

    private static long heldUntilClosed(LoggerLimits limits) {
        Event own = new Event(new TextBuffer(256, 256));
        long held = 0;
        Verdict verdict = Verdict.PASSES;
        while (verdict != Verdict.CLOSED) {
            own.begin(INFO, 1, "a", "", START);
            verdict = limits.check(own, "one", null);
            held += verdict == Verdict.HELD ? 1 : 0;
        }
        return held;
    }

    @Test
    void closed_withoutSuccessor_everythingPasses() {
        LoggerLimits limits = limits(1, false);
        passing(limits, START, 3);
        table.close(false);

        assertThat(passing(limits, START, 3)).isEqualTo(3);
        assertThat(table.total()).isEqualTo(2);
    }

    @Test
    void check_passingAndHeld_makesNoGarbage() {
        for (LimitConfig.By by : List.of(LimitConfig.By.TEMPLATE, LimitConfig.By.TEXT, LimitConfig.By.LOGGER)) {
            LoggerLimits passing = limitsBy(by, 1_000_000);
            LoggerLimits holding = limitsBy(by, 1);
            Object[] arguments = {"4711"};
            long planted = allocated();
            byte[] seen = new byte[100_000];
            assertThat(allocated() - planted).isGreaterThanOrEqualTo(seen.length);
            int held = 0;
            long before = 0;
            for (int i = 0; i < 150_000; i++) {
                if (i == 50_000) {
                    before = allocated();
                }
                event.begin(INFO, 1, "a", "", START + i * 1_000L);
                passing.check(event, "order {} failed", arguments);
                held += holding.check(event, "order {} failed", arguments) == Verdict.HELD ? 1 : 0;
            }
            assertThat(allocated() - before).as(by.name()).isLessThan(100_000);
            assertThat(held).isGreaterThan(140_000);
        }
    }

    private LoggerLimits limitsBy(LimitConfig.By by, int burst) {
        return limitsBy(table, by, burst);
    }

    private static LoggerLimits limitsBy(LimitTable table, LimitConfig.By by, int burst) {
        long interval = burst == 1 ? SECOND : 1_000;
        LimitConfig config =
                new LimitConfig("", Threshold.ERROR, by, "", interval, burst, 0, 10_000, false, LimitConfig.Scope.ALL);
        return Objects.requireNonNull(table.of(List.of(config)));
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
