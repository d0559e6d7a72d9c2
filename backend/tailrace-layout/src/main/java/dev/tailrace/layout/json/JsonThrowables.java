package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.JavaThrowableStep;
import dev.tailrace.layout.event.JsonStringStep;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.Trace;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes parts of a throwable as JSON values. The values are absent for events without a throwable. */
final class JsonThrowables {
    /** Causes deeper than this are left out of nested objects. */
    private static final int DEEPEST = 20;

    private JsonThrowables() {}

    static boolean isThrown(Event event) {
        return event.thrown() != null;
    }

    static boolean hasMessage(Event event, boolean ofRoot) {
        Throwable thrown = event.thrown();
        return thrown != null && message(ofRoot ? root(thrown) : thrown, event) != null;
    }

    /** The class of the throwable or of its root cause, as a string. */
    static IndependentStep className(boolean ofRoot, boolean simple) {
        return (event, out) -> {
            Throwable thrown = ofRoot ? root(event.thrown()) : event.thrown();
            if (thrown == null) {
                out.appendNull();
            } else {
                JsonText.string(
                        simple
                                ? thrown.getClass().getSimpleName()
                                : thrown.getClass().getName(),
                        out);
            }
        };
    }

    /** The class as source text has it, as a string; {@code null} for an anonymous one. */
    static IndependentStep canonicalName(boolean ofRoot) {
        return (event, out) -> {
            Throwable thrown = ofRoot ? root(event.thrown()) : event.thrown();
            String name = thrown == null ? null : thrown.getClass().getCanonicalName();
            if (name == null) {
                out.appendNull();
            } else {
                JsonText.string(name, out);
            }
        };
    }

    /** The message, as a string or {@code null}. */
    static IndependentStep message(boolean ofRoot) {
        return (event, out) -> {
            String message = message(ofRoot ? root(event.thrown()) : event.thrown(), event);
            if (message == null) {
                out.appendNull();
            } else {
                JsonText.string(message, out);
            }
        };
    }

    /** The throwable's {@code toString()}, as a string or {@code null}. */
    static final IndependentStep HEADLINE = (event, out) -> {
        Throwable thrown = event.thrown();
        if (thrown == null) {
            out.appendNull();
        } else {
            JsonText.string(Trace.headline(thrown, event.texts()), out);
        }
    };

    private static @Nullable String message(@Nullable Throwable thrown, Event event) {
        try {
            return thrown == null ? null : event.texts().message(thrown);
        } catch (Throwable e) {
            return "[FAILED getMessage()]";
        }
    }

    static @Nullable Throwable root(@Nullable Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable root = thrown;
        try {
            while (root != null && seen.add(root) && root.getCause() != null) {
                root = root.getCause();
            }
        } catch (Throwable e) {
            // An overridden accessor failed: the last cause that could be read is the root.
            return root;
        }
        return root;
    }

    /** The stack trace as text, as a string. */
    static Step text(Step trace, boolean ofRoot) {
        return ofRoot ? new OfRoot(trace) : quoted(trace);
    }

    private static Step quoted(Step trace) {
        JsonStringStep string = new JsonStringStep(trace);
        return (IndependentStep) (event, out) -> {
            out.append('"');
            string.write(event, out);
            out.append('"');
        };
    }

    /** Runs a step that writes the throwable on its root cause. */
    private record OfRoot(Step trace) implements IndependentStep {
        @Override
        public void write(Event event, TextBuffer out) {
            Throwable given = event.throwable();
            event.throwable(root(event.thrown()));
            try {
                quoted(trace).write(event, out);
            } finally {
                event.throwable(given);
            }
        }
    }

    /** The lines of the stack trace as an array of strings. */
    static IndependentStep lines(Step trace) {
        return (event, out) -> {
            TextBuffer text = new TextBuffer(1_024, out.maximumLength());
            text.beginJson();
            trace.write(event, text);
            String whole = new String(text.array(), 0, text.length(), StandardCharsets.UTF_8);
            out.append('[');
            whole.lines().forEach(line -> {
                JsonText.string(line, out);
                out.append(',');
            });
            JsonText.close(out, ']');
        };
    }

    /** The frames as an array of objects. */
    static IndependentStep frames(boolean ofRoot) {
        return (event, out) -> {
            Throwable thrown = ofRoot ? root(event.thrown()) : event.thrown();
            StackTraceElement[] frames = thrown == null ? new StackTraceElement[0] : Trace.framesOf(thrown);
            frames(frames, frames.length, out);
        };
    }

    private static void frames(StackTraceElement[] frames, int count, TextBuffer out) {
        out.append('[');
        for (int i = 0; i < count; i++) {
            StackTraceElement frame = frames[i];
            out.append("{\"class\":");
            nameOrNull(frame.getClassName(), out);
            out.append(",\"method\":");
            nameOrNull(frame.getMethodName(), out);
            if (frame.getFileName() != null) {
                out.append(",\"file\":");
                JsonText.string(frame.getFileName(), out);
            }
            out.append(",\"line\":").append(frame.getLineNumber()).append('}').append(',');
        }
        JsonText.close(out, ']');
    }

    private static void nameOrNull(@Nullable String name, TextBuffer out) {
        if (name == null) {
            out.appendNull();
        } else {
            JsonText.string(name, out);
        }
    }

    /** The throwable as nested objects, in the form of Logback's own JSON encoder; {@code null} without a throwable. */
    static final IndependentStep LOGBACK = (event, out) -> {
        Throwable thrown = event.thrown();
        if (thrown == null) {
            out.appendNull();
        } else {
            logback(Trace.of(thrown, event.texts()), 0, out);
        }
    };

    private static void logback(Trace trace, int depth, TextBuffer out) {
        out.append("{\"className\":");
        JsonText.string(trace.className(), out);
        out.append(",\"message\":");
        // A missing message becomes the string "null".
        JsonText.string(String.valueOf(trace.message()), out);
        if (trace.circular()) {
            out.append(",\"cyclic\":\"true\"");
        }
        out.append(",\"stepArray\":[");
        StackTraceElement[] frames = trace.frames();
        int common = trace.framesInCommon() >= frames.length ? 0 : trace.framesInCommon();
        for (int i = 0; i < frames.length - common; i++) {
            StackTraceElement frame = frames[i];
            out.append("{\"className\":");
            JsonText.string(String.valueOf(frame.getClassName()), out);
            out.append(",\"methodName\":");
            JsonText.string(String.valueOf(frame.getMethodName()), out);
            out.append(",\"fileName\":");
            JsonText.string(String.valueOf(frame.getFileName()), out);
            out.append(",\"lineNumber\":")
                    .append(frame.getLineNumber())
                    .append('}')
                    .append(',');
        }
        JsonText.close(out, ']');
        if (trace.framesInCommon() != 0) {
            out.append(",\"commonFramesCount\":").append(trace.framesInCommon());
        }
        Trace cause = trace.cause();
        if (cause != null && depth < DEEPEST) {
            out.append(",\"cause\":");
            logback(cause, depth + 1, out);
        }
        if (trace.suppressed().length > 0 && depth < DEEPEST) {
            out.append(",\"suppressed\":[");
            for (Trace suppressed : trace.suppressed()) {
                logback(suppressed, depth + 1, out);
                out.append(',');
            }
            JsonText.close(out, ']');
        }
        out.append('}');
    }

    /**
     * The throwable as nested objects, in the form of Log4j's JsonLayout, without its information about jars.
     *
     * @param stackTrace {@code frames}, {@code text} or {@code none}
     */
    static IndependentStep log4j(String stackTrace) {
        return (event, out) -> {
            Throwable thrown = event.thrown();
            if (thrown == null) {
                out.appendNull();
            } else {
                log4j(Trace.of(thrown, event.texts()), stackTrace, event, 0, out);
            }
        };
    }

    private static void log4j(Trace trace, String stackTrace, Event event, int depth, TextBuffer out) {
        out.append("{\"commonElementCount\":").append(trace.framesInCommon());
        String message = trace.message();
        if (message != null) {
            out.append(",\"localizedMessage\":");
            JsonText.string(message, out);
            out.append(",\"message\":");
            JsonText.string(message, out);
        }
        out.append(",\"name\":");
        JsonText.string(trace.className(), out);
        Trace cause = trace.cause();
        if (cause != null && depth < DEEPEST) {
            out.append(",\"cause\":");
            log4j(cause, stackTrace, event, depth + 1, out);
        }
        StackTraceElement[] frames = trace.frames();
        if (stackTrace.equals("text")) {
            if (depth == 0) {
                out.append(",\"extendedStackTrace\":");
                quoted(new JavaThrowableStep()).write(event, out);
            }
        } else if (stackTrace.equals("frames") && frames.length > trace.framesInCommon()) {
            out.append(",\"extendedStackTrace\":");
            frames(frames, frames.length - trace.framesInCommon(), out);
        }
        if (trace.suppressed().length > 0 && depth < DEEPEST) {
            out.append(",\"suppressed\":[");
            for (Trace suppressed : trace.suppressed()) {
                log4j(suppressed, stackTrace, event, depth + 1, out);
                out.append(',');
            }
            JsonText.close(out, ']');
        }
        out.append('}');
    }
}
