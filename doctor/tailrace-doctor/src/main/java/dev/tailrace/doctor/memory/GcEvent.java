package dev.tailrace.doctor.memory;

/**
 * One stop, or one concurrent cycle, of a garbage collector. Immutable.
 *
 * @param name as the log has it, with its cause: {@code Pause Young (Normal) (G1 Evacuation Pause)}
 * @param atSeconds when, in seconds on the log's own time axis; NaN when the log has no times
 * @param pauseMillis how long the application stood still; 0 for a cycle, whose stops are events of their own; NaN: unknown
 * @param young the young generation
 * @param old the old generation
 * @param heap all of it
 * @param line in the log, from 1
 */
public record GcEvent(
        Kind kind,
        String name,
        double atSeconds,
        double pauseMillis,
        Occupancy young,
        Occupancy old,
        Occupancy heap,
        int line) {

    /** Stands in the name of a collection after which the permanent generation of JDK 6 and 7 is full all the same. */
    static final String PERMANENT_FULL = "permanent generation full";

    /** The kind of a collection. */
    public enum Kind {
        /** The young generation. */
        YOUNG,
        /** The young generation and some of the old. */
        MIXED,
        /** Everything, while the application stood still. */
        FULL,
        /** A short stop that reclaims nothing, as the beginning and the end of marking. */
        PHASE,
        /** A cycle that goes on beside the application: all of the heap. */
        CYCLE,
        /** A cycle that goes on beside the application: the young generation. */
        YOUNG_CYCLE,
        /** A thread had to wait for memory, because a concurrent cycle was not done in time. */
        STALL
    }

    /** The same event with what is known of its spaces only later. */
    GcEvent with(Occupancy knownYoung, Occupancy knownHeap) {
        return new GcEvent(kind, name, atSeconds, pauseMillis, knownYoung, old, knownHeap, line);
    }

    /** Whether the collection is of a kind that allocation causes again and again: of the young generation, or a concurrent cycle. */
    public boolean isRegular() {
        return kind == Kind.YOUNG || kind == Kind.MIXED || kind == Kind.CYCLE || kind == Kind.YOUNG_CYCLE;
    }

    /** The bytes promoted from the young generation to the old; {@link Occupancy#UNKNOWN} when the log does not have it. */
    public long promoted() {
        if (kind == Kind.YOUNG && old.isKnown()) {
            return Math.max(0, -old.freed());
        }
        return kind == Kind.YOUNG && young.isKnown() && heap.isKnown()
                ? Math.max(0, young.freed() - heap.freed())
                : Occupancy.UNKNOWN;
    }

    /** The garbage in bytes; {@link Occupancy#UNKNOWN} when the log does not have it. */
    public long garbage() {
        // What the heap as a whole lost is what no generation has any more, large pieces included.
        if (heap.isKnown()) {
            return Math.max(0, heap.freed());
        }
        if (kind == Kind.YOUNG && young.isKnown()) {
            return Math.max(0, young.freed() - Math.max(0, promoted()));
        }
        return Occupancy.UNKNOWN;
    }

    /** Whether the application asked for it, by {@code System.gc()}. */
    public boolean isExplicit() {
        return name.contains("System.gc()") || name.contains("(System)") || name.contains("System.GC");
    }

    /** Whether the collection was requested, by the application or from outside, as for a histogram. */
    boolean isAskedFor() {
        return isExplicit()
                || name.contains("Heap Inspection")
                || name.contains("Heap Dump")
                || name.contains("Diagnostic Command")
                || name.contains("JvmtiEnv");
    }

    /** Whether the collection ran because the memory for classes was full. */
    boolean isForClasses() {
        return name.contains("Metadata GC") || name.contains("Last ditch") || name.contains(PERMANENT_FULL);
    }
}
