package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Abbreviation;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Trace;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes the event's throwable in the form of logstash-logback-encoder's {@code ShortenedThrowableConverter}: frames and text up to a
 * limit, and the number of omitted frames. Thread-safe.
 */
public final class ShortenedThrowableStep implements IndependentStep {
    private static final String ELLIPSIS = "...";

    /** The number of first frames that are written even if excluded. */
    private static final int ALWAYS = 1;

    /** The fewest excluded frames in a row that are replaced by a count: the count takes a line itself. */
    private static final int WORTH_COUNTING = 2;

    private final Shortening shortening;
    private final int maximumLength;
    private final String newLine;
    private final FrameFilter filter;

    /**
     * How a stack trace is shortened.
     *
     * @param depth the most frames of each throwable; not positive: all
     * @param length the most characters of the whole text; not positive: all
     * @param classNameLength the length to shorten class names to; 0: without packages; negative: unchanged
     * @param excluded patterns; two or more frames in a row whose {@code class.method} contains a match are left out
     * @param last patterns of the last frame that is written of a throwable
     * @param rootFirst whether the innermost cause comes first
     * @param commonOmitted whether frames are left out that the enclosing throwable has, too
     * @param hashed whether a hash of the stack precedes each throwable of the chain of causes
     * @param newLine the line end
     */
    public record Shortening(
            int depth,
            int length,
            int classNameLength,
            List<Pattern> excluded,
            List<Pattern> last,
            boolean rootFirst,
            boolean commonOmitted,
            boolean hashed,
            String newLine) {}

    public ShortenedThrowableStep(Shortening shortening) {
        this.shortening = shortening;
        this.maximumLength = shortening.length() > 0 ? shortening.length() : Integer.MAX_VALUE;
        this.newLine = shortening.newLine();
        List<Pattern> excluded = shortening.excluded();
        this.filter = new FrameFilter(excluded, shortening.hashed() && excluded.isEmpty());
    }

    @Override
    public void write(Event event, TextBuffer out) {
        Throwable thrown = event.thrown();
        if (thrown != null) {
            out.append(text(Trace.of(thrown, event.texts())), ControlCharacters.KEPT);
        }
    }

    /** The limit counts characters before escaping, so the text is built before it is written. */
    private String text(Trace trace) {
        StringBuilder text = new StringBuilder();
        if (shortening.rootFirst()) {
            rootFirst(trace, "", 1, shortening.hashed(), text);
        } else {
            rootLast(trace, "", 1, shortening.hashed(), text);
        }
        if (text.length() > maximumLength) {
            text.setLength(Math.max(0, maximumLength - ELLIPSIS.length() - newLine.length()));
            text.append(ELLIPSIS).append(newLine);
        }
        return text.toString();
    }

    private void rootLast(Trace first, String label, int indent, boolean hashed, StringBuilder text) {
        String caption = label;
        for (Trace trace = first; trace != null && text.length() <= maximumLength; trace = trace.cause()) {
            throwable(trace, caption, indent, hashed, text);
            for (Trace suppressed : trace.suppressed()) {
                rootLast(suppressed, "Suppressed: ", indent + 1, false, text);
            }
            caption = "Caused by: ";
        }
    }

    private void rootFirst(Trace trace, String label, int indent, boolean hashed, StringBuilder text) {
        if (text.length() > maximumLength) {
            return;
        }
        Trace cause = trace.cause();
        if (cause != null) {
            rootFirst(cause, label, indent, hashed, text);
        }
        throwable(trace, cause == null ? label : "Wrapped by: ", indent, hashed, text);
        for (Trace suppressed : trace.suppressed()) {
            rootFirst(suppressed, "Suppressed: ", indent + 1, false, text);
        }
    }

    private void throwable(Trace trace, String caption, int indent, boolean hashed, StringBuilder text) {
        indent(indent - 1, text).append(caption);
        if (hashed) {
            text.append("<#").append(filter.hash(trace)).append("> ");
        }
        text.append(Abbreviation.abbreviate(trace.className(), shortening.classNameLength()))
                .append(": ")
                .append(trace.message())
                .append(newLine);
        frames(trace, indent, text);
    }

    private void frames(Trace trace, int indent, StringBuilder text) {
        StackTraceElement[] frames = trace.frames();
        int common = shortening.commonOmitted() ? trace.framesInCommon() : 0;
        int most = shortening.depth() > 0 ? shortening.depth() : Integer.MAX_VALUE;
        int end = frames.length - common;
        int written = 0;
        int excluded = 0;
        int next = 0;
        boolean ended = false;
        while (next < end && !ended && written < most) {
            StackTraceElement frame = frames[next];
            ended = FrameFilter.isAny(shortening.last(), frame);
            if (next >= ALWAYS && filter.leavesOut(frame)) {
                excluded++;
                next += ended ? 0 : 1;
                continue;
            }
            if (excluded >= WORTH_COUNTING) {
                count(excluded, "frames excluded", indent, text);
            } else if (excluded == 1) {
                frame(frames[next - 1], indent, text);
                written++;
            }
            excluded = 0;
            if (written < most) {
                frame(frame, indent, text);
                written++;
                next += ended ? 0 : 1;
            }
        }
        if (next < end) {
            if (excluded > 0) {
                // The last frame is shown even if excluded.
                count(--excluded, "frames excluded", indent, text);
                frame(frames[next], indent, text);
                written++;
            }
            String what = common > 0 ? "frames truncated (including " + common + " common frames)" : "frames truncated";
            count(frames.length - written - excluded, what, indent, text);
            return;
        }
        if (excluded > 0) {
            count(excluded, "frames excluded", indent, text);
        }
        if (common > 0) {
            count(common, "common frames omitted", indent, text);
        }
    }

    private void count(int frames, String what, int indent, StringBuilder text) {
        indent(indent, text)
                .append(ELLIPSIS)
                .append(' ')
                .append(frames)
                .append(' ')
                .append(what)
                .append(newLine);
    }

    private void frame(StackTraceElement frame, int indent, StringBuilder text) {
        if (text.length() > maximumLength) {
            return;
        }
        @Nullable String file = frame.getFileName();
        indent(indent, text)
                .append("at ")
                .append(Abbreviation.abbreviate(frame.getClassName(), shortening.classNameLength()))
                .append('.')
                .append(frame.getMethodName())
                .append('(')
                .append(file == null ? "Unknown Source" : file);
        if (frame.getLineNumber() >= 0) {
            text.append(':').append(frame.getLineNumber());
        }
        text.append(')').append(newLine);
    }

    private static StringBuilder indent(int tabs, StringBuilder text) {
        for (int i = 0; i < tabs; i++) {
            text.append('\t');
        }
        return text;
    }
}
