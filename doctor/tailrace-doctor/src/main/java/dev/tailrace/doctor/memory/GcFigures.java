package dev.tailrace.doctor.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The figures of one log of the garbage collection. What the log does not tell is NaN, or {@link Occupancy#UNKNOWN} for bytes.
 * Immutable.
 *
 * @param seconds from the first collection to the last; 0 when there are less than two with a time
 * @param regular how many collections allocation brought about: the young generation's, or concurrent cycles
 * @param perMinute how many of them a minute
 * @param garbage what such a collection threw away: the median, in bytes
 * @param promoted what went from the young generation to the old in all of them, in bytes
 * @param promotedShare of what left the young generation, how much was promoted: 0 to 1
 * @param survivedShare of what the young generation held before, how much it held afterwards: the median, 0 to 1
 * @param freed in all collections together, in bytes
 * @param growth how much more the heap held after the last regular collection than after the first, in bytes; negative when less;
 *     0 when the log does not tell
 * @param allocation bytes a second; at least, where a cycle goes on beside the application
 * @param pauseShare of the time from the first collection to the last, how much the application stood still: 0 to 1; NaN when the
 *     log tells no stops
 * @param medianPause of the regular collections, in milliseconds
 * @param longestPause of all, in milliseconds
 * @param full how many collections of everything there were
 * @param stalls how often a thread had to wait for memory
 * @param humongous how many of the regular collections came because a large piece did not fit in
 * @param explicit how many collections the application asked for, by {@code System.gc()}
 * @param youngCapacity of the young generation, the largest, in bytes
 * @param heapCapacity of the heap, the largest, in bytes
 * @param live what was left after the last collection of everything, in bytes
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
        double medianPause,
        double longestPause,
        int full,
        int stalls,
        int humongous,
        int explicit,
        long youngCapacity,
        long heapCapacity,
        long live) {

    /** Below this a promoted or surviving amount may be a matter of how the log rounds. */
    private static final long ROUNDING = 2L << 20;

    /** Counts one log. */
    public static GcFigures of(GcLog log) {
        return new Count().of(log.events());
    }

    /**
     * What happened between the first and the last look at the counters of the same JVM, in the order of time.
     *
     * @param looks two at least
     */
    public static GcFigures of(List<GcCounters> looks) {
        return new CounterSeries(looks).figures();
    }

    /** Whether the log tells what was promoted. */
    public boolean tellsPromotion() {
        return promoted >= 0;
    }

    /**
     * Whether next to nothing of what was allocated stays: of what left the young generation less than 2 % was promoted; or, where
     * the log does not tell that, little survived, or the heap grew by less than 2 % of what was thrown away.
     */
    public boolean isTemporary() {
        // Large pieces go to the old generation at once, and are taken from there when nobody has them any more.
        if (tellsPromotion() && !isHumongous()) {
            return promotedShare < 0.02 || promoted <= ROUNDING * regular / 4;
        }
        if (regular == 1) {
            return survivedShare < 0.05;
        }
        return freed > 0 && growth <= Math.max(ROUNDING, freed * 0.02);
    }

    /** Whether it is large pieces that the collector runs for. */
    public boolean isHumongous() {
        return regular >= 3 && humongous * 2 >= regular;
    }

    /** The sums on the way. */
    private static final class Count {
        private final List<Double> garbage = new ArrayList<>();
        private final List<Double> survived = new ArrayList<>();
        private final List<Double> pauses = new ArrayList<>();
        private double first = Double.NaN;
        private double last = Double.NaN;
        private double span;
        private double stopped;
        private double longest = Double.NaN;
        private double allocated;
        private double allocatedSeconds;
        private double freedFromYoung;
        private long promoted = Occupancy.UNKNOWN;
        private long after = Occupancy.UNKNOWN;
        private double afterAt = Double.NaN;
        private double freed;
        private long firstAfter = Occupancy.UNKNOWN;
        private long lastAfter = Occupancy.UNKNOWN;
        private int regular;
        private int full;
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
                allocation(event);
                youngCapacity = Math.max(youngCapacity, event.young().capacity());
                heapCapacity = Math.max(heapCapacity, event.heap().capacity());
            }
            double perMinute = span > 0 && regular > 1 ? (regular - 1) * 60 / span : Double.NaN;
            double median = median(garbage);
            return new GcFigures(
                    span,
                    regular,
                    perMinute,
                    Double.isNaN(median) ? Occupancy.UNKNOWN : Math.round(median),
                    promoted,
                    promoted < 0 ? Double.NaN : freedFromYoung > 0 ? promoted / freedFromYoung : 0,
                    median(survived),
                    freed,
                    firstAfter < 0 ? 0 : lastAfter - firstAfter,
                    allocatedSeconds > 0 ? allocated / allocatedSeconds : Double.NaN,
                    span > 0 && longest > 0 ? Math.min(1, stopped / 1000 / span) : Double.NaN,
                    median(pauses),
                    longest,
                    full,
                    stalls,
                    humongous,
                    explicit,
                    youngCapacity,
                    heapCapacity,
                    live);
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
            } else {
                after = Occupancy.UNKNOWN;
            }
            last = at;
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
            }
            longest = Double.isNaN(longest) ? millis : Math.max(longest, millis);
            if (event.isRegular() && millis > 0) {
                pauses.add(millis);
            }
        }

        private void kinds(GcEvent event) {
            regular += event.isRegular() ? 1 : 0;
            humongous += event.isRegular() && event.name().contains("Humongous") ? 1 : 0;
            stalls += event.kind() == GcEvent.Kind.STALL ? 1 : 0;
            // A young collection of the same name comes before that of everything.
            explicit += isExplicit(event.name()) && event.kind() != GcEvent.Kind.YOUNG ? 1 : 0;
            if (event.kind() == GcEvent.Kind.FULL) {
                full++;
                live = event.heap().isTold() ? event.heap().after() : live;
            }
            if (event.isRegular() && event.garbage() >= 0) {
                garbage.add((double) event.garbage());
                freed += event.garbage();
            }
            if (event.isRegular() && event.heap().isTold()) {
                firstAfter = firstAfter < 0 ? event.heap().after() : firstAfter;
                lastAfter = event.heap().after();
            }
            if (event.kind() == GcEvent.Kind.YOUNG && event.young().isTold()) {
                if (event.young().before() > 0) {
                    survived.add((double) event.young().after() / event.young().before());
                }
                if (event.promoted() >= 0) {
                    promoted = Math.max(0, promoted) + event.promoted();
                    freedFromYoung += Math.max(0, event.young().freed());
                }
            }
        }

        private static boolean isExplicit(String name) {
            return name.contains("System.gc()") || name.contains("(System)");
        }

        private void allocation(GcEvent event) {
            Occupancy space = event.heap().isTold() ? event.heap() : event.young();
            if (!space.isTold() || event.kind() == GcEvent.Kind.PHASE) {
                return;
            }
            double at = event.atSeconds();
            if (after >= 0 && at > afterAt) {
                allocated += Math.max(0, space.before() - after);
                allocatedSeconds += at - afterAt;
            }
            after = space.after();
            afterAt = at;
        }

        private static double median(List<Double> values) {
            if (values.isEmpty()) {
                return Double.NaN;
            }
            Collections.sort(values);
            return values.get(values.size() / 2);
        }
    }
}
