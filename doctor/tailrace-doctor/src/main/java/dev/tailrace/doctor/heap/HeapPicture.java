package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.memory.GcCounters;
import dev.tailrace.doctor.memory.GcEvent;
import dev.tailrace.doctor.memory.GcFigures;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.Occupancy;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The collections of one JVM, whichever evidence they come from. Immutable.
 *
 * @param collector by name; empty when it is not known
 * @param maxHeap in bytes; {@link Occupancy#UNKNOWN} when it is unknown
 * @param memory of the machine in bytes; {@link Occupancy#UNKNOWN} when it is unknown
 * @param cpus 0 when it is unknown
 * @param typical the lines that show it best, as people read them
 */
record HeapPicture(
        Source source, String collector, GcFigures figures, long maxHeap, long memory, int cpus, List<String> typical) {

    /** One for each log; where there is none, one from the counters or a recording. */
    static List<HeapPicture> of(Evidence evidence) {
        List<HeapPicture> pictures = new ArrayList<>();
        List<GcLog> logs = new ArrayList<>(evidence.all(GcLog.class));
        boolean own = logs.stream().anyMatch(HeapPicture::isOwnLog);
        logs.removeIf(log -> log.events().isEmpty() || (own && !isOwnLog(log)));
        logs.forEach(log -> pictures.add(of(log)));
        if (!own) {
            List<HeapPicture> counted = ofCounters(evidence.all(GcCounters.class));
            int recorded =
                    pictures.stream().mapToInt(each -> each.figures().regular()).sum();
            int all =
                    counted.stream().mapToInt(each -> each.figures().regular()).sum();
            // A recording begins late, when the process is busy, and knows more of each collection; the counters miss
            // none.
            if (pictures.isEmpty() || all > 2 * recorded) {
                return counted;
            }
        }
        return pictures;
    }

    /** Whether the collector wrote it itself; a recording's has no lines. */
    private static boolean isOwnLog(GcLog log) {
        return !log.events().isEmpty() && log.events().get(0).line() > 0;
    }

    private static HeapPicture of(GcLog log) {
        return new HeapPicture(
                source(log), log.collector(), GcFigures.of(log), log.maxHeap(), log.memory(), log.cpus(), typical(log));
    }

    /** A series in one file is one process; of files with a single look, all together are. */
    private static List<HeapPicture> ofCounters(List<GcCounters> counters) {
        List<HeapPicture> pictures = new ArrayList<>();
        Map<String, List<GcCounters>> series = counters.stream()
                .filter(each -> each.atMillis() > 0)
                .collect(Collectors.groupingBy(
                        each -> each.source().file(), LinkedHashMap::new, Collectors.toCollection(ArrayList::new)));
        List<GcCounters> single = new ArrayList<>();
        for (List<GcCounters> each : series.values()) {
            if (each.size() > 1) {
                pictures.add(of(each));
            } else {
                single.addAll(each);
            }
        }
        if (single.size() > 1) {
            pictures.add(of(single));
        }
        return pictures;
    }

    private static HeapPicture of(List<GcCounters> looks) {
        looks.sort(Comparator.comparingLong(GcCounters::atMillis));
        GcCounters last = looks.get(looks.size() - 1);
        GcFigures figures = GcFigures.of(looks);
        String known = String.format(
                Locale.ROOT,
                "%,d %s and %,d of everything in %s s, by the JVM's own counters (%s)",
                figures.regular(),
                last.collector().equals("ZGC") ? "cycles, about," : "young collections",
                figures.full(),
                HeapFormats.number(figures.seconds()),
                last.source().file());
        return new HeapPicture(
                last.source(), last.collector(), figures, Occupancy.UNKNOWN, Occupancy.UNKNOWN, 0, List.of(known));
    }

    private static Source source(GcLog log) {
        int line = log.events().stream()
                .filter(GcEvent::isRegular)
                .mapToInt(GcEvent::line)
                .findFirst()
                .orElse(log.source().line());
        return new Source(log.source().file(), line);
    }

    /** A regular collection from the middle, and the longest stop. */
    private static List<String> typical(GcLog log) {
        List<String> lines = new ArrayList<>();
        List<GcEvent> regular = log.events().stream().filter(GcEvent::isRegular).toList();
        if (!regular.isEmpty()) {
            lines.add(text(log, regular.get(regular.size() / 2)));
        }
        log.events().stream()
                .filter(event -> event.pauseMillis() > 0 && event.kind() != GcEvent.Kind.STALL)
                .max(Comparator.comparingDouble(GcEvent::pauseMillis))
                .map(event -> "longest: " + text(log, event))
                .ifPresent(lines::add);
        return lines;
    }

    private static String text(GcLog log, GcEvent event) {
        StringBuilder text = new StringBuilder(event.name());
        Occupancy space = event.young().isKnown() ? event.young() : event.heap();
        if (space.isKnown()) {
            text.append(event.young().isKnown() ? ", young " : ", heap ")
                    .append(HeapFormats.bytes(space.before()))
                    .append(" -> ")
                    .append(HeapFormats.bytes(space.after()));
        }
        if (event.pauseMillis() > 0) {
            text.append(" in ").append(HeapFormats.millis(event.pauseMillis()));
        }
        String file = log.source().file();
        return text.append(" (")
                .append(new Source(file, event.line()))
                .append(')')
                .toString();
    }
}
