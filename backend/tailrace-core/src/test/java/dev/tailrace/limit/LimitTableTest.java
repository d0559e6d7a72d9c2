package dev.tailrace.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.engine.journal.owner.LimitPage;
import dev.tailrace.engine.journal.owner.LimitReport;
import dev.tailrace.layout.event.Event;
import dev.tailrace.limit.LimitTable.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitTableTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;
    private static final int INFO = 20;

    private final LimitPage page = LimitPage.inProcess();
    private final AtomicBoolean memoryIsShort = new AtomicBoolean();
    private final LimitTable table = new LimitTable(page, memoryIsShort::get);
    private final Event event = new Event(new TextBuffer(256, 256));

    @BeforeEach
    void open() throws IOException {
        page.open();
    }

    private LoggerLimits limits(int burst, boolean protect) {
        LimitConfig config = new LimitConfig(
                "", Threshold.ERROR, LimitConfig.By.TEMPLATE, "", SECOND, burst, 0, 10_000, protect, false);
        return Objects.requireNonNull(table.of("a", List.of(config)));
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
        assertThat(page.total()).isEqualTo(13 + 5 + 4 + 2 + 13);
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

        long reported = 0;
        Set<String> texts = new HashSet<>();
        for (LimitReport report = page.unreported(START, true); report != null; report = page.unreported(START, true)) {
            for (LimitReport.Summary summary : report.summaries()) {
                reported += summary.count();
                texts.add(summary.text());
            }
            page.reported(report.words(), START);
        }
        assertThat(held).isGreaterThan(9_000).isEqualTo(page.total()).isEqualTo(reported);
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
        assertThat(page.total()).isZero();
    }

    @Test
    void closingAndReopening_underLoad_countsExactlyWhatWasHeld() throws Exception {
        AtomicLong held = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        LoggerLimits limits = limits(1, false);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(new Thread(() -> {
                Event own = new Event(new TextBuffer(256, 256));
                long mine = 0;
                while (!over.get()) {
                    own.begin(INFO, 1, "a", "", START);
                    mine += limits.check(own, "one", null) == Verdict.HELD ? 1 : 0;
                }
                held.addAndGet(mine);
            }));
        }
        threads.forEach(Thread::start);
        long reported = 0;
        for (int i = 0; i < 2_000; i++) {
            page.close();
            reported += report();
            assertThat(page.isUnreported()).isFalse();
            page.reopen();
            reported += report();
        }
        over.set(true);
        for (Thread each : threads) {
            each.join();
        }
        reported += report();

        assertThat(page.total()).isEqualTo(held.get()).isEqualTo(reported).isPositive();
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
        long interval = burst == 1 ? SECOND : 1_000;
        LimitConfig config = new LimitConfig("", Threshold.ERROR, by, "", interval, burst, 0, 10_000, false, false);
        return Objects.requireNonNull(table.of("a", List.of(config)));
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private long report() {
        LimitReport report = page.unreported(START, true);
        if (report == null) {
            return 0;
        }
        page.reported(report.words(), START);
        return report.summaries().stream().mapToLong(LimitReport.Summary::count).sum();
    }
}
