package dev.tailrace.otlp;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.PatternPrefix;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.ThreadStep;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes each event as one record: the id of its process's resource, the logger's name, and the bytes of an OpenTelemetry {@code
 * LogRecord}, as a line. Thread-safe.
 *
 * <pre>
 *   version (1 byte) | resource id (8 bytes) | length of the name (varint) | name | LogRecord
 * </pre>
 *
 * <p>Message, exception and attributes are shortened so that a record always fits and is valid; the attribute {@code tailrace.cut_bytes}
 * says how many bytes are missing.
 */
final class OtlpEncoder implements Encoder {
    static final byte VERSION = 1;
    static final int RESOURCE_AT = 1;
    static final int NAME_AT = RESOURCE_AT + Long.BYTES;

    private static final int LONGEST_NAME = 512;
    private static final int LONGEST_THREAD = 256;
    /** Severity number and text. */
    private static final Step SEVERITY = new LevelStep(new byte[][] {
        severity(1, "TRACE"), severity(5, "DEBUG"), severity(9, "INFO"), severity(13, "WARN"), severity(17, "ERROR")
    });

    /**
     * The parts of events that are written.
     *
     * @param mdc keys of the MDC; null: all of them
     * @param location whether the place of the call is written, which costs a walk of the stack
     * @param mostAttributes the most attributes of a record; further ones are counted as dropped
     * @param longestValue the longest value of an attribute, in UTF-16 units
     */
    record Options(@Nullable List<String> mdc, boolean location, int mostAttributes, int longestValue) {}

    private final Options options;
    private final PatternPrefix head;

    /** @param resource the id of the process's {@link Resource} */
    OtlpEncoder(long resource, Options options) {
        this.options = options;
        Step thread = new Steady(options.mostAttributes() == 0 ? (event, out) -> {} : OtlpEncoder.thread());
        this.head = Objects.requireNonNull(PatternPrefix.of(
                new Step[] {new Steady((event, out) -> header(resource, event, out)), SEVERITY, thread}));
    }

    /** A step whose output depends on logger, level and thread alone. */
    private record Steady(Step step) implements Step {
        @Override
        public boolean isSteady() {
            return true;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            step.write(event, out);
        }
    }

    private static byte[] severity(int number, String text) {
        byte[] name = text.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[4 + name.length];
        all[0] = 0x10;
        all[1] = (byte) number;
        all[2] = 0x1A;
        all[3] = (byte) name.length;
        System.arraycopy(name, 0, all, 4, name.length);
        return all;
    }

    private static void header(long resource, Event event, TextBuffer out) {
        int start = out.length();
        out.appendSpaces(NAME_AT + 1);
        byte[] bytes = out.array();
        bytes[start] = VERSION;
        Wire.putFixed64(bytes, start + RESOURCE_AT, resource);
        int name = out.length();
        out.append(event.loggerName(), ControlCharacters.KEPT);
        out.shorten(name, name + LONGEST_NAME);
        Wire.endLength(name - 1, out);
    }

    private static Step thread() {
        Step name = new ThreadStep(ControlCharacters.KEPT, false);
        return (event, out) -> {
            int start = out.length();
            out.append(Attributes.THREAD_NAME);
            int text = out.length();
            name.write(event, out);
            if (out.length() == text) {
                out.truncate(start);
                return;
            }
            out.shorten(text, text + LONGEST_THREAD);
            Wire.endLength(text - 1, out);
            Wire.endLength(text - 3, out);
            Wire.endLength(start + 1, out);
        };
    }

    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line) {
        RecordWriter writer;
        if (event.scratch() instanceof RecordWriter known) {
            writer = known;
        } else {
            writer = new RecordWriter();
            event.scratch(writer);
        }
        writer.write(event, message, arguments, head, options, line);
    }
}
