package dev.tailrace.bench.audit;

/**
 * The audit result for the lines of one process (or one phase of a run).
 *
 * @param events log calls that returned
 * @param lost events without a line
 * @param duplicated additional lines of an event
 * @param torn lines that are incomplete, or belong to no event
 * @param misordered lines that come after a later line of the same thread
 */
public record Audit(long events, long lost, long duplicated, long torn, long misordered) {
    public static final Audit NONE = new Audit(0, 0, 0, 0, 0);

    /** Whether every line exists once, complete and in order. */
    public boolean clean() {
        return lost == 0 && duplicated == 0 && torn == 0 && misordered == 0;
    }

    public Audit plus(Audit other) {
        return new Audit(
                events + other.events,
                lost + other.lost,
                duplicated + other.duplicated,
                torn + other.torn,
                misordered + other.misordered);
    }
}
