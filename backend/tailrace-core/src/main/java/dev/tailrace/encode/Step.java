package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;

/** One piece of a compiled pattern. Thread-safe. */
interface Step {
    void write(Event event, TextBuffer out);
}
