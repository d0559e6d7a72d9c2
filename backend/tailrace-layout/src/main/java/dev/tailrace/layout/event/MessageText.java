package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Inserts an event's arguments into its message, as SLF4J does: <code>{}</code> takes the next argument; after {@code \} it is plain text;
 * after {@code \\} it is one backslash and an argument. Placeholders without arguments stay unchanged.
 */
public final class MessageText {
    private static final Templates KEPT = new Templates(ControlCharacters.KEPT);
    private static final Templates OF_FILES = new Templates(ControlCharacters.ESCAPED_EXCEPT_LINES);
    private static final Templates OF_CONSOLES = new Templates(ControlCharacters.ESCAPED_EXCEPT_LINES_AND_COLOURS);

    /** Cached templates for one treatment of control characters. */
    private static final class Templates {
        private final EncodedTextCache texts = new EncodedTextCache();
        private final EncodedTextCache.Maker maker;

        Templates(ControlCharacters controls) {
            this.maker = text -> EncodedText.template(text, controls);
        }

        static Templates of(ControlCharacters controls) {
            return switch (controls) {
                case KEPT -> KEPT;
                case ESCAPED_EXCEPT_LINES -> OF_FILES;
                case ESCAPED_EXCEPT_LINES_AND_COLOURS -> OF_CONSOLES;
                case ESCAPED -> throw new IllegalArgumentException("messages may have lines");
            };
        }

        @Nullable
        EncodedText find(String template) {
            return texts.find(template, maker);
        }
    }

    private MessageText() {}

    public static void write(Event event, ControlCharacters controls, TextBuffer out) {
        write(event.message(), event.arguments(), event.messageArgumentCount(), controls, out);
    }

    /**
     * Writes a message.
     *
     * @param count the number of arguments for placeholders
     * @param controls how control characters of the template are written
     */
    public static void write(
            @Nullable String template,
            @Nullable Object @Nullable [] arguments,
            int count,
            ControlCharacters controls,
            TextBuffer out) {
        if (template == null) {
            out.appendNull();
            return;
        }
        if (count == 0 || arguments == null) {
            // Often concatenated for a single call, so not worth a hash code.
            out.append(template, controls);
            return;
        }
        EncodedText known = Templates.of(controls).find(template);
        if (known != null) {
            write(known, arguments, count, out);
        } else {
            parse(template, arguments, count, controls, out);
        }
    }

    private static void write(EncodedText template, @Nullable Object[] arguments, int count, TextBuffer out) {
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

    /**
     * A step that formats the message once per event, for a pattern that contains it several times: each {@code toString()} is called once.
     */
    public static Step once(ControlCharacters controls) {
        return (event, out) -> {
            TextBuffer text = event.formattedMessage().of(event, controls);
            out.append(text.array(), 0, text.length());
        };
    }

    private static void parse(
            String template, @Nullable Object[] arguments, int count, ControlCharacters controls, TextBuffer out) {
        int next = 0;
        int from = 0;
        int end = template.length();
        while (next < count) {
            int brace = out.appendUntil(template, from, '{', controls);
            if (brace >= end) {
                return;
            }
            if (brace + 1 == end || template.charAt(brace + 1) != '}') {
                out.append('{');
                from = brace + 1;
                continue;
            }
            if (brace > 0 && template.charAt(brace - 1) == '\\') {
                // Removes the backslash, which is already written.
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
        out.append(template, from, controls);
    }
}
