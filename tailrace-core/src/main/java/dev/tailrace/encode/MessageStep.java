package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;

/** Writes the message with its arguments. */
final class MessageStep implements Step {
    @Override
    public void write(Event event, TextBuffer out) {
        MessageText.write(event, out);
    }
}
