package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.LineBreaks;
import dev.tailrace.bytes.Multiline;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How control characters and line ends of logged text are written.
 *
 * @param console whether lines go to a console, where messages may contain colours
 * @param multiline how events with several lines are written
 */
public record TextRules(boolean console, Multiline multiline) {
    /** The default for files. */
    public static final TextRules FILE = new TextRules(false, Multiline.KEEP);

    /** Spaces alone would be ambiguous: a pattern such as {@code %5level} also begins lines with spaces. */
    private static final byte[] INDENT = "  | ".getBytes(StandardCharsets.US_ASCII);

    /** How control characters of messages are written. */
    public ControlCharacters messages() {
        return console ? ControlCharacters.ESCAPED_EXCEPT_LINES_AND_COLOURS : ControlCharacters.ESCAPED_EXCEPT_LINES;
    }

    /** How line ends inside an event are written; null: unchanged. */
    @Nullable
    public LineBreaks breaks() {
        return switch (multiline) {
            case KEEP -> null;
            case INDENT -> LineBreaks.indented(INDENT);
            case ESCAPE -> LineBreaks.escaped(System.lineSeparator().length() > 1);
        };
    }
}
