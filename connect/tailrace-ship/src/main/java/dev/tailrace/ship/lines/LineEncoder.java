package dev.tailrace.ship.lines;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.ship.RecordCodec;
import org.jspecify.annotations.Nullable;

/** A line of an appender's layout, without its line end, as a record. */
final class LineEncoder implements Encoder {
    private final Encoder line;

    LineEncoder(Encoder line) {
        this.line = line;
    }

    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer record) {
        int start = record.length();
        line.encode(event, message, arguments, record);
        RecordCodec.encodeLine(record, start, start);
    }
}
