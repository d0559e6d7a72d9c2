package dev.tailrace.otlp;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ArgumentText;
import dev.tailrace.layout.event.ContextEntries;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.JavaThrowableStep;
import dev.tailrace.layout.event.Markers;
import dev.tailrace.layout.event.MessageText;
import dev.tailrace.layout.event.PatternPrefix;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.trace.TraceField;
import dev.tailrace.ship.RecordCodec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the record of one event after the other. Each pooled event keeps its own writer, so that the state of a record needs no garbage.
 * Not thread-safe.
 */
final class RecordWriter implements ContextEntries.Reader {
    /** The longest record as a line, in bytes: what a lane of the default size takes from the start. */
    static final int LONGEST_LINE = 250_000;
    /** With less room no record is written. */
    private static final int LEAST_ROOM = 4_096;
    /** Room for the last attribute, the number of dropped ones, the trace and the times. */
    private static final int RESERVE = 128;
    /** Room for lengths that take more than a byte, and for a number. */
    private static final int SLACK = 32;

    private static final byte[] BODY = {0x2A, 0, 0x0A, 0};
    private static final byte[] TEXT = {0x0A, 0, 0x0A, 0};
    private static final Step STACK_TRACE = new JavaThrowableStep();

    private boolean located;
    private boolean traced;
    private boolean thrown;
    /** Attributes that may still be written, and those that weren't. */
    private int left;

    private int dropped;
    private int longestValue;
    private int longestText;
    /** The first byte that attributes may not reach; the stack trace, which is the last of them, may go on. */
    private int end;

    private long cut;

    void write(
            Event event,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments,
            PatternPrefix head,
            OtlpEncoder.Options options,
            TextBuffer out) {
        int start = out.length();
        int room = Math.min(LONGEST_LINE, out.maximumLength() - start);
        if (room < LEAST_ROOM || out.cutBytes() != 0) {
            return;
        }
        int count = arguments == null ? 0 : arguments.length;
        if (arguments != null && count != 0 && arguments[count - 1] instanceof Throwable) {
            event.message(message);
            event.arguments(arguments);
            count = event.messageArgumentCount();
        }
        Throwable throwable = event.thrown();
        begin(start + (room - RecordCodec.mostAdded(0)) / 2 - RESERVE, start, options, throwable != null);
        // Control characters of arguments and messages stay as they are.
        out.beginJson();
        head.write(event, out);
        threadId(event, out);
        if (message != null) {
            body(message, arguments, count, start + (end - start) / 2, out);
        }
        if (throwable != null) {
            exception(event, throwable, out);
        }
        if (located) {
            location(event.caller(), out);
        }
        pairs(event, out);
        if (event.markers().count() != 0) {
            markers(event.markers(), out);
        }
        // Where a byte needs an escape, all behind it is moved: texts come first, and ids and times towards the end.
        trace(event, out);
        context(event, options.mdc(), out);
        finish(event, start, out);
    }

    private void begin(int whole, int start, OtlpEncoder.Options options, boolean isThrown) {
        thrown = isThrown;
        located = options.location();
        longestValue = options.longestValue();
        longestText = (whole - start) / 4;
        end = isThrown ? whole - longestText : whole;
        // Thread and stack trace have their places in any case.
        left = Math.max(0, options.mostAttributes() - (isThrown ? 3 : 2));
        dropped = 0;
        cut = 0;
    }

    private void finish(Event event, int start, TextBuffer out) {
        if (thrown) {
            end += longestText;
            int trace = out.length();
            out.append(Attributes.EXCEPTION_STACKTRACE);
            int text = out.length();
            STACK_TRACE.write(event, out);
            endText(trace, text, end - SLACK, out);
        }
        if (cut != 0) {
            int truncated = out.length();
            out.append(Attributes.CUT_BYTES);
            endNumber(truncated, out.length() - 1, cut, out);
        }
        if (dropped != 0) {
            out.append((char) 0x38);
            Wire.varint(dropped, out);
        }
        times(event.preciseNanos(), out);
        out.endKept();
        RecordCodec.encode(out, start);
    }

    /** The time of the event, which is also the time at which it was observed. */
    private static void times(long nanos, TextBuffer out) {
        int at = out.length();
        out.appendSpaces(2 + 2 * Long.BYTES);
        byte[] bytes = out.array();
        bytes[at] = 0x09;
        Wire.putFixed64(bytes, at + 1, nanos);
        bytes[at + 1 + Long.BYTES] = 0x59;
        Wire.putFixed64(bytes, at + 2 + Long.BYTES, nanos);
    }

    /** Unknown for an event of another thread. */
    private static void threadId(Event event, TextBuffer out) {
        Thread thread = Thread.currentThread();
        if (event.threadName().equals(thread.getName())) {
            int start = out.length();
            out.append(Attributes.THREAD_ID);
            endNumber(start, out.length() - 1, thread.getId(), out);
        }
    }

    private void trace(Event event, TextBuffer out) {
        traced = id(event.trace(TraceField.TRACE_ID), (byte) 0x4A, 16, out);
        if (!traced) {
            return;
        }
        id(event.trace(TraceField.SPAN_ID), (byte) 0x52, 8, out);
        int start = out.length();
        // The byte of the flags becomes the first of four.
        if (id(event.trace(TraceField.FLAGS), (byte) 0x45, 1, out)) {
            byte[] bytes = out.appendSpaces(2).array();
            bytes[start + 1] = bytes[start + 2];
            Arrays.fill(bytes, start + 2, start + 5, (byte) 0);
        }
    }

    /** Writes an id of so many bytes; false: the text isn't one, or it has only zeros. */
    private static boolean id(@Nullable String digits, byte tag, int count, TextBuffer out) {
        if (digits == null || digits.length() != 2 * count) {
            return false;
        }
        int start = out.length();
        byte[] bytes = out.appendSpaces(2 + count).array();
        bytes[start] = tag;
        bytes[start + 1] = (byte) count;
        int all = 0;
        for (int i = 0; i < count; i++) {
            char high = digits.charAt(2 * i);
            char low = digits.charAt(2 * i + 1);
            if (!HexFormat.isHexDigit(high) || !HexFormat.isHexDigit(low)) {
                all = 0;
                break;
            }
            int value = HexFormat.fromHexDigit(high) << 4 | HexFormat.fromHexDigit(low);
            bytes[start + 2 + i] = (byte) value;
            all |= value;
        }
        if (all == 0) {
            out.truncate(start);
        }
        return all != 0;
    }

    private void body(String message, @Nullable Object @Nullable [] arguments, int count, int last, TextBuffer out) {
        int start = out.length();
        out.append(BODY);
        int text = out.length();
        MessageText.write(message, arguments, count, ControlCharacters.KEPT, out);
        shorten(text, last, out);
        Wire.endLength(text - 1, out);
        Wire.endLength(start + 1, out);
    }

    private void exception(Event event, Throwable throwable, TextBuffer out) {
        text(Attributes.EXCEPTION_TYPE, throwable.getClass().getName(), out);
        String message;
        try {
            message = event.texts().message(throwable);
        } catch (Throwable e) {
            // The application's own code failed.
            message = "[FAILED getMessage()]";
        }
        if (message != null) {
            text(Attributes.EXCEPTION_MESSAGE, message, out);
        }
    }

    private void location(@Nullable StackTraceElement caller, TextBuffer out) {
        if (caller == null) {
            return;
        }
        int start = begin(Attributes.CODE_FUNCTION, out);
        if (start >= 0) {
            int text = out.length();
            out.append(caller.getClassName()).append('.').append(caller.getMethodName());
            endText(start, text, lastOf(text), out);
        }
        String file = caller.getFileName();
        if (file != null) {
            text(Attributes.CODE_FILE, file, out);
        }
        int line = caller.getLineNumber() > 0 ? begin(Attributes.CODE_LINE, out) : -1;
        if (line >= 0) {
            endNumber(line, out.length() - 1, caller.getLineNumber(), out);
        }
    }

    private void pairs(Event event, TextBuffer out) {
        for (int i = 0; i < event.keyValueCount(); i++) {
            String key = event.key(i);
            Object value = event.value(i);
            if (value != null && (key == null || (event.pair(key) == i && !isOwn(event, key)))) {
                attribute(key, value, out);
            }
        }
    }

    private void context(Event event, @Nullable List<String> keys, TextBuffer out) {
        if (keys == null) {
            event.eachBesidePairs(this, out);
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            if (event.pair(key) < 0) {
                entry(event, i, key, event.contextValue(key), out);
            }
        }
    }

    @Override
    public void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out) {
        if (value != null && (key == null || !(isOwn(event, key) || (traced && TraceField.of(key) != null)))) {
            attribute(key, value, out);
        }
    }

    /** Whether the record has an attribute of this name already: names are unique. */
    private boolean isOwn(Event event, String key) {
        return switch (key) {
            case "thread.name", "thread.id" -> true;
            case "exception.type", "exception.message", "exception.stacktrace" -> thrown;
            case "code.function.name", "code.file.path", "code.line.number" -> located;
            case "logback.marker" -> event.markers().count() != 0;
            default -> false;
        };
    }

    private void attribute(@Nullable String key, Object value, TextBuffer out) {
        int start = begin(Attributes.KEY, out);
        if (start < 0) {
            return;
        }
        out.append(key == null ? "null" : key, ControlCharacters.KEPT);
        if (out.cutBytes() != 0 || out.length() > end - SLACK) {
            takeBack(start, out);
            return;
        }
        Wire.endLength(start + 3, out);
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            out.append(Attributes.INT_VALUE);
            endNumber(start, out.length() - 1, ((Number) value).longValue(), out);
        } else if (value instanceof Double || value instanceof Float) {
            out.append(Attributes.DOUBLE_VALUE);
            Wire.fixed64(Double.doubleToRawLongBits(((Number) value).doubleValue()), out);
            Wire.endLength(start + 1, out);
        } else if (value instanceof Boolean flag) {
            out.append(flag ? Attributes.TRUE_VALUE : Attributes.FALSE_VALUE);
            Wire.endLength(start + 1, out);
        } else {
            out.append(Attributes.STRING_VALUE);
            int text = out.length();
            ArgumentText.write(value, out);
            endText(start, text, lastOf(text), out);
        }
    }

    private void markers(Markers markers, TextBuffer out) {
        int start = begin(Attributes.MARKERS, out);
        if (start < 0) {
            return;
        }
        int array = out.length() - 1;
        for (int i = 0; i < markers.count(); i++) {
            int element = out.length();
            out.append(TEXT);
            int text = out.length();
            out.append(markers.name(markers.get(i)), ControlCharacters.KEPT);
            if (out.cutBytes() != 0 || out.length() > end - SLACK) {
                cut += out.shorten(element, element);
                break;
            }
            limit(text, out);
            Wire.endLength(text - 1, out);
            Wire.endLength(element + 1, out);
        }
        Wire.endLength(array, out);
        Wire.endLength(array - 2, out);
        Wire.endLength(start + 1, out);
    }

    /** Begins an attribute. Returns its first byte; -1: there may be no more. */
    private int begin(byte[] head, TextBuffer out) {
        if (left == 0 || out.length() > end - SLACK - head.length) {
            dropped++;
            return -1;
        }
        left--;
        int start = out.length();
        out.append(head);
        return start;
    }

    private void takeBack(int start, TextBuffer out) {
        out.shorten(start, start);
        dropped++;
    }

    private void text(byte[] head, String value, TextBuffer out) {
        int start = begin(head, out);
        if (start >= 0) {
            int text = out.length();
            out.append(value, ControlCharacters.KEPT);
            endText(start, text, lastOf(text), out);
        }
    }

    /** The end of a text that begins there: no single one takes all room. */
    private int lastOf(int text) {
        return Math.min(end - SLACK, text + longestText);
    }

    private void shorten(int text, int last, TextBuffer out) {
        if (out.cutBytes() != 0 || out.length() > last) {
            cut += out.shorten(text, Math.max(text, last));
        }
    }

    private void limit(int text, TextBuffer out) {
        if (longestValue < out.length() - text && out.charactersFrom(text) > longestValue) {
            out.keepFirst(text, longestValue);
        }
    }

    private void endText(int start, int text, int last, TextBuffer out) {
        shorten(text, last, out);
        limit(text, out);
        Wire.endLength(text - 1, out);
        Wire.endLength(text - 3, out);
        Wire.endLength(start + 1, out);
    }

    /** @param tag the place of the value's tag, behind its length */
    private static void endNumber(int start, int tag, long value, TextBuffer out) {
        Wire.varint(value, out);
        Wire.endLength(tag - 1, out);
        Wire.endLength(start + 1, out);
    }
}
