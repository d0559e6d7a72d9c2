package dev.tailrace.capture;

/** An observer at work. */
public interface Capture extends AutoCloseable {
    /** Ends it: no call that begins later is observed. Once is enough; never throws. */
    @Override
    void close();
}
