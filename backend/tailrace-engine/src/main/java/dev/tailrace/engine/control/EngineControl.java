package dev.tailrace.engine.control;

/**
 * What the user of an engine has done beside logging: it answers requests, and does what is due at a certain time. Both run in a thread
 * that is made when there is something to do, and ends then. Must be thread-safe.
 */
public interface EngineControl {
    /**
     * Answers a request. What it throws is reported, and there is no answer then.
     *
     * @param request as another process of this user has written it, at most {@value RequestFiles#MOST_REQUEST} bytes; not checked otherwise
     */
    String answer(String request);

    /**
     * Whether {@link #run} has something to do. Asked several times a second by a thread that must not be kept: no lock, no system call, no
     * garbage.
     *
     * @param nanoTime {@link System#nanoTime}
     */
    boolean isDue(long nanoTime);

    /** Does what is due. */
    void run();
}
