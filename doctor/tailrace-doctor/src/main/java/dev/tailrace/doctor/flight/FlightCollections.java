package dev.tailrace.doctor.flight;

import dev.tailrace.doctor.memory.GcEvent;
import dev.tailrace.doctor.memory.GcEvent.Kind;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.Occupancy;
import dev.tailrace.probe.evidence.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Puts together what the events of a recording say about each collection, as a log of the collector would. Not thread-safe. */
final class FlightCollections {
    private static final int MOST = 50_000;

    private final Map<Long, Draft> drafts = new LinkedHashMap<>();
    private String collector = "";

    private static final class Draft {
        String name = "";
        String cause = "";
        double atMillis = Double.NaN;
        double pauseMillis = Double.NaN;
        long heapBefore = Occupancy.UNKNOWN;
        long heapAfter = Occupancy.UNKNOWN;
        long heapCapacity = Occupancy.UNKNOWN;
        long youngBefore = Occupancy.UNKNOWN;
        long youngAfter = Occupancy.UNKNOWN;
        long youngCapacity = Occupancy.UNKNOWN;
    }

    void collection(RecordedEvent event, String name, String cause, double pauseMillis) {
        Draft draft = draft(event);
        draft.name = name;
        draft.cause = cause;
        draft.atMillis = event.getEndTime().toEpochMilli();
        draft.pauseMillis = pauseMillis;
    }

    void heap(RecordedEvent event, boolean before, long used, long committed) {
        Draft draft = draft(event);
        if (before) {
            draft.heapBefore = used;
        } else {
            draft.heapAfter = used;
            draft.heapCapacity = committed;
        }
    }

    void young(RecordedEvent event, boolean before, long used, long capacity) {
        Draft draft = draft(event);
        if (before) {
            draft.youngBefore = used;
            draft.youngCapacity = capacity;
        } else {
            draft.youngAfter = used;
        }
    }

    void collector(String name) {
        collector = name;
    }

    private Draft draft(RecordedEvent event) {
        long id = event.hasField("gcId") ? event.getLong("gcId") : -1;
        boolean fits = drafts.size() < MOST || drafts.containsKey(id);
        return fits ? drafts.computeIfAbsent(id, key -> new Draft()) : new Draft();
    }

    boolean isEmpty() {
        return drafts.values().stream().allMatch(draft -> draft.name.isEmpty());
    }

    /** The collections as a log of the collector; its lines are 0. */
    GcLog log(Source source) {
        List<Draft> whole = drafts.values().stream()
                .filter(draft -> !draft.name.isEmpty())
                .sorted(Comparator.comparingDouble(draft -> draft.atMillis))
                .toList();
        double zero = whole.isEmpty() ? Double.NaN : whole.get(0).atMillis;
        List<GcEvent> events = new ArrayList<>();
        for (Draft draft : whole) {
            Kind kind = kind(draft.name);
            events.add(new GcEvent(
                    kind,
                    draft.name + (draft.cause.isEmpty() ? "" : " (" + draft.cause + ")"),
                    (draft.atMillis - zero) / 1000,
                    draft.pauseMillis,
                    new Occupancy(draft.youngBefore, draft.youngAfter, draft.youngCapacity),
                    Occupancy.NOT_KNOWN,
                    new Occupancy(draft.heapBefore, draft.heapAfter, draft.heapCapacity),
                    0));
        }
        String name = collector.isEmpty() && !whole.isEmpty() ? whole.get(0).name : collector;
        return new GcLog(source, name, Occupancy.UNKNOWN, Occupancy.UNKNOWN, 0, events);
    }

    /** By the names that the JVM gives its collectors. */
    static Kind kind(String name) {
        return switch (name) {
            case "G1New", "DefNew", "ParNew", "ParallelScavenge" -> Kind.YOUNG;
            case "G1Full", "SerialOld", "ParallelOld", "PSMarkSweep", "ConcurrentMarkSweep" -> Kind.FULL;
            case "G1Old" -> Kind.PHASE;
            case "ZGC Minor" -> Kind.YOUNG_CYCLE;
            default -> Kind.CYCLE;
        };
    }
}
