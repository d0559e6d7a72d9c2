package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/**
 * A message that another backend has formatted already, without a string: the only argument of {@link #PATTERN}. Its line ends stay, as
 * those of a message do. Not thread-safe.
 */
public final class HostedMessage {
    /** The message to log with it. */
    public static final String PATTERN = "{}";

    /** A builder with more room isn't kept. */
    private static final int MOST_KEPT = 32 * 1024;

    private StringBuilder text = new StringBuilder(256);

    /** The builder to write the message to. */
    public StringBuilder text() {
        return text;
    }

    /** Forgets the message. */
    public void clear() {
        if (text.capacity() > MOST_KEPT) {
            text = new StringBuilder(256);
        } else {
            text.setLength(0);
        }
    }

    void write(TextBuffer out) {
        out.append(text, ControlCharacters.ESCAPED_EXCEPT_LINES);
    }
}
