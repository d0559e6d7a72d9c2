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
     * Sends records, and waits for their acknowledgement. Never throws for what the network or the target does.
     *
     * @param deadline the latest return, in {@link System#nanoTime}
     */
    Outcome send(Batch batch, long deadline);

    /** Whether all that was sent since the last connection was made may still arrive: the connection isn't known to be lost. */
    default boolean isAlive() {
        return true;
    }

    /** Gives back connections. A later {@link #send} makes new ones. */
    @Override
    void close();
}
