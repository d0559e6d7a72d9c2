package dev.tailrace.engine.control;

/**
 * Tasks of an engine's user beside logging: answering requests, and timed work. Both run in a thread that is made on demand and ends
 * afterwards. Must be thread-safe.
 */
public interface EngineControl {
    /**
     * Answers a request. If this method throws, the exception is reported and the request gets no answer.
     *
     * @param request the text, written by another process of this user. Only its length has been checked: at most {@value
     *     RequestFiles#MOST_REQUEST} bytes
     */
    String answer(String request);

    /**
     * Whether {@link #run} has work. Called several times a second by a thread that must not wait: take no lock, make no system call and
     * next to no garbage.
     *
     * @param nanoTime {@link System#nanoTime}
     */
    boolean isDue(long nanoTime);

    /**
     * The limits that were set at run time, as text of an answer, which tools read in the owner's file. As {@link #isDue}: must not wait.
     *
     * @return at most {@value dev.tailrace.engine.journal.owner.OwnerDescriptor#MOST_LIMITS} bytes, never changed afterwards; the same array
     *     until there are others
     */
    byte[] limits();

    /** Does the work that is due. */
    void run();
}
