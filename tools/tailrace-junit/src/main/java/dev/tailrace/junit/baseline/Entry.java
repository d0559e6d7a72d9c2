package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.util.Map;
import java.util.TreeMap;

/**
 * A test's figures in the baseline.
 *
 * @param entries log entries
 * @param bytes bytes of log
 * @param rootEntries entries by the root logger
 * @param exceptions exceptions
 * @param levels entries by level, for readers of the file
 * @param places entries by {@link CallSite#key}; empty when not all places are known, as there are too many or calls were sampled
 * @param methods the named methods that are judged
 */
public record Entry(
        long entries,
        long bytes,
        long rootEntries,
        long exceptions,
        Map<String, Long> levels,
        Map<String, Long> places,
        Map<String, MethodEntry> methods) {
    static final Entry NOTHING = new Entry(0, 0, 0, 0, Map.of(), Map.of(), Map.of());

    private static final int MOST_PLACES = 20;

    /** A map that is missing from the file becomes empty. */
    public Entry {
        levels = levels == null ? Map.of() : levels;
        places = places == null ? Map.of() : places;
        methods = methods == null ? Map.of() : methods;
    }

    /**
     * The entry of a measured test. Methods keep their earlier figures if the new ones are about the same, so that an updated file differs
     * only where a test has changed, and if they aren't judged this time.
     */
    static Entry of(Kpis kpis, Entry earlier) {
        Map<String, MethodEntry> methods = new TreeMap<>();
        for (MethodTime each : kpis.methods()) {
            MethodEntry before = earlier.methods.get(each.method());
            MethodEntry now = each.isJudged() ? MethodEntry.of(each) : before;
            if (now != null) {
                methods.put(each.method(), before != null && before.isLike(now) ? before : now);
            }
        }
        return new Entry(
                kpis.entries(),
                kpis.bytes(),
                kpis.rootEntries(),
                kpis.exceptions(),
                new TreeMap<>(kpis.levels()),
                places(kpis),
                methods);
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

    double value(Kpi kpi) {
        return switch (kpi) {
            case ENTRIES -> entries;
            case BYTES -> bytes;
            case ROOT_ENTRIES -> rootEntries;
            case EXCEPTIONS -> exceptions;
            default -> 0;
        };
    }
}
