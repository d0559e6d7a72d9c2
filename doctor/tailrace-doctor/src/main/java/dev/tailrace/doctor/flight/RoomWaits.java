package dev.tailrace.doctor.flight;

/**
 * Callers that waited for room in a log, from Tailrace's own events in a recording. Immutable.
 *
 * @param waits seconds, by the log; the site is the innermost calls of the application, as {@code a.B.inner:12 < a.B.outer:7}
 * @param threads the same seconds by the thread's name, with # for its numbers
 * @param dropped events that were dropped, in the same recording
 */
public record RoomWaits(Ranking waits, Ranking threads, long dropped) {
    /** No such events. */
    public static final RoomWaits NONE = new RoomWaits(new Tally().ranking(), new Tally().ranking(), 0);
}
