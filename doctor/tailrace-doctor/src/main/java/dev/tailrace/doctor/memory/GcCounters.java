package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.Locale;
import java.util.Map;

/**
 * The counters that a JVM keeps of its heap, at one moment: {@code jcmd PerfCounter.print}. Immutable.
 *
 * @param atMillis when, in milliseconds since 1970; 0: unknown
 * @param values by name, those that are numbers
 * @param texts by name, those that are not
 */
public record GcCounters(Source source, long atMillis, Map<String, Long> values, Map<String, String> texts)
        implements EvidenceItem {
    private static final String YOUNG = "sun.gc.collector.0.";
    private static final String FULL = "sun.gc.collector.1.";
    private static final String CYCLES = "sun.gc.collector.2.";
    private static final String INVOCATIONS = "invocations";

    /** ZGC counts each of a cycle's pauses; a cycle of the old generation has those of a young one in it. */
    private static final int PAUSES_PER_CYCLE = 3;

    private static final int PAUSES_PER_MAJOR_CYCLE = 5;

    public GcCounters {
        values = Map.copyOf(values);
        texts = Map.copyOf(texts);
    }

    long value(String name) {
        return values.getOrDefault(name, Occupancy.UNKNOWN);
    }

    private String text(String name) {
        return texts.getOrDefault(name, "");
    }

    /** Whether they are of the collections at all: some collectors keep none. */
    boolean hasCollections() {
        boolean known = values.containsKey(YOUNG + INVOCATIONS) || values.containsKey(CYCLES + INVOCATIONS);
        // Shenandoah counts pauses and whole cycles together, so that neither is known.
        return known && !collector().equals("Shenandoah");
    }

    /** The collector as users know it; empty when it is none that doctor knows. */
    public String collector() {
        String name = (text(YOUNG + "name") + " " + text(CYCLES + "name")).strip();
        String first = name.split(" ", 2)[0];
        return switch (first) {
            case "G1", "Serial", "Parallel", "Shenandoah", "ZGC" -> first;
            case "Z" -> "ZGC";
            case "Copy", "MSC" -> "Serial";
            case "PCopy" -> "ParNew";
            case "PSScavenge" -> "Parallel";
            default -> "";
        };
    }

    /** Whether the collector works beside the application, in cycles. */
    boolean isConcurrent() {
        return collector().equals("ZGC");
    }

    /** How many collections of the young generation there were since the JVM's start, or cycles, about. */
    public long young() {
        if (!isConcurrent()) {
            return value(YOUNG + INVOCATIONS);
        }
        long major = Math.max(0, value(CYCLES + INVOCATIONS));
        long minor = value(YOUNG + INVOCATIONS);
        return minor < 0 ? major / PAUSES_PER_CYCLE : minor / PAUSES_PER_CYCLE + major / PAUSES_PER_MAJOR_CYCLE;
    }

    /** How many collections of everything there were since the JVM's start. */
    public long full() {
        // CMS counts its short stops there.
        return text(FULL + "name").toUpperCase(Locale.ROOT).contains("CMS")
                ? 0
                : Math.max(0, value(FULL + INVOCATIONS));
    }

    /** How long the application has stood still for its collections since the JVM's start, in milliseconds. */
    public double pauseMillis() {
        double ticks = 0;
        for (String collector : new String[] {YOUNG, FULL, CYCLES}) {
            ticks += Math.max(0, value(collector + "time"));
        }
        return millis(ticks);
    }

    /** The longest of each kind's last collection, in milliseconds; NaN when it is unknown. */
    double lastPauseMillis() {
        double longest = Double.NaN;
        for (String collector : new String[] {YOUNG, FULL, CYCLES}) {
            long entry = value(collector + "lastEntryTime");
            long exit = value(collector + "lastExitTime");
            // In between one goes on: it has begun and not ended.
            if (entry > 0 && exit >= entry) {
                double millis = millis((double) exit - entry);
                longest = Double.isNaN(longest) ? millis : Math.max(longest, millis);
            }
        }
        return longest;
    }

    private double millis(double ticks) {
        long perSecond = value("sun.os.hrt.frequency");
        return perSecond > 0 ? ticks * 1000 / perSecond : Double.NaN;
    }

    /** Why the last collection was, in the JVM's words; empty when it is unknown. */
    String lastCause() {
        return text("sun.gc.lastCause");
    }

    /** The room in which objects begin, in bytes; where a collector has none of its own, it is unknown. */
    public long eden() {
        return isConcurrent() ? Occupancy.UNKNOWN : value("sun.gc.generation.0.space.0.capacity");
    }

    /** The content of both generations in bytes; of what is new only as much as the JVM has counted. */
    long used() {
        return Math.max(0, value("sun.gc.generation.0.space.0.used")) + Math.max(0, oldUsed());
    }

    /** The content of the old generation at the last collection, in bytes. */
    public long oldUsed() {
        return value("sun.gc.generation.1.space.0.used");
    }

    /** The capacity of all generations now, in bytes. */
    public long capacity() {
        long young = value("sun.gc.generation.0.capacity");
        long old = value("sun.gc.generation.1.capacity");
        return young < 0 && old < 0 ? Occupancy.UNKNOWN : Math.max(0, young) + Math.max(0, old);
    }
}
