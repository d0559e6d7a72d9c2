package dev.tailrace.engine.journal;

/** Called by producers to wake helper threads; calls must be cheap, must not block and must not throw. */
public interface LaneListener {
    /** A lane that reports each frame has one more. */
    default void onFrame() {
        onFrames();
    }

    /** There are enough frames for the reader to come. */
    void onFrames();

    /** A caller waits for the reader. */
    default void onFull() {
        onFrames();
    }

    /** A log call has to wait for room; called once for each such call. */
    default void onWait() {}

    /** The lane should be enlarged or cleared. */
    void onPressure();
}
