package dev.tailrace.ship;

/** A target, as the sending thread sees it. For one thread at a time. */
public interface Target extends AutoCloseable {
    /** Its address for messages and tables, without secrets. */
    String address();

    /** The most records of a batch. */
    default int mostRecords() {
        return 512;
    }

    /** The most bytes of a batch of more than one record. */
    default int mostBytes() {
        return 4 << 20;
    }

    /**
     * How long after {@link Outcome.Kind#ACCEPTED} records may still get lost on their way, in nanoseconds, because nothing acknowledges
     * them. After a {@link Outcome.Kind#RETRY} those of this time are sent again.
     */
    default long settlingNanos() {
        return 0;
    }

    /**
     * The place behind the records that the target has taken, as {@link Batch#after} was when they were sent, where the target remembers it.
     * Called before the first {@link #send}, and again after each that wasn't accepted.
     *
     * @param deadline the latest return, in {@link System#nanoTime}
     */
    default Resumed resume(long deadline) {
        return Resumed.NOWHERE;
    }

    /**
     * Where to go on.
     *
     * @param outcome whether the target could be asked
     * @param place empty: it remembers none
     */
    record Resumed(Outcome outcome, String place) {
        /** The target remembers no place. */
        public static final Resumed NOWHERE = new Resumed(Outcome.ACCEPTED, "");
    }

    /**
     * Sends records, and waits for their acknowledgement. Never throws for what the network or the target does.
     *
     * @param deadline the latest return, in {@link System#nanoTime}
     */
    Outcome send(Batch batch, long deadline);

    /** Called now and then while there is nothing to send. Never throws. */
    default void idle() {}

    /** Whether all that was sent since the last connection was made may still arrive: the connection isn't known to be lost. */
    default boolean isAlive() {
        return true;
    }

    /** Gives back connections. A later {@link #send} makes new ones. */
    @Override
    void close();
}
