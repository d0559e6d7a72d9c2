package dev.tailrace.engine.control;

/**
 * Tasks of an engine's user beside logging: answering requests, and timed work. Both run in a thread that is made on demand and ends
 * afterwards. Must be thread-safe.
 */
public interface EngineControl {
    /**
     * Answers a request. An exception is reported, and the request gets no answer.
     *
     * @param request the text that another process of this user has written, at most {@value RequestFiles#MOST_REQUEST} bytes; otherwise
     *     unchecked
     */
    String answer(String request);

    /**
     * Whether {@link #run} has work. Called several times a second by a thread that must not wait: take no lock, make no system call and
     * next to no garbage.
     *
     * @param nanoTime {@link System#nanoTime}
     */
    boolean isDue(long nanoTime);

    /** Does the work that is due. */
    void run();
}
