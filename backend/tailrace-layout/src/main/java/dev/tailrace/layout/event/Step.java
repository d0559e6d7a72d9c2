package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;

/** One piece of a compiled pattern. Thread-safe. */
public interface Step {
    void write(Event event, TextBuffer out);
}
