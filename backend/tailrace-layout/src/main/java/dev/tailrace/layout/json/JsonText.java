package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ArgumentText;
import dev.tailrace.layout.event.ArrayText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON. Values other than numbers, booleans, maps, collections and arrays are written as strings. */
final class JsonText {
    private static final byte[] DEEP = "\"[...]\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CIRCULAR = "\"[CIRCULAR REFERENCE]\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FAILED = "\"[FAILED]\"".getBytes(StandardCharsets.US_ASCII);
    /** Stays below the depth at which a truncated line can still be closed. */
    private static final int DEEPEST = 30;
    /** Further values of one event's value are left out: a small graph can have any number of paths. */
    private static final int MOST_VALUES = 100_000;

    private JsonText() {}

    /** A string with its quotation marks. */
    static void string(String text, TextBuffer out) {
        out.append('"');
        int start = out.beginJson();
        out.append(text);
        out.endJson(start).append('"');
    }

    /** A string with its quotation marks, as bytes. */
    static byte[] quoted(String text) {
        TextBuffer out = new TextBuffer(64, Integer.MAX_VALUE - 8);
        string(text, out);
        return Arrays.copyOf(out.array(), out.length());
    }

    /** The {@code toString()} of a value, as a string. */
    static void text(@Nullable Object value, TextBuffer out) {
        out.append('"');
        int start = out.beginJson();
        ArgumentText.writeScalar(value, out);
        out.endJson(start).append('"');
    }

    /** The structures around a value, from the outermost on, and the number of values so far. */
    private static final class Walk {
        private final @Nullable Object[] around = new Object[DEEPEST];
        private int depth;
        private int values;

        boolean isInside(Object value) {
            for (int i = 0; i < depth; i++) {
                if (around[i] == value) {
                    return true;
                }
            }
            return false;
        }

        /** Whether no more is to be written. */
        boolean isOver(TextBuffer out) {
            return values > MOST_VALUES || out.cutBytes() != 0;
        }

        /** Writes a value, or a mark in place of the first that is too many, and a comma. */
        void element(@Nullable Object value, TextBuffer out) {
            if (values++ == MOST_VALUES) {
                out.append(DEEP);
            } else {
                value(value, this, out);
            }
            out.append(',');
        }
    }

    static void value(@Nullable Object value, TextBuffer out) {
        value(value, null, out);
    }

    /** A value as Jackson writes it: bytes in Base64, characters as a string. */
    static void jackson(@Nullable Object value, TextBuffer out) {
        if (value instanceof byte[] bytes) {
            string(Base64.getEncoder().encodeToString(bytes), out);
        } else if (value instanceof char[] text) {
            string(new String(text), out);
        } else {
            value(value, out);
        }
    }

    private static void value(@Nullable Object value, @Nullable Walk walk, TextBuffer out) {
        if (value == null) {
            out.appendNull();
        } else if (value instanceof String text) {
            string(text, out);
        } else if (value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte) {
            out.append(((Number) value).longValue());
        } else if (value instanceof Boolean flag) {
            out.append(flag.booleanValue());
        } else if (value instanceof Number number) {
            number(number, out);
        } else if (value instanceof JsonLiteral literal) {
            out.append(literal.toString());
        } else if (value instanceof Map
                || value instanceof Collection
                || value.getClass().isArray()) {
            structure(value, walk == null ? new Walk() : walk, out);
        } else {
            text(value, out);
        }
    }

    private static void number(Number number, TextBuffer out) {
        if (number instanceof Double || number instanceof Float) {
            double wide = number.doubleValue();
            if (Double.isFinite(wide)) {
                ArgumentText.writeScalar(number, out);
            } else {
                text(number, out);
            }
            return;
        }
        int start = out.length();
        ArgumentText.writeScalar(number, out);
        if (!isNumber(out.array(), start, out.length()) && out.cutBytes() == 0) {
            out.truncate(start);
            text(number, out);
        }
    }

    private static void structure(Object value, Walk walk, TextBuffer out) {
        int depth = walk.depth;
        if (depth >= DEEPEST) {
            out.append(DEEP);
            return;
        }
        if (walk.isInside(value)) {
            out.append(CIRCULAR);
            return;
        }
        int start = out.length();
        walk.around[depth] = value;
        walk.depth = depth + 1;
        try {
            if (value instanceof Map<?, ?> map) {
                map(map, walk, out);
            } else if (value instanceof Collection<?> all) {
                list(all, walk, out);
            } else if (value instanceof Object[] all) {
                list(Arrays.asList(all), walk, out);
            } else if (value instanceof char[] text) {
                list(Arrays.asList(new String(text).split("")), walk, out);
            } else {
                // Other arrays contain numbers or booleans, and are written in JSON's form.
                numbers(value, out);
            }
        } catch (Throwable e) {
            // The collection was changed meanwhile, or its own code fails.
            if (out.cutBytes() == 0) {
                out.truncate(start);
                out.append(FAILED);
            }
        } finally {
            walk.depth = depth;
        }
    }

    private static void list(Collection<?> all, Walk walk, TextBuffer out) {
        out.append('[');
        for (Object each : all) {
            if (walk.isOver(out)) {
                break;
            }
            walk.element(each, out);
        }
        close(out, ']');
    }

    /** Writes floats as numbers only if all of them are valid in JSON. */
    private static void numbers(Object array, TextBuffer out) {
        int start = out.length();
        ArrayText.write(array, out);
        boolean none =
                (array instanceof double[] doubles && !Arrays.stream(doubles).allMatch(Double::isFinite))
                        || (array instanceof float[] floats && !areFinite(floats));
        if (none && out.cutBytes() == 0) {
            String text = new String(out.array(), start, out.length() - start, StandardCharsets.US_ASCII);
            out.truncate(start);
            string(text, out);
        }
    }

    private static boolean areFinite(float[] all) {
        for (float each : all) {
            if (!Float.isFinite(each)) {
                return false;
            }
        }
        return true;
    }

    private static void map(Map<?, ?> map, Walk walk, TextBuffer out) {
        out.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (walk.isOver(out)) {
                break;
            }
            text(entry.getKey(), out);
            out.append(':');
            walk.element(entry.getValue(), out);
        }
        close(out, '}');
    }

    /** Replaces the comma after the last element by {@code bracket}. */
    static void close(TextBuffer out, char bracket) {
        if (out.length() > 0 && out.array()[out.length() - 1] == ',') {
            out.dropLast();
        }
        out.append(bracket);
    }

    static boolean isNumber(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.UTF_8);
        return isNumber(ascii, 0, ascii.length);
    }

    /** Whether this is a number in JSON's grammar. */
    static boolean isNumber(byte[] text, int from, int end) {
        int at = from < end && text[from] == '-' ? from + 1 : from;
        int digits = digits(text, at, end);
        if (digits == at || (text[at] == '0' && digits > at + 1)) {
            return false;
        }
        at = digits;
        if (at < end && text[at] == '.') {
            digits = digits(text, at + 1, end);
            if (digits == at + 1) {
                return false;
            }
            at = digits;
        }
        if (at < end && (text[at] == 'e' || text[at] == 'E')) {
            at++;
            at = at < end && (text[at] == '+' || text[at] == '-') ? at + 1 : at;
            digits = digits(text, at, end);
            if (digits == at) {
                return false;
            }
            at = digits;
        }
        return at == end;
    }

    private static int digits(byte[] text, int from, int end) {
        int at = from;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
