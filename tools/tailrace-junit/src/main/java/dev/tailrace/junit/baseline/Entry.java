package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import java.util.Map;
import java.util.TreeMap;

/**
 * A test's figures in the baseline.
 *
 * @param entries log entries
 * @param bytes bytes of log
 * @param rootEntries entries by the root logger
 * @param exceptions exceptions
 * @param time duration in calibration loops; rounded up to whole loops for a test that logs nothing
 * @param levels entries by level, for readers of the file
 * @param places entries by {@link CallSite#key}; empty when not all places are known, as there are too many or calls were sampled
 */
public record Entry(
        long entries,
        long bytes,
        long rootEntries,
        long exceptions,
        double time,
        Map<String, Long> levels,
        Map<String, Long> places) {
    static final Entry NOTHING = silent(0);

    private static final double KEPT_FACTOR = 2;
    private static final double DIGITS = 100;
    private static final int MOST_PLACES = 20;

    /** A map that is missing from the file becomes empty. */
    public Entry {
        levels = levels == null ? Map.of() : levels;
        places = places == null ? Map.of() : places;
    }

    /** The entry of a test that logs nothing. */
    static Entry silent(double time) {
        return new Entry(0, 0, 0, 0, time, Map.of(), Map.of());
    }

    /** @param calibration nanoseconds of a calibration loop */
    static Entry of(Kpis kpis, long calibration) {
        return new Entry(
                kpis.entries(),
                kpis.bytes(),
                kpis.rootEntries(),
                kpis.exceptions(),
                time(kpis, calibration),
                new TreeMap<>(kpis.levels()),
                places(kpis));
    }

    private static Map<String, Long> places(Kpis kpis) {
        Map<String, Long> places = new TreeMap<>();
        for (CallSite site : kpis.callSites()) {
            if (site.sampled()) {
                return Map.of();
            }
            places.merge(site.key(), site.entries(), Long::sum);
        }
        return places.size() > MOST_PLACES ? Map.of() : places;
    }

    /** Marks the places that this entry lacks, if it has all places of the baseline's run. */
    Kpis marked(Kpis now) {
        if (entries > 0 && places.isEmpty()) {
            return now;
        }
        return now.withCallSites(now.callSites().stream()
                .map(site -> places.containsKey(site.key()) ? site : site.asNew())
                .toList());
    }

    /**
     * The time in loops. Rounded up for a test that logs nothing: most take less than one loop, and their lines in the file stay the same.
     */
    private static double time(Kpis kpis, long calibration) {
        double loops = loops(kpis, calibration);
        return kpis.isSilent() ? Math.ceil(loops) : loops;
    }

    static double loops(Kpis kpis, long calibration) {
        return Math.round((double) kpis.nanos() / Math.max(1, calibration) * DIGITS) / DIGITS;
    }

    /** This entry with the earlier time if both are similar: an updated baseline file should differ only where a test has changed. */
    Entry keeping(Entry earlier) {
        boolean same = time <= earlier.time * KEPT_FACTOR && earlier.time <= time * KEPT_FACTOR;
        return same ? new Entry(entries, bytes, rootEntries, exceptions, earlier.time, levels, places) : this;
    }

    /** Without the time, for a class: its tests have times themselves. */
    Entry withoutTime() {
        return new Entry(entries, bytes, rootEntries, exceptions, 0, levels, places);
    }

    double value(Kpi kpi) {
        return switch (kpi) {
            case ENTRIES -> entries;
            case BYTES -> bytes;
            case ROOT_ENTRIES -> rootEntries;
            case EXCEPTIONS -> exceptions;
            case TIME -> time;
        };
    }
}
