package dev.tailrace.ship;

/**
 * The outcome of a batch.
 *
 * @param kind what is to be done now
 * @param dropped records of an accepted batch that the target has refused for good
 * @param waitMillis the time the target asks to wait before the next attempt; 0: it asks for none
 * @param reason in a few words for a person, without secrets, such as {@code HTTP 503}; empty: nothing to say
 */
public record Outcome(Kind kind, int dropped, long waitMillis, String reason) {
    /** What is to be done. */
    public enum Kind {
        /** The target has taken the records. */
        ACCEPTED,
        /** The target is away or busy: the same again after a growing pause. */
        RETRY,
        /** The target wants none of them before something is changed, such as a key: again each minute. */
        HOLD,
        /** A record of the batch can't be taken, or they are too many: each half by itself; a single one is dropped. */
        SPLIT
    }

    /** The target has taken all records. */
    public static final Outcome ACCEPTED = new Outcome(Kind.ACCEPTED, 0, 0, "");

    public static Outcome accepted(int dropped, String reason) {
        return new Outcome(Kind.ACCEPTED, dropped, 0, reason);
    }

    public static Outcome retry(long waitMillis, String reason) {
        return new Outcome(Kind.RETRY, 0, waitMillis, reason);
    }

    public static Outcome hold(String reason) {
        return new Outcome(Kind.HOLD, 0, 0, reason);
    }

    public static Outcome split(String reason) {
        return new Outcome(Kind.SPLIT, 0, 0, reason);
    }
}
