package dev.tailrace.report;

import java.io.IOException;

/**
 * Reads one JSON text (RFC 8259) token by token. Whoever reads knows what has to come; whatever comes instead is {@link Malformed}, and told
 * with its line. Before each element of an array and each name of an object {@link #hasNext} is asked, once. A text may have control
 * characters in it, a line feed excepted, which would hide where its end is missing. Not thread-safe.
 *
 * <p>A library would do, but for its start: a baseline is read before the tests of each build, by a JVM that lives for a second, where
 * loading and compiling Gson's reader was a good part of what counting tests takes.
 */
public final class JsonInput {
    private static final int DEEPEST = 64;
    /** Fewer digits than any number has that a long can't hold. */
    private static final int SURE_DIGITS = 18;

    /** Beyond, a double is not one number only. */
    private static final double MOST_EXACT = 1L << 53;

    private static final int NOWHERE = Integer.MAX_VALUE;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;

    private final String text;
    private int at;
    /** Whether the next element of what was begun is its first, which no comma precedes. */
    private boolean first;
    /** Where the next ones are, seen from where they were asked for last: most files have no escapes, and few lines are looked at twice. */
    private int backslash = -1;

    private int lineFeed = -1;

    /** Not the JSON that was expected. */
    public static final class Malformed extends IOException {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    JsonInput(String text) {
        this.text = text;
        // Some editors put a mark of the byte order before what they save.
        this.at = text.startsWith("\ufeff") ? 1 : 0;
    }

    /** Takes an opening brace. */
    public void beginObject() throws Malformed {
        begin('{', "an object");
    }

    /** Takes a closing brace. */
    public void endObject() throws Malformed {
        end('}', "the end of an object");
    }

    /** Takes an opening bracket. */
    public void beginArray() throws Malformed {
        begin('[', "an array");
    }

    /** Takes a closing bracket. */
    public void endArray() throws Malformed {
        end(']', "the end of an array");
    }

    private void begin(char bracket, String what) throws Malformed {
        if (next() != bracket) {
            throw expected(what);
        }
        at++;
        first = true;
    }

    private void end(char bracket, String what) throws Malformed {
        if (next() != bracket) {
            throw expected(what);
        }
        at++;
        first = false;
    }

    /** Whether another element or name follows; takes the comma before it. */
    public boolean hasNext() throws Malformed {
        char c = next();
        if (c == '}' || c == ']') {
            return false;
        }
        if (!first) {
            if (c != ',') {
                throw expected("a comma");
            }
            at++;
            next();
        }
        first = false;
        return true;
    }

    /** Takes a name and its colon. */
    public String nextName() throws Malformed {
        String name = string("a name");
        if (next() != ':') {
            throw expected("a colon");
        }
        at++;
        return name;
    }

    /** Takes a text. */
    public String nextString() throws Malformed {
        return string("a text");
    }

    /** Takes a whole number, also in the form {@code 12.0}. */
    public long nextLong() throws Malformed {
        int start = number();
        try {
            return Long.parseLong(text, start, at, 10);
        } catch (NumberFormatException otherForm) {
            double value = Double.parseDouble(text.substring(start, at));
            if (value != Math.rint(value) || Math.abs(value) > MOST_EXACT) {
                at = start;
                throw expected("a whole number");
            }
            return (long) value;
        }
    }

    /** Takes a whole number of at most 32 bits. */
    public int nextInt() throws Malformed {
        next();
        int start = at;
        long value = nextLong();
        if (value != (int) value) {
            at = start;
            throw expected("a whole number of at most 32 bits");
        }
        return (int) value;
    }

    /** Takes a number; it is finite. */
    public double nextDouble() throws Malformed {
        int start = number();
        if (isDigits(start)) {
            return Long.parseLong(text, start, at, 10);
        }
        double value = Double.parseDouble(text.substring(start, at));
        if (!Double.isFinite(value)) {
            at = start;
            throw expected("a number of at most 64 bits");
        }
        return value;
    }

    private boolean isDigits(int start) {
        for (int i = start; i < at; i++) {
            if (!isDigit(i)) {
                return false;
            }
        }
        return at - start <= SURE_DIGITS;
    }

    /** Takes {@code true} or {@code false}. */
    public boolean nextBoolean() throws Malformed {
        next();
        if (takes("true")) {
            return true;
        }
        if (takes("false")) {
            return false;
        }
        throw expected("true or false");
    }

    /** Whether a number comes next. */
    public boolean isNumber() throws Malformed {
        char c = next();
        return c == '-' || (c >= '0' && c <= '9');
    }

    /** Takes whatever value comes next. */
    public void skipValue() throws Malformed {
        skip(0);
    }

    private void skip(int depth) throws Malformed {
        if (depth >= DEEPEST) {
            throw expected("no more than " + DEEPEST + " values in one another");
        }
        switch (next()) {
            case '{' -> {
                beginObject();
                while (hasNext()) {
                    nextName();
                    skip(depth + 1);
                }
                endObject();
            }
            case '[' -> {
                beginArray();
                while (hasNext()) {
                    skip(depth + 1);
                }
                endArray();
            }
            case '"' -> nextString();
            case 't', 'f' -> nextBoolean();
            case 'n' -> {
                if (!takes("null")) {
                    throw expected("a value");
                }
            }
            default -> {
                if (!isNumber()) {
                    throw expected("a value");
                }
                nextDouble();
            }
        }
    }

    /** Makes sure that nothing follows. */
    void end() throws Malformed {
        if (next() != 0 || at < text.length()) {
            throw expected("nothing more");
        }
    }

    /** For what is JSON, but makes no sense where it stands. */
    public Malformed malformed(String what) {
        int line = 1;
        int start = 0;
        for (int i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
            line++;
            start = i + 1;
        }
        return new Malformed(what + " (line " + line + ", column " + (at - start + 1) + ")");
    }

    private Malformed expected(String what) {
        if (at >= text.length()) {
            return malformed("expected " + what + ", and it ends");
        }
        char c = text.charAt(at);
        return malformed(
                "expected " + what + ", found " + (c < ' ' || c > '~' ? "the character " + (int) c : "'" + c + "'"));
    }

    /** The next character that isn't white space, which stays there; 0 at the end. */
    private char next() {
        int length = text.length();
        while (at < length) {
            char c = text.charAt(at);
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                return c;
            }
            at++;
        }
        return 0;
    }

    private boolean takes(String word) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }

    /** Takes a number as JSON has it; where it starts. */
    private int number() throws Malformed {
        next();
        int start = at;
        int end = at < text.length() && text.charAt(at) == '-' ? at + 1 : at;
        int whole = end;
        end = digits(end);
        boolean right = end > whole && (end == whole + 1 || text.charAt(whole) != '0');
        if (right && is(end, '.')) {
            int fraction = end + 1;
            end = digits(fraction);
            right = end > fraction;
        }
        if (right && (is(end, 'e') || is(end, 'E'))) {
            int power = is(end + 1, '+') || is(end + 1, '-') ? end + 2 : end + 1;
            end = digits(power);
            right = end > power;
        }
        if (!right) {
            throw expected("a number");
        }
        at = end;
        return start;
    }

    private boolean is(int index, char c) {
        return index < text.length() && text.charAt(index) == c;
    }

    private boolean isDigit(int index) {
        char c = text.charAt(index);
        return c >= '0' && c <= '9';
    }

    private int digits(int from) {
        int end = from;
        while (end < text.length() && isDigit(end)) {
            end++;
        }
        return end;
    }

    private String string(String what) throws Malformed {
        if (next() != '"') {
            throw expected(what);
        }
        int start = at + 1;
        int end = text.indexOf('"', start);
        if (backslash < start) {
            backslash = found('\\', start);
        }
        if (end >= 0 && end > backslash) {
            return escaped(start);
        }
        if (lineFeed < start) {
            lineFeed = found('\n', start);
        }
        if (end < 0 || end > lineFeed) {
            throw malformed("a text has no end in its line");
        }
        at = end + 1;
        return text.substring(start, end);
    }

    private int found(char c, int from) {
        int index = text.indexOf(c, from);
        return index < 0 ? NOWHERE : index;
    }

    private String escaped(int start) throws Malformed {
        StringBuilder value = new StringBuilder();
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                at = i + 1;
                return value.toString();
            }
            if (c == '\n') {
                break;
            }
            if (c == '\\') {
                i++;
                value.append(escape(i));
                i += is(i, 'u') ? HEX_DIGITS : 0;
            } else {
                value.append(c);
            }
        }
        at = start - 1;
        throw malformed("a text has no end in its line");
    }

    private char escape(int index) throws Malformed {
        at = index;
        char c = at < text.length() ? text.charAt(at) : 0;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode(index + 1);
            default -> throw expected("an escape that JSON has");
        };
    }

    private char unicode(int from) throws Malformed {
        int code = 0;
        for (int i = from; i < from + HEX_DIGITS; i++) {
            at = i;
            int digit = i < text.length() && text.charAt(i) <= 'f' ? Character.digit(text.charAt(i), HEX) : -1;
            if (digit < 0) {
                throw expected("four hexadecimal digits");
            }
            code = code * HEX + digit;
        }
        return (char) code;
    }
}
