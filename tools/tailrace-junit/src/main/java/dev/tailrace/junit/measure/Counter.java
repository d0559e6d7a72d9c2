package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.LoggerCount;
import dev.tailrace.junit.measure.Kpis.Thrown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the entries of one test. Thread-safe: the test's threads share one lock, and foreign code never runs under it.
 *
 * <p>The place of a call is looked up for the first {@value #ALL_UNTIL} entries, then for one entry in {@value #MEAN_GAP} on average. A
 * lookup costs ten times as much as counting, and a test that logs that much logs from few places. The gaps vary, so that the samples can't
 * coincide with a loop of several calls.
 */
final class Counter {
    static final int ALL_UNTIL = 1_024;
    static final int MEAN_GAP = 16;

    /** Limits memory if the application names loggers after sessions or orders. */
    private static final int MOST_NAMES = 1_000;

    private static final String OTHERS = "(others)";

    private final Map<String, long[]> loggers = new HashMap<>();
    private final Map<Site, long[]> sites = new HashMap<>();
    private final Map<Site, long[]> thrown = new HashMap<>();
    private final long[] levels = new long[Levels.NAMES.size()];
    private long entries;
    private long bytes;
    private long rootEntries;
    private long exceptions;
    private long nextSample = 1;
    private int gap = 1;
    private int seed = 4711;
    private boolean sampled;

    private record Site(String place, String logger, int level) {}

    void add(int level, String logger, long lineBytes, @Nullable Thrown cause, Supplier<String> place) {
        int weight = count(level, logger, lineBytes, cause);
        if (weight > 0) {
            Site site = new Site(place.get(), logger, level);
            synchronized (this) {
                add(sites, site, weight);
            }
        }
    }

    /** Counts an entry. Returns how many entries its place stands for; 0: the place is not looked up. */
    private synchronized int count(int level, String logger, long lineBytes, @Nullable Thrown cause) {
        entries++;
        bytes += lineBytes;
        levels[level]++;
        String known = loggers.size() < MOST_NAMES || loggers.containsKey(logger) ? logger : OTHERS;
        loggers.computeIfAbsent(known, unused -> new long[Levels.NAMES.size()])[level]++;
        if (logger.isEmpty() || logger.equalsIgnoreCase("ROOT")) {
            rootEntries++;
        }
        if (cause != null) {
            exceptions++;
            add(thrown, new Site(cause.place(), cause.type(), 0), 1);
        }
        if (entries < nextSample) {
            return 0;
        }
        int weight = gap;
        if (entries < ALL_UNTIL) {
            gap = 1;
        } else {
            sampled = true;
            seed = seed * 1_103_515_245 + 12_345;
            gap = 1 + Math.floorMod(seed >>> 16, 2 * MEAN_GAP - 1);
        }
        nextSample = entries + gap;
        return weight;
    }

    private static <K> void add(Map<K, long[]> counts, K key, long count) {
        if (counts.size() < MOST_NAMES || counts.containsKey(key)) {
            counts.computeIfAbsent(key, unused -> new long[1])[0] += count;
        }
    }

    synchronized Kpis kpis(long nanos, long unsure) {
        if (entries == 0) {
            return Kpis.silent(nanos, unsure);
        }
        Map<String, Long> byLevel = new LinkedHashMap<>();
        for (int level = levels.length - 1; level >= 0; level--) {
            if (levels[level] > 0) {
                byLevel.put(Levels.name(level), levels[level]);
            }
        }
        List<LoggerCount> byLogger = new ArrayList<>();
        loggers.forEach((name, counts) -> {
            for (int level = 0; level < counts.length; level++) {
                if (counts[level] > 0) {
                    byLogger.add(new LoggerCount(shown(name), Levels.name(level), counts[level]));
                }
            }
        });
        byLogger.sort(Comparator.comparingLong(LoggerCount::entries)
                .reversed()
                .thenComparing(LoggerCount::logger)
                .thenComparing(LoggerCount::level));
        List<CallSite> bySite = new ArrayList<>();
        sites.forEach((site, count) -> bySite.add(
                new CallSite(site.place(), shown(site.logger()), Levels.name(site.level()), count[0], sampled)));
        bySite.sort(Comparator.comparingLong(CallSite::entries).reversed().thenComparing(CallSite::place));
        List<Thrown> byType = new ArrayList<>();
        thrown.forEach((site, count) -> byType.add(new Thrown(site.logger(), site.place(), count[0])));
        byType.sort(Comparator.comparingLong(Thrown::count).reversed().thenComparing(Thrown::place));
        return new Kpis(
                entries,
                bytes,
                rootEntries,
                exceptions,
                nanos,
                unsure,
                byLevel,
                List.copyOf(byLogger),
                List.copyOf(bySite),
                List.copyOf(byType),
                List.of());
    }

    /** Log4j 2's root has an empty name. */
    private static String shown(String logger) {
        return logger.isEmpty() ? "ROOT" : logger;
    }
}
