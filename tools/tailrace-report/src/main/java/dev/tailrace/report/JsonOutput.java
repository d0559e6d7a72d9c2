package dev.tailrace.report;

/**
 * Writes one JSON text token by token, in the form in which {@link Json} writes it: indented, names of numbers that aren't finite left out.
 * No text is null, and whoever begins something ends it: neither is looked after. For those whose start counts, as {@link JsonInput} is.
 * Not thread-safe.
 */
public final class JsonOutput {
    private static final double MOST_WHOLE = 1e15;
    private static final int FIRST_CAPACITY = 1 << 12;

    private final StringBuilder out = new StringBuilder(FIRST_CAPACITY);
    private final boolean embedded;
    private boolean oneLine;
    private int depth;
    /** Whether nothing is in what was begun last. */
    private boolean empty = true;
    /** What stands before a value that is not the first where it stands, and from its second character on before the first one. */
    private String separator = ",";

    private String name = "";
    private boolean named;

    /** @param embedded for a page: in one line, and without characters that could end a script element */
    JsonOutput(boolean embedded) {
        this.embedded = embedded;
    }

    /** Begins an object. */
    public JsonOutput beginObject() {
        return begin('{');
    }

    /** Ends it. */
    public JsonOutput endObject() {
        return end('}');
    }

    /** Begins an array. */
    public JsonOutput beginArray() {
        return begin('[');
    }

    /** Ends it. */
    public JsonOutput endArray() {
        return end(']');
    }

    /** Whether what follows goes to one line, until this is called again. */
    public JsonOutput oneLine(boolean one) {
        oneLine = one;
        separate();
        return this;
    }

    /** The name of the value that is written next. */
    public JsonOutput name(String next) {
        name = next;
        named = true;
        return this;
    }

    /** Writes a text. */
    public JsonOutput value(String value) {
        before();
        string(value, "\"");
        return this;
    }

    /** Writes a whole number. */
    public JsonOutput value(long value) {
        before();
        out.append(value);
        return this;
    }

    /** Writes a truth. */
    public JsonOutput value(boolean value) {
        before();
        out.append(value);
        return this;
    }

    /** Writes a number as short as it can be; one that is not finite is null, and left out with its name. */
    public JsonOutput value(double value) {
        if (Double.isFinite(value)) {
            before();
            if (isWhole(value)) {
                out.append(Math.round(value));
            } else {
                out.append(value);
            }
        } else if (named) {
            named = false;
        } else {
            before();
            out.append("null");
        }
        return this;
    }

    /** Whether a number has no fraction, and is written without one. */
    static boolean isWhole(double value) {
        return value == Math.rint(value) && Math.abs(value) < MOST_WHOLE;
    }

    String text() {
        return out.toString();
    }

    /** The text with a line feed at its end; the last thing to ask for. */
    String line() {
        return out.append('\n').toString();
    }

    private JsonOutput begin(char bracket) {
        before();
        out.append(bracket);
        depth++;
        separate();
        empty = true;
        return this;
    }

    private JsonOutput end(char bracket) {
        depth--;
        separate();
        if (!empty && !oneLine) {
            out.append(separator, 1, separator.length());
        }
        out.append(bracket);
        empty = false;
        return this;
    }

    /** What stands between the value before, if there is one, and this. */
    private void before() {
        if (!empty) {
            out.append(separator);
        } else if (depth > 0 && !oneLine) {
            out.append(separator, 1, separator.length());
        }
        empty = false;
        if (named) {
            named = false;
            string(name, embedded ? "\":" : "\": ");
        }
    }

    /** Made where it changes: it is written before each value. */
    private void separate() {
        separator = embedded ? "," : oneLine ? ", " : ",\n" + "  ".repeat(depth);
    }

    /** @param end the quote at its end and what follows */
    private void string(String value, String end) {
        out.append('"');
        if (PlainText.is(value)) {
            out.append(value);
        } else {
            escaped(value);
        }
        out.append(end);
    }

    private void escaped(String value) {
        int length = value.length();
        int start = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (isEscaped(c)) {
                out.append(value, start, i);
                escape(c);
                start = i + 1;
            }
        }
        out.append(value, start, length);
    }

    private boolean isEscaped(char c) {
        if (c > '>' && c != '\\') {
            return c == '\u2028' || c == '\u2029';
        }
        return c < ' '
                || c == '"'
                || c == '\\'
                || (embedded && (c == '<' || c == '>' || c == '&' || c == '=' || c == '\''));
    }

    private void escape(char c) {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >> shift & 0xf, 16));
                }
            }
        }
    }
}
