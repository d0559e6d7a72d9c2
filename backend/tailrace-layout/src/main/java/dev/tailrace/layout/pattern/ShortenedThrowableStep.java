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
 * limit, and how many frames were left out. Thread-safe.
 */
public final class ShortenedThrowableStep implements IndependentStep {
    private static final String ELLIPSIS = "...";

    /** Frames that are always written, whatever is excluded. */
    private static final int ALWAYS = 1;

    /** So many frames in a row have to be excluded for a line that counts them: it would be as long as one of them. */
    private static final int WORTH_COUNTING = 2;

    private final Shortening shortening;
    private final int maximumLength;
    private final String newLine;
    private final FrameFilter filter;

    /**
     * How a stack trace is shortened.
     *
     * @param depth frames of each throwable; not positive: all
     * @param length characters of the whole; not positive: all
     * @param classNameLength what the names of classes are shortened to; 0: without their packages; negative: as they are
     * @param excluded frames that are left out where two or more of them follow each other, by what {@code class.method} has in it
     * @param last frames behind which those of a throwable end, found in the same way
     * @param rootFirst whether the innermost cause comes first
     * @param commonOmitted whether frames that the throwable around has, too, are left out
     * @param hashed whether each throwable of the chain of causes begins with a number that is the same for the same stack
     * @param newLine what ends a line
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
            out.append(text(Trace.of(thrown)), ControlCharacters.KEPT);
        }
    }

    /** A limit in characters of text that isn't escaped yet: so it is made before it is written. */
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
                // The last one is shown, though it is excluded.
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
