package dev.tailrace.capture;

/** A running observer. */
public interface Capture extends AutoCloseable {
    /** Ends the capture: no later call is observed. Idempotent; never throws. */
    @Override
    void close();
}
