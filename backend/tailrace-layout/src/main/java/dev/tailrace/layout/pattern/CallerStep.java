package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Abbreviation;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes the place of the log call. It walks the stack, which is slow and allocates. */
public final class CallerStep {
    public static final Step METHOD = (event, out) -> {
        StackTraceElement caller = event.caller();
        text(caller == null ? null : caller.getMethodName(), out);
    };
    public static final Step FILE = (event, out) -> {
        StackTraceElement caller = event.caller();
        if (caller != null && caller.getFileName() == null) {
            out.appendNull();
        } else {
            text(caller == null ? null : caller.getFileName(), out);
        }
    };
    public static final Step LINE = (event, out) -> {
        StackTraceElement caller = event.caller();
        if (caller == null) {
            out.append('?');
        } else {
            out.append(caller.getLineNumber());
        }
    };

    /** The complete location, in the form of a stack trace. */
    public static final Step WHOLE = (event, out) -> {
        StackTraceElement caller = event.caller();
        text(caller == null ? null : caller.toString(), out);
    };

    private CallerStep() {}

    private static void text(@Nullable String text, TextBuffer out) {
        if (text == null) {
            out.append('?');
        } else {
            out.append(text, ControlCharacters.ESCAPED);
        }
    }

    /** The caller's class, abbreviated. */
    public static final class ClassName implements Step {
        private final UnaryOperator<String> shortening;

        public ClassName(int length) {
            this(name -> Abbreviation.abbreviate(name, length));
        }

        public ClassName(UnaryOperator<String> shortening) {
            this.shortening = shortening;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            StackTraceElement caller = event.caller();
            text(caller == null ? null : shortening.apply(caller.getClassName()), out);
        }
    }

    /** The caller and its callers, a line each, from index {@code start} (0 is the caller) to {@code end}, exclusive. */
    static final class Stack implements Step {
        private static final String NEW_LINE = System.lineSeparator();
        private final int start;
        private final int end;

        Stack(int start, int end) {
            this.start = start;
            this.end = end;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int count = event.callers(end);
            if (count <= start) {
                out.append("?#?:?").append(NEW_LINE);
                return;
            }
            for (int i = start; i < count; i++) {
                out.append("Caller+").append(i).append("\t at ");
                out.append(event.caller(i).toString(), ControlCharacters.ESCAPED)
                        .append(NEW_LINE);
            }
        }
    }
}
