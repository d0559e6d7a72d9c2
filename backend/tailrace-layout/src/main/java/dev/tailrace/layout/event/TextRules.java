package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.LineBreaks;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a line of text may show of what is logged.
 *
 * @param console whether it goes to a console, where messages may bring colours
 * @param multiline how the lines of an event that has several are written
 */
public record TextRules(boolean console, Multiline multiline) {
    /** A file's, unless something else is configured. */
    public static final TextRules FILE = new TextRules(false, Multiline.KEEP);

    /** Not only spaces: a pattern such as {@code %5level} begins lines with spaces, too. */
    private static final byte[] INDENT = "  | ".getBytes(StandardCharsets.US_ASCII);

    /** What is shown of the control characters of messages. */
    public ControlCharacters messages() {
        return console ? ControlCharacters.ESCAPED_EXCEPT_LINES_AND_COLOURS : ControlCharacters.ESCAPED_EXCEPT_LINES;
    }

    /** What happens to the line ends inside of an event; null: nothing. */
    @Nullable
    public LineBreaks breaks() {
        return switch (multiline) {
            case KEEP -> null;
            case INDENT -> LineBreaks.indented(INDENT);
            case ESCAPE -> LineBreaks.escaped(System.lineSeparator().length() > 1);
        };
    }
}
