package dev.tailrace.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads one JSON text (RFC 8259), in UTF-8, token by token. Whoever reads knows what has to come; whatever comes instead is
 * {@link Malformed}, and told with its line. Before each element of an array and each name of an object {@link #hasNext} is asked, once. A
 * text may have control characters in it, a line feed excepted, which would hide where its end is missing. Not thread-safe.
 *
 * <p>A library would do, but for its start: a baseline is read before the tests of each build, by a JVM that lives for a second, where
 * loading and compiling Gson's reader was a good part of what counting tests takes. It reads bytes for the same reason: such a JVM interprets
 * this, and a call for each character takes many times as long as the look into an array.
 */
public final class JsonInput {
    private static final int DEEPEST = 64;
    /** Fewer digits than any number has that a long can't hold. */
    private static final int SURE_DIGITS = 18;

    /** Beyond, a double is not one number only. */
    private static final double MOST_EXACT = 1L << 53;

    private static final int DECIMAL = 10;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;
    private static final int MARK_LENGTH = 3;
    /** Bytes of a character. */
    private static final int LONGEST = 4;

    private static final String NO_END = "a text has no end in its line";

    private final byte[] text;
    /** The same if it is ASCII without escapes, as most files are; empty otherwise. The JDK's search of it is compiled already. */
    private final String simple;

    /** Where the line ends that the last text of {@link #simple} was in. */
    private int lineEnd;

    private int at;
    /** Whether the next element of what was begun is its first, which no comma precedes. */
    private boolean first;

    /** Not the JSON that was expected. */
    public static final class Malformed extends IOException {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    /** @param text in UTF-8; not to be changed while it is read */
    JsonInput(byte[] text) {
        this.text = text;
        // Some editors put a mark of the byte order before what they save.
        boolean marked = text.length >= MARK_LENGTH
                && text[0] == (byte) 0xef
                && text[1] == (byte) 0xbb
                && text[2] == (byte) 0xbf;
        this.at = marked ? MARK_LENGTH : 0;
        String all = new String(text, StandardCharsets.UTF_8);
        boolean ascii = all.length() == text.length && all.indexOf('\ufffd') < 0;
        this.simple = ascii && all.indexOf('\\') < 0 ? all : "";
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
        byte c = next();
        if (c == '}' || c == ']') {
            return false;
        }
        if (!first) {
            if (c != ',') {
                throw expected("a comma");
            }
            at++;
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
        long plain = plain();
        if (plain >= 0) {
            return plain;
        }
        int start = number();
        try {
            return Long.parseLong(ascii(start, at));
        } catch (NumberFormatException otherForm) {
            double value = Double.parseDouble(ascii(start, at));
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
        long plain = plain();
        if (plain >= 0) {
            return plain;
        }
        int start = number();
        double value = Double.parseDouble(ascii(start, at));
        if (!Double.isFinite(value)) {
            at = start;
            throw expected("a number of at most 64 bits");
        }
        return value;
    }

    /** Takes a number that is digits and nothing else, as most are; takes nothing and is negative where another one or none comes. */
    private long plain() {
        next();
        byte[] all = text;
        int start = at;
        int end = start;
        long value = 0;
        while (end < all.length && all[end] >= '0' && all[end] <= '9') {
            value = value * DECIMAL + (all[end] - '0');
            end++;
        }
        int digits = end - start;
        byte after = end < all.length ? all[end] : 0;
        if (digits == 0
                || digits > SURE_DIGITS
                || (digits > 1 && all[start] == '0')
                || after == '.'
                || after == 'e'
                || after == 'E') {
            return -1;
        }
        at = end;
        return value;
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
        byte c = next();
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
        if (next() != 0 || at < text.length) {
            throw expected("nothing more");
        }
    }

    /** For what is JSON, but makes no sense where it stands. */
    public Malformed malformed(String what) {
        int line = 1;
        int start = 0;
        for (int i = 0; i < at && i < text.length; i++) {
            if (text[i] == '\n') {
                line++;
                start = i + 1;
            }
        }
        int column = new String(text, start, at - start, StandardCharsets.UTF_8).length() + 1;
        return new Malformed(what + " (line " + line + ", column " + column + ")");
    }

    private Malformed expected(String what) {
        if (at >= text.length) {
            return malformed("expected " + what + ", and it ends");
        }
        int c = new String(text, at, Math.min(LONGEST, text.length - at), StandardCharsets.UTF_8).codePointAt(0);
        return malformed(
                "expected " + what + ", found " + (c < ' ' || c > '~' ? "the character " + c : "'" + (char) c + "'"));
    }

    /** The next byte that isn't white space, which stays there; 0 at the end. */
    private byte next() {
        byte[] all = text;
        int i = at;
        byte c = 0;
        while (i < all.length) {
            c = all[i];
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                break;
            }
            c = 0;
            i++;
        }
        at = i;
        return c;
    }

    private boolean takes(String word) {
        int length = word.length();
        if (!ascii(at, Math.min(at + length, text.length)).equals(word)) {
            return false;
        }
        at += length;
        return true;
    }

    /** Takes a number as JSON has it; where it starts. */
    private int number() throws Malformed {
        next();
        int start = at;
        int end = is(at, '-') ? at + 1 : at;
        int whole = end;
        end = digits(end);
        boolean right = end > whole && (end == whole + 1 || text[whole] != '0');
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
        return index < text.length && text[index] == c;
    }

    private int digits(int from) {
        int end = from;
        while (end < text.length && text[end] >= '0' && text[end] <= '9') {
            end++;
        }
        return end;
    }

    private String string(String what) throws Malformed {
        if (next() != '"') {
            throw expected(what);
        }
        if (!simple.isEmpty()) {
            return simple();
        }
        byte[] all = text;
        int start = at + 1;
        byte signs = 0;
        for (int i = start; i < all.length; i++) {
            byte c = all[i];
            if (c == '"') {
                at = i + 1;
                return signs < 0 ? decoded(start, i) : ascii(start, i);
            }
            if (c == '\\') {
                return escaped(start);
            }
            if (c == '\n') {
                break;
            }
            signs |= c;
        }
        throw malformed(NO_END);
    }

    private String simple() throws Malformed {
        int start = at + 1;
        int end = simple.indexOf('"', start);
        if (lineEnd < start) {
            int found = simple.indexOf('\n', start);
            lineEnd = found < 0 ? Integer.MAX_VALUE : found;
        }
        if (end < 0 || end > lineEnd) {
            throw malformed(NO_END);
        }
        at = end + 1;
        return simple.substring(start, end);
    }

    private String escaped(int start) throws Malformed {
        StringBuilder value = new StringBuilder();
        int from = start;
        for (int i = start; i < text.length && text[i] != '\n'; i++) {
            if (text[i] == '"') {
                value.append(decoded(from, i));
                at = i + 1;
                return value.toString();
            }
            if (text[i] == '\\') {
                value.append(decoded(from, i));
                i++;
                value.append(escape(i));
                i += is(i, 'u') ? HEX_DIGITS : 0;
                from = i + 1;
            }
        }
        at = start - 1;
        throw malformed(NO_END);
    }

    private String ascii(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private String decoded(int from, int to) throws Malformed {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text, from, to - from))
                    .toString();
        } catch (CharacterCodingException wrong) {
            at = from;
            throw malformed("a text is not in UTF-8");
        }
    }

    private char escape(int index) throws Malformed {
        at = index;
        byte c = at < text.length ? text[at] : 0;
        return switch (c) {
            case '"', '\\', '/' -> (char) c;
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
            int digit = i < text.length ? Character.digit(text[i], HEX) : -1;
            if (digit < 0) {
                throw expected("four hexadecimal digits");
            }
            code = code * HEX + digit;
        }
        return (char) code;
    }
}
