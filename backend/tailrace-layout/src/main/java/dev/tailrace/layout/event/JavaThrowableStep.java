package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/** Writes the event's throwable with its stack, causes and suppressed throwables, as {@link Throwable#printStackTrace()} does. */
public final class JavaThrowableStep implements IndependentStep {
    private static final String NEW_LINE = System.lineSeparator();
    private static final FrameTextCache FRAMES = new FrameTextCache();

    @Override
    public void write(Event event, TextBuffer out) {
        Throwable thrown = event.thrown();
        if (thrown != null) {
            write(Trace.of(thrown, event.texts()), "", "", out);
        }
    }

    private static void write(Trace trace, String prefix, String caption, TextBuffer out) {
        out.append(prefix).append(caption);
        if (trace.circular()) {
            out.append("[CIRCULAR REFERENCE: ")
                    .append(trace.headline(), ControlCharacters.KEPT)
                    .append(']')
                    .append(NEW_LINE);
            return;
        }
        out.append(trace.headline(), ControlCharacters.KEPT).append(NEW_LINE);
        StackTraceElement[] frames = trace.frames();
        for (int i = 0; i < frames.length - trace.framesInCommon(); i++) {
            out.append(prefix).append("\tat ");
            FRAMES.write(frames[i], out);
            out.append(NEW_LINE);
        }
        if (trace.framesInCommon() > 0) {
            out.append(prefix)
                    .append("\t... ")
                    .append(trace.framesInCommon())
                    .append(" more")
                    .append(NEW_LINE);
        }
        for (Trace suppressed : trace.suppressed()) {
            write(suppressed, prefix + '\t', "Suppressed: ", out);
        }
        Trace cause = trace.cause();
        if (cause != null) {
            write(cause, prefix, "Caused by: ", out);
        }
    }
}
