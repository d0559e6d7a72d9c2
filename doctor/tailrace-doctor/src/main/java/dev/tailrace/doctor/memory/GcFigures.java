package dev.tailrace.doctor.memory;

import java.util.List;

/**
 * The figures of one log of the garbage collection. What the log does not have is NaN, or {@link Occupancy#UNKNOWN} for bytes. They are one
 * account: what was allocated and what was there at first is what was freed and what is left; amounts of one collection are means, so that
 * times their number they are the sum. There are no rates where there are less than {@link #LEAST_COLLECTIONS}, or less than
 * {@link #LEAST_SECONDS}. Immutable.
 *
 * @param seconds from the first collection to the last; 0 when there are less than two with a time
 * @param regular how many collections allocation brought about: the young generation's, or concurrent cycles
 * @param perMinute how many of them a minute
 * @param garbage what such a collection threw away: the mean, in bytes
 * @param promoted what went from the young generation to the old in all of them, in bytes
 * @param promotedShare of what left the young generation, how much was promoted: 0 to 1
 * @param survivedShare of what the young generation held before, how much it held afterwards: the mean, 0 to 1
 * @param freed in all regular collections together, in bytes
 * @param growth how much more the heap held after the last regular collection than after the first, in bytes; negative when less;
 *     0 when the log does not have it
 * @param allocation bytes a second; at least, where a cycle goes on beside the application
 * @param pauseShare of the time from the first collection to the last, how much the application stood still: 0 to 1; NaN when the
 *     log has no stops
 * @param fullPauseShare of all stops, how much of their time collections of everything took: 0 to 1
 * @param longestPause of all, in milliseconds
 * @param full how many collections of everything there were
 * @param fullForRoom how many of them came because there was no room on the heap, and not for classes or because they were asked for
 * @param classes how many collections came because the memory for classes was full: metaspace, or the permanent generation
 * @param stalls how often a thread had to wait for memory
 * @param humongous how many of the regular collections came because a large piece did not fit in
 * @param explicit how many collections the application asked for, by {@code System.gc()}
 * @param youngCapacity of the young generation, the largest, in bytes
 * @param heapCapacity of the heap, the largest, in bytes
 * @param live what was left after the last collection of everything, in bytes
 * @param freedByFull what collections of everything freed, in bytes
 */
public record GcFigures(
        double seconds,
        int regular,
        double perMinute,
        long garbage,
        long promoted,
        double promotedShare,
        double survivedShare,
        double freed,
        long growth,
        double allocation,
        double pauseShare,
        double fullPauseShare,
        double longestPause,
        int full,
        int fullForRoom,
        int classes,
        int stalls,
        int humongous,
        int explicit,
        long youngCapacity,
        long heapCapacity,
        long live,
        double freedByFull) {

    /** Fewer collections make no rate. */
    public static final int LEAST_COLLECTIONS = 5;

    /** A shorter time makes no rate. */
    public static final double LEAST_SECONDS = 5;

    /** Whether collections and time are enough to speak of how often something happens. */
    static boolean isEnough(long collections, double seconds) {
        return collections >= LEAST_COLLECTIONS && seconds >= LEAST_SECONDS;
    }

    /** Below this a promoted or surviving amount may be a matter of how the log rounds. */
    private static final long ROUNDING = 2L << 20;

    /** Counts one log. */
    public static GcFigures of(GcLog log) {
        return new Count().of(log.events());
    }

    /**
     * The figures between the first and the last look at the counters of the same JVM, in the order of time.
     *
     * @param looks two at least
     */
    public static GcFigures of(List<GcCounters> looks) {
        return new CounterSeries(looks).figures();
    }

    /** Whether the log has what was promoted. */
    public boolean hasPromotion() {
        return promoted >= 0;
    }

    /**
     * Whether next to nothing of what was allocated stays: of what left the young generation less than 2 % was promoted; or, where
     * the log does not have that, little survived, or the heap grew by less than 2 % of what was thrown away.
     */
    public boolean isTemporary() {
        // Large pieces go to the old generation at once, and are taken from there when they are unreachable.
        if (hasPromotion() && !isHumongous()) {
            return promotedShare < 0.02 || promoted <= ROUNDING * regular / 4;
        }
        if (regular == 1) {
            return survivedShare < 0.05;
        }
        return freed > 0 && growth <= Math.max(ROUNDING, freed * 0.02);
    }

    /** Whether humongous allocations cause the collections. */
    public boolean isHumongous() {
        return regular >= 3 && humongous * 2 >= regular;
    }

    /** The sums on the way. */
    private static final class Count {
        /** Lines of collections that overlap may stand in another order; what is further back is another JVM. */
        private static final double OVERLAP_SECONDS = 5;

        private static final double START_SECONDS = 60;

        private double first = Double.NaN;
        private double last = Double.NaN;
        private double span;
        private double stopped;
        private double stoppedByFull;
        private double longest = Double.NaN;
        private double survived;
        private int survivals;
        private double allocated;
        private double allocatedSeconds;
        private double freedByFull;
        private double leftYoung;
        private long promoted = Occupancy.UNKNOWN;
        private long after = Occupancy.UNKNOWN;
        private double afterAt = Double.NaN;
        private boolean afterHeap;
        private double freed;
        private int freedCounts;
        private long firstAfter = Occupancy.UNKNOWN;
        private long lastAfter = Occupancy.UNKNOWN;
        private int regular;
        private int full;
        private int fullForRoom;
        private int classes;
        private int classesAtStart;
        private int stalls;
        private int humongous;
        private int explicit;
        private long youngCapacity = Occupancy.UNKNOWN;
        private long heapCapacity = Occupancy.UNKNOWN;
        private long live = Occupancy.UNKNOWN;

        GcFigures of(List<GcEvent> events) {
            for (GcEvent event : events) {
                time(event);
                pause(event);
                kinds(event);
                amounts(event);
                youngCapacity = Math.max(youngCapacity, event.young().capacity());
                heapCapacity = Math.max(heapCapacity, event.heap().capacity());
            }
            boolean enough = isEnough(regular + full, span);
            return new GcFigures(
                    span,
                    regular,
                    enough && regular > 1 ? (regular - 1) * 60 / span : Double.NaN,
                    freedCounts > 0 ? Math.round(freed / freedCounts) : Occupancy.UNKNOWN,
                    promoted,
                    promoted < 0 ? Double.NaN : leftYoung > 0 ? Math.min(1, promoted / leftYoung) : 0,
                    survivals > 0 ? survived / survivals : Double.NaN,
                    freed,
                    firstAfter < 0 ? 0 : lastAfter - firstAfter,
                    enough && allocatedSeconds >= LEAST_SECONDS ? allocated / allocatedSeconds : Double.NaN,
                    enough && longest > 0 ? Math.min(1, stopped / 1000 / span) : Double.NaN,
                    stopped > 0 ? Math.min(1, stoppedByFull / stopped) : Double.NaN,
                    longest,
                    full,
                    fullForRoom,
                    // Metaspace grows that way while an application starts; it is full where that goes on.
                    last > 2 * START_SECONDS ? classes - classesAtStart : classes,
                    stalls,
                    humongous,
                    explicit,
                    youngCapacity,
                    heapCapacity,
                    live,
                    freedByFull);
        }

        /** Time goes back where a JVM was started anew in the same log. */
        private void time(GcEvent event) {
            double at = event.atSeconds();
            if (Double.isNaN(at)) {
                return;
            }
            if (Double.isNaN(first)) {
                first = at;
            } else if (at >= last) {
                span += at - last;
            } else if (isBeside(event) && at >= last - OVERLAP_SECONDS) {
                return;
            } else {
                after = Occupancy.UNKNOWN;
            }
            last = at;
        }

        /** Whether the collection runs at the same time as other collections. */
        private static boolean isBeside(GcEvent event) {
            return switch (event.kind()) {
                case CYCLE, YOUNG_CYCLE, PHASE, STALL -> true;
                case YOUNG, MIXED, FULL -> false;
            };
        }

        private void pause(GcEvent event) {
            double millis = event.pauseMillis();
            // One thread that waits for memory is not all of them.
            if (Double.isNaN(millis) || event.kind() == GcEvent.Kind.STALL) {
                return;
            }
            // The first pause is before the span begins, as far as its collection ends where the span begins.
            if (!Double.isNaN(event.atSeconds()) && event.atSeconds() > first) {
                stopped += millis;
                stoppedByFull += event.kind() == GcEvent.Kind.FULL ? millis : 0;
            }
            longest = Double.isNaN(longest) ? millis : Math.max(longest, millis);
        }

        private void kinds(GcEvent event) {
            regular += event.isRegular() ? 1 : 0;
            humongous += event.isRegular() && event.name().contains("Humongous") ? 1 : 0;
            stalls += event.kind() == GcEvent.Kind.STALL ? 1 : 0;
            // A young collection of the same name comes before that of everything.
            explicit += event.isExplicit() && event.kind() != GcEvent.Kind.YOUNG && event.kind() != GcEvent.Kind.PHASE
                    ? 1
                    : 0;
            if (event.isForClasses() && event.kind() != GcEvent.Kind.PHASE) {
                classes++;
                classesAtStart += event.atSeconds() < START_SECONDS ? 1 : 0;
            }
            if (event.kind() == GcEvent.Kind.FULL) {
                full++;
                boolean forRoom = !event.isForClasses() && !event.isAskedFor();
                fullForRoom += forRoom ? 1 : 0;
                live = event.heap().isKnown() ? event.heap().after() : live;
            }
        }

        private void amounts(GcEvent event) {
            Occupancy space = event.heap().isKnown() ? event.heap() : event.young();
            if (event.kind() == GcEvent.Kind.YOUNG && event.young().isKnown()) {
                if (event.young().before() > 0) {
                    survived += Math.min(
                            1, (double) event.young().after() / event.young().before());
                    survivals++;
                }
                if (event.promoted() >= 0) {
                    promoted = Math.max(0, promoted) + event.promoted();
                    leftYoung += Math.max(event.promoted(), event.young().freed());
                }
            }
            if (!space.isKnown() || event.kind() == GcEvent.Kind.PHASE || event.kind() == GcEvent.Kind.STALL) {
                return;
            }
            if (event.isRegular()) {
                freedCounts++;
                freed += event.garbage();
                if (event.heap().isKnown()) {
                    firstAfter = firstAfter < 0 ? event.heap().after() : firstAfter;
                    lastAfter = event.heap().after();
                }
            } else {
                freedByFull += Math.max(0, space.freed());
            }
            chain(event.atSeconds(), space, event.heap().isKnown());
        }

        /**
         * Adds up allocation: bytes that are there before a collection and were not after the one before it has been allocated in between; what is there after it
         * and was not before, while it went on.
         */
        private void chain(double at, Occupancy space, boolean heap) {
            allocated += Math.max(0, -space.freed());
            if (after >= 0 && afterHeap == heap) {
                allocated += Math.max(0, space.before() - after);
                allocatedSeconds += at > afterAt ? at - afterAt : 0;
            } else {
                afterAt = at;
            }
            after = space.after();
            // One that went on beside others may be logged after them.
            afterAt = at < afterAt ? afterAt : at;
            afterHeap = heap;
        }
    }
}
