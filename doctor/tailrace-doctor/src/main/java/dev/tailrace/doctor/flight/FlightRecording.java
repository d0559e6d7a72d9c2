package dev.tailrace.doctor.flight;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;

/**
 * A flight recording, summed up. Immutable.
 *
 * @param beginMillis of the first event, in milliseconds since 1970; 0 when there is none
 * @param endMillis of the last event, in milliseconds since 1970; 0 when there is none
 * @param events how many there were, of all kinds
 * @param monitors seconds by the class of the monitor that threads were blocked at
 * @param exceptions by type; doctor's own recordings see them for two seconds only
 * @param locationWalks throwables that a logging library made for nothing but their stack, to find out where a log call
 *     stands; they are not among the exceptions, and seen for as long
 * @param allocation bytes by class; an estimate from samples
 * @param allocationSites the same bytes by the code that allocated
 * @param writes to files: seconds by file
 * @param samples of running threads, by the thread's name, with # for its numbers
 * @param thrown how many throwables were made while the recording went on, by the JVM's own count, which has the walks in it;
 *     -1: unknown
 * @param roomWaits what Tailrace's own events say of callers that waited for room in a log
 */
public record FlightRecording(
        Source source,
        long beginMillis,
        long endMillis,
        long events,
        Ranking monitors,
        Ranking exceptions,
        Ranking locationWalks,
        Ranking allocation,
        Ranking allocationSites,
        Ranking writes,
        Ranking samples,
        long thrown,
        RoomWaits roomWaits)
        implements EvidenceItem {

    /** How many exceptions and errors are thrown a second; NaN when the recording took no time. */
    public double exceptionRate() {
        return thrownRate() * share(exceptions);
    }

    /** How many throwables logging libraries make a second for nothing but their stack; NaN when the recording took no time. */
    public double locationWalkRate() {
        return locationWalks.count() == 0 ? 0 : thrownRate() * share(locationWalks);
    }

    private double thrownRate() {
        long counted = thrown >= 0 ? thrown : exceptions.count() + locationWalks.count();
        return seconds() > 0 ? counted / seconds() : Double.NaN;
    }

    /** The share of {@code part} in what was recorded one by one; 1 where nothing was. */
    private double share(Ranking part) {
        long all = exceptions.count() + locationWalks.count();
        return all == 0 ? 1 : (double) part.count() / all;
    }

    /** How long it took, in seconds. */
    public double seconds() {
        return (endMillis - beginMillis) / 1000.0;
    }
}
