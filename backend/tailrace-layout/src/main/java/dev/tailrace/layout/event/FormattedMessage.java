package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/** The message of one event, formatted once for a pattern that contains it several times. Not thread-safe. */
final class FormattedMessage {
    private final TextBuffer text;
    /** How the message was formatted; null: not yet formatted. */
    private @Nullable ControlCharacters controls;

    FormattedMessage(int longest, ObjectTexts texts) {
        text = new TextBuffer(Math.min(256, longest), longest, texts);
    }

    TextBuffer of(Event event, ControlCharacters wanted) {
        if (controls != wanted) {
            text.clear();
            controls = wanted;
            if (wanted == ControlCharacters.KEPT) {
                // Part of a JSON string, which is escaped as a whole: arguments must not be escaped before.
                text.beginJson();
            }
            MessageText.write(event, wanted, text);
        }
        return text;
    }

    void clear(int mostKept) {
        if (controls != null) {
            controls = null;
            text.shrink(mostKept);
        }
    }
}
