package dev.tailrace.kafka;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.ship.RecordCodec;
import org.jspecify.annotations.Nullable;

/** A line of an appender's layout, without its line end, behind the event's time in eight bytes, the key's length in two, and the key. */
final class KafkaEncoder implements Encoder {
    /** The length of the key of a record without one. */
    static final int NO_KEY = 0xFFFF;
    /** The length of a key that is the log's id. */
    static final int LOG_KEY = 0xFFFE;
    /** The bytes before the key. */
    static final int HEAD = Long.BYTES + 2;

    private static final int LONGEST_KEY = 1 << 10;
    private static final String MDC = "mdc:";

    private final Encoder line;
    private final String key;
    private final @Nullable String entry;

    /** @param key {@code log}, {@code none}, {@code logger}, {@code thread}, or {@code mdc:} and the name of an entry */
    KafkaEncoder(Encoder line, String key) {
        this.line = line;
        this.key = key;
        this.entry = key.startsWith(MDC) ? key.substring(MDC.length()) : null;
    }

    @Override
    public void encode(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer out) {
        int start = out.length();
        out.appendSpaces(HEAD);
        int length = key(event, out);
        byte[] head = out.array();
        long time = event.epochMillis();
        for (int i = 0; i < Long.BYTES; i++) {
            head[start + i] = (byte) (time >> (Long.SIZE - Byte.SIZE * (i + 1)));
        }
        head[start + HEAD - 2] = (byte) (length >> 8);
        head[start + HEAD - 1] = (byte) length;
        int text = out.length();
        line.encode(event, message, arguments, out);
        RecordCodec.encodeLine(out, start, text);
    }

    private int key(Event event, TextBuffer out) {
        String value = entry != null
                ? event.contextValue(entry)
                : key.equals("logger") ? event.loggerName() : key.equals("thread") ? event.threadName() : null;
        if (value == null) {
            return key.equals("none") ? NO_KEY : LOG_KEY;
        }
        int start = out.length();
        out.append(value);
        out.shorten(start, Math.min(out.length(), start + LONGEST_KEY));
        return out.length() - start;
    }
}
