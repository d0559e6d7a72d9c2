package dev.tailrace.cli.tail;

import dev.tailrace.cli.line.LineParser;
import dev.tailrace.guest.view.LogTail;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes events of lines: a line that begins none, such as one of a stack trace, belongs to the one before. Not thread-safe. */
public final class EventAssembler {
    private final Consumer<LogEvent> to;
    private final StringBuilder text = new StringBuilder();
    private LogTail.@Nullable Piece first;
    private LineParser.@Nullable Parsed parsed;
    /** Whether the first lines of events look different from other lines in this log. */
    private boolean known;

    public EventAssembler(Consumer<LogEvent> to) {
        this.to = to;
    }

    /** Takes the next piece. */
    public void add(LogTail.Piece piece) {
        String line = new String(piece.bytes(), StandardCharsets.UTF_8);
        LineParser.Parsed read = LineParser.parse(line);
        known |= read.head();
        if (!piece.event() && first != null && !first.event() && !read.head() && continues(line)) {
            text.append(line);
            return;
        }
        flush();
        first = piece;
        parsed = read;
        text.append(line);
    }

    private boolean continues(String line) {
        return known
                || line.isEmpty()
                || Character.isWhitespace(line.charAt(0))
                || line.startsWith("Caused by: ")
                || line.startsWith("... ");
    }

    /** Nothing more belongs to the last event. */
    public void flush() {
        LogTail.Piece begun = first;
        LineParser.Parsed read = parsed;
        if (begun != null && read != null) {
            to.accept(new LogEvent(begun.from(), begun.pid(), begun.nanos(), text.toString(), read));
        }
        first = null;
        parsed = null;
        text.setLength(0);
    }
}
