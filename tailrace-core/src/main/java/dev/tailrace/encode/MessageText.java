package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts an event's arguments into its message, as SLF4J does: <code>{}</code> takes the next argument, {@code \} before it makes it plain
 * text, {@code \\} before it is one backslash and an argument; what is left over stays as it is.
 */
final class MessageText {
    private static final KnownTexts TEMPLATES = new KnownTexts();

    private MessageText() {}

    static void write(Event event, TextBuffer out) {
        write(event.message(), event.arguments(), event.messageArgumentCount(), out);
    }

    /** {@code count}: how many of the arguments are for placeholders. */
    static void write(@Nullable String template, @Nullable Object @Nullable [] arguments, int count, TextBuffer out) {
        if (template == null) {
            out.appendNull();
            return;
        }
        if (count == 0 || arguments == null) {
            // Often concatenated for this one call: not worth a hash code.
            out.append(template);
            return;
        }
        KnownText known = TEMPLATES.find(template, KnownText::template);
        if (known != null) {
            write(known, arguments, count, out);
        } else {
            parse(template, arguments, count, out);
        }
    }

    private static void write(KnownText template, @Nullable Object[] arguments, int count, TextBuffer out) {
        byte[] words = template.words();
        int[] placeholders = template.placeholders();
        int from = 0;
        int used = Math.min(count, placeholders.length);
        for (int i = 0; i < used; i++) {
            int placeholder = placeholders[i];
            out.appendWords(words, from, placeholder - from);
            ArgumentText.write(arguments[i], out);
            from = placeholder + 2;
        }
        if (from < template.length()) {
            out.appendWords(words, from, template.length() - from);
        }
    }

    /** Formats the message once for an event, whose pattern has it several times: a {@code toString()} is called once. */
    static void writeOnce(Event event, TextBuffer out) {
        TextBuffer text = event.messageText();
        if (text == null) {
            text = event.startMessageText();
            write(event, text);
        }
        out.append(text.array(), 0, text.length());
    }

    private static void parse(String template, @Nullable Object[] arguments, int count, TextBuffer out) {
        int next = 0;
        int from = 0;
        int end = template.length();
        while (next < count) {
            int brace = out.appendUntil(template, from, '{');
            if (brace >= end) {
                return;
            }
            if (brace + 1 == end || template.charAt(brace + 1) != '}') {
                out.append('{');
                from = brace + 1;
                continue;
            }
            if (brace > 0 && template.charAt(brace - 1) == '\\') {
                // The backslash is already written.
                out.dropLast();
                if (brace == 1 || template.charAt(brace - 2) != '\\') {
                    out.append('{');
                    from = brace + 1;
                    continue;
                }
            }
            ArgumentText.write(arguments[next++], out);
            from = brace + 2;
        }
        from = out.appendUntil(template, from, '\uffff');
        while (from < end) {
            out.append('\uffff');
            from = out.appendUntil(template, from + 1, '\uffff');
        }
    }
}
