package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.evidence.Evidence;
import dev.tailrace.doctor.evidence.Source;
import dev.tailrace.doctor.memory.GcCounters;
import dev.tailrace.doctor.memory.GcEvent;
import dev.tailrace.doctor.memory.GcFigures;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.Occupancy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is known of one JVM's collections, whichever evidence it comes from. Immutable.
 *
 * @param collector by name; empty when it is not known
 * @param maxHeap in bytes; {@link Occupancy#UNKNOWN} when it is not told
 * @param memory of the machine in bytes; {@link Occupancy#UNKNOWN} when it is not told
 * @param cpus 0 when it is not told
 * @param typical the lines that show it best, as people read them
 */
record HeapPicture(
        Source source, String collector, GcFigures figures, long maxHeap, long memory, int cpus, List<String> typical) {

    /** One for each log; where there is none, one from the counters or a recording. */
    static List<HeapPicture> of(Evidence evidence) {
        List<HeapPicture> pictures = new ArrayList<>();
        List<GcLog> logs = new ArrayList<>(evidence.all(GcLog.class));
        boolean own = logs.stream().anyMatch(HeapPicture::isOwnLog);
        if (own) {
            logs.removeIf(log -> !isOwnLog(log));
        }
        for (GcLog log : logs) {
            if (!log.events().isEmpty()) {
                pictures.add(of(log));
            }
        }
        if (pictures.isEmpty()) {
            List<GcCounters> counters = new ArrayList<>(evidence.all(GcCounters.class));
            counters.removeIf(c -> c.atMillis() == 0);
            counters.sort(Comparator.comparingLong(GcCounters::atMillis));
            if (counters.size() > 1) {
                pictures.add(of(counters.get(0), counters.get(counters.size() - 1)));
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

    private static HeapPicture of(GcCounters first, GcCounters last) {
        GcFigures figures = GcFigures.of(first, last);
        String told = last.young() - first.young() + " young and " + (last.full() - first.full())
                + " full collections in " + Shown.number(figures.seconds()) + " s, by the JVM's own counters";
        return new HeapPicture(last.source(), "", figures, Occupancy.UNKNOWN, Occupancy.UNKNOWN, 0, List.of(told));
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
        Occupancy space = event.young().isTold() ? event.young() : event.heap();
        if (space.isTold()) {
            text.append(event.young().isTold() ? ", young " : ", heap ")
                    .append(Shown.bytes(space.before()))
                    .append(" -> ")
                    .append(Shown.bytes(space.after()));
        }
        if (event.pauseMillis() > 0) {
            text.append(" in ").append(Shown.millis(event.pauseMillis()));
        }
        String file = log.source().file();
        return text.append(" (")
                .append(new Source(file, event.line()))
                .append(')')
                .toString();
    }
}
