package dev.tailrace.kafka;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.ship.RecordCodec;
import org.jspecify.annotations.Nullable;

/** A line of an appender's layout, without its line end, behind the record's key: its length in two bytes and its text. */
final class KafkaEncoder implements Encoder {
    /** The length of a key that a record doesn't have. */
    static final int NO_KEY = 0xFFFF;

    private static final int LONGEST_KEY = 1 << 10;
    private static final int LENGTH = 2;

    private final Encoder line;
    private final @Nullable String keyMdc;

    /** @param keyMdc the entry of the MDC that is the key; null: records have none of their own */
    KafkaEncoder(Encoder line, @Nullable String keyMdc) {
        this.line = line;
        this.keyMdc = keyMdc;
    }

    @Override
    public void encode(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer out) {
        int start = out.length();
        out.appendSpaces(LENGTH);
        int key = key(event, out);
        out.array()[start] = (byte) (key >> 8);
        out.array()[start + 1] = (byte) key;
        int text = out.length();
        line.encode(event, message, arguments, out);
        RecordCodec.encodeLine(out, start, text);
    }

    private int key(Event event, TextBuffer out) {
        String value = keyMdc == null ? null : event.contextValue(keyMdc);
        if (value == null) {
            return NO_KEY;
        }
        int start = out.length();
        out.append(value);
        out.shorten(start, Math.min(out.length(), start + LONGEST_KEY));
        return out.length() - start;
    }
}
