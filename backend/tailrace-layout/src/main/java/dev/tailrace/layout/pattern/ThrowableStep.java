package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.FrameTextCache;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Trace;
import java.util.List;
import java.util.Set;

/** Writes the event's throwable with its stack, causes and suppressed throwables, in Logback's form. */
public final class ThrowableStep implements IndependentStep {
    /** The step that is appended to a pattern without a word for throwables. */
    public static final ThrowableStep FULL = new ThrowableStep(Integer.MAX_VALUE, List.of(), false);

    private static final String NEW_LINE = System.lineSeparator();
    private static final Set<String> WORDS =
            Set.of("ex exception throwable xEx xException xThrowable rEx rootException nopex nopexception wex wEx"
                    .split(" ", -1));

    private static final FrameTextCache FRAMES = new FrameTextCache();

    private final int maximumFrames;
    private final List<String> ignored;
    private final boolean rootFirst;

    /**
     * Frames whose text contains one of {@code ignored} are counted, not written. {@code rootFirst}: the innermost cause comes
     * first.
     */
    public ThrowableStep(int maximumFrames, List<String> ignored, boolean rootFirst) {
        this.maximumFrames = maximumFrames;
        this.ignored = ignored;
        this.rootFirst = rootFirst;
    }

    /** Whether the word is one for throwables. */
    static boolean isWord(String word) {
        return WORDS.contains(word);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        Throwable thrown = event.thrown();
        if (thrown == null) {
            return;
        }
        Trace trace = Trace.of(thrown, event.texts());
        if (rootFirst) {
            writeRootFirst(trace, "", 1, out);
        } else {
            write(trace, "", 1, out);
        }
    }

    private void write(Trace first, String label, int indent, TextBuffer out) {
        String prefix = label;
        for (Trace trace = first; trace != null; trace = trace.cause()) {
            indent(indent - 1, out);
            writeHeadline(trace, out.append(prefix));
            writeFrames(trace, indent, out);
            for (Trace suppressed : trace.suppressed()) {
                write(suppressed, "Suppressed: ", indent + 1, out);
            }
            prefix = "Caused by: ";
        }
    }

    private void writeRootFirst(Trace trace, String label, int indent, TextBuffer out) {
        Trace cause = trace.cause();
        if (cause != null) {
            writeRootFirst(cause, label, indent, out);
        }
        indent(indent - 1, out);
        writeHeadline(trace, out.append(cause == null ? label : "Wrapped by: "));
        writeFrames(trace, indent, out);
        for (Trace suppressed : trace.suppressed()) {
            writeRootFirst(suppressed, "Suppressed: ", indent + 1, out);
        }
    }

    private static void writeHeadline(Trace trace, TextBuffer out) {
        if (trace.circular()) {
            out.append("[CIRCULAR REFERENCE: ")
                    .append(trace.headline(), ControlCharacters.ESCAPED_EXCEPT_LINES)
                    .append(']');
        } else {
            out.append(trace.headline(), ControlCharacters.ESCAPED_EXCEPT_LINES);
        }
        out.append(NEW_LINE);
    }

    private void writeFrames(Trace trace, int indent, TextBuffer out) {
        StackTraceElement[] frames = trace.frames();
        boolean all = maximumFrames > frames.length;
        int end = all ? frames.length - trace.framesInCommon() : maximumFrames;
        int skipped = 0;
        for (int i = 0; i < end; i++) {
            if (!ignored.isEmpty() && isIgnored(String.valueOf(frames[i]))) {
                skipped++;
                end = end < frames.length ? end + 1 : end;
                continue;
            }
            indent(indent, out);
            out.append("at ");
            FRAMES.write(frames[i], out);
            writeSkipped(skipped, out);
            skipped = 0;
            out.append(NEW_LINE);
        }
        if (skipped > 0) {
            writeSkipped(skipped, out);
            out.append(NEW_LINE);
        }
        if (all && trace.framesInCommon() > 0) {
            indent(indent, out);
            out.append("... ")
                    .append(trace.framesInCommon())
                    .append(" common frames omitted")
                    .append(NEW_LINE);
        }
    }

    private static void writeSkipped(int count, TextBuffer out) {
        if (count > 0) {
            out.append(" [").append(count).append(" skipped]");
        }
    }

    private boolean isIgnored(String frame) {
        for (String part : ignored) {
            if (("at " + frame).contains(part)) {
                return true;
            }
        }
        return false;
    }

    private static void indent(int tabs, TextBuffer out) {
        for (int i = 0; i < tabs; i++) {
            out.append('\t');
        }
    }
}
