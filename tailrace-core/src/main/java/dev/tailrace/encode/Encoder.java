package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;

/**
 * Turns an event into the bytes of its finished line. Thread-safe, allocation-free in steady state; never throws for what an
 * argument's own code does.
 */
public interface Encoder {
    /** Appends the finished line, line end included. */
    void encode(Event event, TextBuffer line);
}
