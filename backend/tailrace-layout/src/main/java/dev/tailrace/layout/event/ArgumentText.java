package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes an argument of a log call and escapes its control characters. Strings and boxed values are written without garbage; for other
 * objects {@code toString()} is called, and its exceptions are caught.
 */
public final class ArgumentText {
    private static final String FAILED_TEXT = "[FAILED toString()]";
    private static final byte[] FAILED = FAILED_TEXT.getBytes(StandardCharsets.US_ASCII);

    private ArgumentText() {}

    /** Writes a value; for an array, writes its contents. */
    public static void write(@Nullable Object argument, TextBuffer out) {
        if (argument instanceof String text) {
            out.append(text, ControlCharacters.ESCAPED);
        } else if (argument instanceof Integer number) {
            out.append(number.intValue());
        } else if (argument instanceof Long number) {
            out.append(number.longValue());
        } else if (argument instanceof Double number) {
            out.append(number.doubleValue());
        } else if (argument != null && argument.getClass().isArray()) {
            ArrayText.write(argument, out);
        } else {
            writeScalar(argument, out);
        }
    }

    /** Writes a value; an array, too, only by its {@code toString()}. */
    public static void writeScalar(@Nullable Object value, TextBuffer out) {
        if (value == null) {
            out.appendNull();
        } else if (value instanceof String text) {
            out.append(text, ControlCharacters.ESCAPED);
        } else if (value instanceof Integer number) {
            out.append(number.intValue());
        } else if (value instanceof Long number) {
            out.append(number.longValue());
        } else if (value instanceof Double number) {
            out.append(number.doubleValue());
        } else if (value instanceof Boolean flag) {
            out.append(flag.booleanValue());
        } else if (value instanceof Float number) {
            out.append(number.floatValue());
        } else if (value instanceof Short number) {
            out.append(number.intValue());
        } else if (value instanceof Byte number) {
            out.append(number.intValue());
        } else if (value instanceof Character c) {
            writeCharacter(c, out);
        } else if (value instanceof HostedMessage message) {
            message.write(out);
        } else if (value instanceof StringBuilder builder && !keeps(out.texts())) {
            out.append(builder, ControlCharacters.ESCAPED);
        } else {
            writeObject(value, out);
        }
    }

    static void writeCharacter(char c, TextBuffer out) {
        if (c >= 0x20 && c < 0x7f) {
            out.append(c);
        } else {
            out.append(String.valueOf(c), ControlCharacters.ESCAPED);
        }
    }

    private static boolean keeps(@Nullable ObjectTexts texts) {
        return texts != null && texts.keeps();
    }

    /** The unescaped text of a value; exceptions of {@code toString()} are caught. */
    static @Nullable String of(@Nullable Object value, ObjectTexts texts) {
        try {
            return value == null ? "null" : texts.text(value);
        } catch (Throwable e) {
            return FAILED_TEXT;
        }
    }

    private static void writeObject(Object value, TextBuffer out) {
        String text;
        try {
            ObjectTexts texts = out.texts();
            text = texts == null ? value.toString() : texts.text(value);
        } catch (Throwable e) {
            // No exception or error may reach the application through a log call. The text is the one that SLF4J
            // writes.
            out.append(FAILED);
            return;
        }
        if (text == null) {
            out.appendNull();
        } else {
            out.append(text, ControlCharacters.ESCAPED);
        }
    }
}
