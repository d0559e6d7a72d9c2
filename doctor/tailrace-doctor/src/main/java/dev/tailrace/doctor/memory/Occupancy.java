package dev.tailrace.doctor.memory;

/**
 * How full a space of the heap was before and after a collection, in bytes. Immutable.
 *
 * @param before {@link #UNKNOWN} when it is unknown
 * @param after {@link #UNKNOWN} when it is unknown
 * @param capacity what there is room for afterwards; {@link #UNKNOWN} when it is unknown
 */
public record Occupancy(long before, long after, long capacity) {
    /** Stands for an unknown figure. */
    public static final long UNKNOWN = -1;

    /** This space is unknown. */
    public static final Occupancy NOT_KNOWN = new Occupancy(UNKNOWN, UNKNOWN, UNKNOWN);

    /** Whether both figures are there. */
    public boolean isKnown() {
        return before >= 0 && after >= 0;
    }

    /** How much less is used afterwards; negative when more is. */
    public long freed() {
        return before - after;
    }

    /** Both spaces as one; unknown when either is. */
    Occupancy plus(Occupancy other) {
        if (!isKnown() || !other.isKnown()) {
            return NOT_KNOWN;
        }
        boolean bounded = capacity >= 0 && other.capacity >= 0;
        return new Occupancy(before + other.before, after + other.after, bounded ? capacity + other.capacity : UNKNOWN);
    }
}
