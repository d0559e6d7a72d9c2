package dev.tailrace.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts what was dropped, per level and logger. Counters only grow; a report is the difference to the last one, so that no event
 * falls between two reports. Counting is thread-safe; reporting is for one thread.
 */
public final class Losses {
    private static final int MAX_LOGGERS = 64;
    private static final String OTHER = "(others)";

    private final LongAdder[] perLevel = {
        new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder()
    };
    private final Map<String, LongAdder> perLogger = new ConcurrentHashMap<>();
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    private long reported;
    private long reportedUntil;
    private final long[] reportedPerLevel = new long[perLevel.length];
    private final Map<String, Long> reportedPerLogger = new TreeMap<>();

    /** What was dropped since the last report, between which two instants (nanoseconds since 1970). */
    public record Report(long firstNanos, long lastNanos, List<Long> perLevel, Map<String, Long> perLogger) {
        public long total() {
            long sum = 0;
            for (long count : perLevel) {
                sum += count;
            }
            return sum;
        }
    }

    void count(int level, String logger, long epochNanos) {
        LongAdder counter = perLogger.get(logger);
        if (counter == null) {
            String name = perLogger.size() < MAX_LOGGERS ? logger : OTHER;
            counter = perLogger.computeIfAbsent(name, key -> new LongAdder());
        }
        first.accumulateAndGet(epochNanos, Math::min);
        last.accumulateAndGet(epochNanos, Math::max);
        counter.increment();
        // Last: a report that sees it has the instants, if not an earlier report took them.
        perLevel[Math.max(0, Math.min(perLevel.length - 1, level / 10))].increment();
    }

    /** All that was ever dropped. */
    public long total() {
        long sum = 0;
        for (LongAdder counter : perLevel) {
            sum += counter.sum();
        }
        return sum;
    }

    /** What is to be reported; null when there is nothing. */
    @Nullable
    Report unreported() {
        if (total() == reported) {
            return null;
        }
        List<Long> counts = new ArrayList<>(perLevel.length);
        for (int i = 0; i < perLevel.length; i++) {
            counts.add(perLevel[i].sum() - reportedPerLevel[i]);
        }
        Map<String, Long> loggers = new TreeMap<>();
        perLogger.forEach((name, counter) -> {
            long count = counter.sum() - reportedPerLogger.getOrDefault(name, 0L);
            if (count != 0) {
                loggers.put(name, count);
            }
        });
        long begin = first.getAndSet(Long.MAX_VALUE);
        long end = last.getAndSet(Long.MIN_VALUE);
        // An earlier report may have taken the instants of an event that is counted only now.
        begin = begin == Long.MAX_VALUE ? reportedUntil : begin;
        end = end == Long.MIN_VALUE ? Math.max(begin, reportedUntil) : end;
        reportedUntil = end;
        return new Report(begin, end, List.copyOf(counts), Map.copyOf(loggers));
    }

    /** Says that this report was written. */
    void reported(Report report) {
        reported += report.total();
        for (int i = 0; i < reportedPerLevel.length; i++) {
            reportedPerLevel[i] += report.perLevel().get(i);
        }
        report.perLogger().forEach((name, count) -> reportedPerLogger.merge(name, count, Long::sum));
    }
}
