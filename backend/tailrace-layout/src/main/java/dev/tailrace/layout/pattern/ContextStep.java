package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ContextEntries;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.trace.TraceContext;
import dev.tailrace.layout.trace.TraceField;
import org.jspecify.annotations.Nullable;

/** Writes from the diagnostic context (MDC). */
public final class ContextStep {
    private ContextStep() {}

    /** The value of one key. */
    public static final class One implements IndependentStep {
        private final String key;
        private final String otherwise;
        private final @Nullable TraceField field;

        public One(String key, String otherwise) {
            this.key = key;
            this.otherwise = otherwise;
            this.field = TraceField.of(key);
            if (field != null) {
                TraceContext.prepare();
            }
        }

        @Override
        public void write(Event event, TextBuffer out) {
            String value = event.contextValue(key, field);
            if (value == null) {
                out.append(otherwise);
            } else {
                out.append(value, ControlCharacters.ESCAPED);
            }
        }
    }

    /** All entries as {@code k1=v1, k2=v2}. */
    public static final class All implements IndependentStep, ContextEntries.Reader {
        @Override
        public void write(Event event, TextBuffer out) {
            event.eachInContext(this, out);
        }

        @Override
        public void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out) {
            if (index > 0) {
                out.append(',').append(' ');
            }
            append(out, key);
            out.append('=');
            append(out, value);
        }

        private static void append(TextBuffer out, @Nullable String text) {
            if (text == null) {
                out.appendNull();
            } else {
                out.append(text, ControlCharacters.ESCAPED);
            }
        }
    }
}
