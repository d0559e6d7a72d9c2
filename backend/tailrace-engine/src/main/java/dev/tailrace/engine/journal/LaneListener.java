package dev.tailrace.engine.journal;

/** What producers wake; calls must be cheap, must not block and must not throw. */
public interface LaneListener {
    /** There is one more frame, of a lane that reports each. */
    default void onFrame() {
        onFrames();
    }

    /** There are frames enough that the reader should come. */
    void onFrames();

    /** A caller waits for the reader. */
    default void onFull() {
        onFrames();
    }

    /** A log call has to wait for room; called once for each such call. */
    default void onWait() {}

    /** The lane should grow, or be cleared. */
    void onPressure();
}
