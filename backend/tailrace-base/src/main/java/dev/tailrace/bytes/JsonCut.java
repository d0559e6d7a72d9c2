package dev.tailrace.bytes;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Ends a JSON object that is truncated in the middle, so that the rest is valid JSON and shows that bytes are missing:
 * <code>{"level":"INFO","message":"a long te","tailrace.cut_bytes":4711}</code>. A string value is truncated inside; any other incomplete
 * part is removed.
 */
public final class JsonCut {
    /** The name of the member that says how many bytes are missing. */
    public static final String MEMBER = "tailrace.cut_bytes";

    private static final int DEEPEST = 62;
    /** Comma, quotation marks, colon, digits, brace and line end. */
    private static final int MARK = MEMBER.length() + 26;

    /** The next expected part. */
    private enum State {
        MEMBER_OR_END,
        MEMBER,
        NAME,
        COLON,
        VALUE,
        VALUE_OR_END,
        TEXT,
        LITERAL,
        AFTER_VALUE,
        COMPLETE
    }

    /** The first {@code kept} bytes stay, and {@code tail} follows. */
    public static final class End {
        private final int kept;
        private final byte[] tail;

        End(int kept, byte[] tail) {
            this.kept = kept;
            this.tail = tail;
        }

        public int kept() {
            return kept;
        }

        public byte[] tail() {
            return tail.clone();
        }
    }

    private final byte[] line;
    private State state = State.VALUE;
    /** A bit for each open container, the innermost the lowest: set for an object. */
    private long containers;

    private int depth;
    /** The place after the last whole value, and the containers that were open there. */
    private int safe;

    private long safeContainers;
    private int safeDepth;
    private boolean safeNeedsComma;
    /** The beginning of an unfinished escape. */
    private int escape = -1;

    private JsonCut(byte[] line) {
        this.line = line;
    }

    /**
     * The end for the first {@code length} bytes of a line of {@code whole} bytes; null when they don't begin a JSON object, or {@code
     * maximumLength} has no room for the smallest result. A whole line that fits stays as it is.
     */
    public static @Nullable End of(byte[] line, int length, long whole, int maximumLength) {
        if (length == 0 || line[0] != '{') {
            return null;
        }
        if (length <= maximumLength && line[length - 1] == '\n' && new JsonCut(line).isWhole(length)) {
            return new End(length, new byte[0]);
        }
        return new JsonCut(line).end(length, whole, maximumLength);
    }

    private boolean isWhole(int length) {
        int at = 0;
        while (at < length && accept(at)) {
            at++;
        }
        return at == length && state == State.COMPLETE;
    }

    private @Nullable End end(int length, long whole, int maximumLength) {
        int at = 0;
        while (at < length && at + depth + 3 + MARK <= maximumLength) {
            if (!accept(at)) {
                return null;
            }
            at++;
        }
        if (safeDepth == 0) {
            return null;
        }
        if (state != State.TEXT) {
            return afterLastValue(whole);
        }
        // Behind the text the array has old bytes.
        return insideText(at == length ? at : Utf8Region.characterStart(line, at), whole);
    }

    /** Truncates a string value at the beginning of a character. */
    private End insideText(int at, long whole) {
        int kept = escape < 0 ? at : escape;
        return ended(kept, "\"", containers, depth, true, whole);
    }

    private End afterLastValue(long whole) {
        return ended(safe, "", safeContainers, safeDepth, safeNeedsComma, whole);
    }

    private static End ended(int kept, String close, long containers, int depth, boolean comma, long whole) {
        StringBuilder tail = new StringBuilder(close);
        long open = containers;
        for (int i = depth; i > 1; i--, open >>>= 1) {
            tail.append((open & 1) != 0 ? '}' : ']');
        }
        tail.append(comma || depth > 1 ? "," : "")
                .append('"')
                .append(MEMBER)
                .append("\":")
                .append(whole - kept)
                .append("}\n");
        return new End(kept, tail.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** False for a byte that is impossible there in JSON. */
    private boolean accept(int at) {
        byte b = line[at];
        switch (state) {
            case TEXT, NAME -> {
                return text(b, at);
            }
            case LITERAL -> {
                if (isLiteral(b)) {
                    return true;
                }
                valueEnds(at);
            }
            default -> {
                // Decided by the byte.
            }
        }
        if (b == ' ' || b == '\n' || b == '\r' || b == '\t') {
            return true;
        }
        return switch (state) {
            case MEMBER -> b == '"' && into(State.NAME);
            case MEMBER_OR_END -> b == '}' ? close(at, true) : b == '"' && into(State.NAME);
            case COLON -> b == ':' && into(State.VALUE);
            case VALUE -> value(b, at);
            case VALUE_OR_END -> b == ']' ? close(at, false) : value(b, at);
            case AFTER_VALUE -> afterValue(b, at);
            default -> false;
        };
    }

    private boolean text(byte b, int at) {
        if (escape >= 0) {
            int length = line[escape + 1] == 'u' ? 6 : 2;
            if (at - escape == length - 1) {
                escape = -1;
            }
        } else if (b == '\\') {
            escape = at;
        } else if (b == '"') {
            if (state == State.NAME) {
                state = State.COLON;
            } else {
                valueEnds(at + 1);
            }
        } else {
            return b < 0 || b >= 0x20;
        }
        return true;
    }

    private boolean value(byte b, int at) {
        if (b == '"') {
            return into(State.TEXT);
        }
        if (b == '{' || b == '[') {
            return open(b == '{', at);
        }
        return isLiteral(b) && into(State.LITERAL);
    }

    private boolean afterValue(byte b, int at) {
        boolean object = (containers & 1) != 0;
        if (b == ',') {
            return into(object ? State.MEMBER : State.VALUE);
        }
        return (b == '}' || b == ']') && close(at, b == '}');
    }

    private boolean into(State next) {
        state = next;
        return true;
    }

    private boolean open(boolean object, int at) {
        if (depth == DEEPEST) {
            return false;
        }
        containers = containers << 1 | (object ? 1 : 0);
        depth++;
        isSafe(at + 1, false);
        return into(object ? State.MEMBER_OR_END : State.VALUE_OR_END);
    }

    private boolean close(int at, boolean object) {
        if (object != ((containers & 1) != 0)) {
            return false;
        }
        containers >>>= 1;
        depth--;
        if (depth == 0) {
            return into(State.COMPLETE);
        }
        valueEnds(at + 1);
        return true;
    }

    private void valueEnds(int end) {
        state = State.AFTER_VALUE;
        isSafe(end, true);
    }

    private void isSafe(int end, boolean needsComma) {
        safe = end;
        safeContainers = containers;
        safeDepth = depth;
        safeNeedsComma = needsComma;
    }

    private static boolean isLiteral(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || b == '-' || b == '+' || b == '.' || b == 'E';
    }
}
