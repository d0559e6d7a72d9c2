package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.FrameTextCache;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Trace;
import java.util.List;

/** Writes the event's throwable with its stack, causes and suppressed throwables, in Log4j 2's form, which is nearly the JDK's. */
final class Log4jThrowableStep implements IndependentStep {
    private static final FrameTextCache FRAMES = new FrameTextCache();

    private final Options options;

    /**
     * How a throwable is written.
     *
     * @param lines the most lines
     * @param ignored prefixes of class names whose frames are counted, not written
     * @param rootFirst whether the innermost cause comes first
     * @param lineEnd the end of each line
     * @param onNewLine whether the text begins with a line end
     */
    record Options(int lines, List<String> ignored, boolean rootFirst, String lineEnd, boolean onNewLine) {
        Options {
            ignored = List.copyOf(ignored);
        }
    }

    Log4jThrowableStep(Options options) {
        this.options = options;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        Throwable thrown = event.thrown();
        if (thrown == null || options.lines == 0) {
            return;
        }
        if (options.onNewLine) {
            out.append(System.lineSeparator());
        }
        Trace trace = Trace.of(thrown, event.texts());
        Page page = new Page(options, out);
        if (options.rootFirst) {
            page.rootFirst(trace, "", false);
        } else {
            page.trace(trace, "", "");
        }
    }

    /** Writes lines up to the limit. Methods return false when the limit is reached. */
    private static final class Page {
        private final Options options;
        private final TextBuffer out;
        private int left;

        Page(Options options, TextBuffer out) {
            this.options = options;
            this.out = out;
            this.left = options.lines;
        }

        private boolean line() {
            return left-- > 0;
        }

        boolean trace(Trace trace, String prefix, String caption) {
            if (!line()) {
                return false;
            }
            out.append(prefix).append(caption);
            headline(trace);
            if (trace.circular()) {
                return true;
            }
            if (!frames(trace, prefix)) {
                return false;
            }
            for (Trace suppressed : trace.suppressed()) {
                if (!trace(suppressed, prefix + '\t', "Suppressed: ")) {
                    return false;
                }
            }
            Trace cause = trace.cause();
            return cause == null || trace(cause, prefix, "Caused by: ");
        }

        /** @param begun whether a caption has begun the headline's line */
        boolean rootFirst(Trace trace, String prefix, boolean begun) {
            boolean started = begun;
            Trace cause = trace.cause();
            if (cause != null) {
                if (!rootFirst(cause, prefix, started) || !line()) {
                    return false;
                }
                out.append(prefix).append("Wrapped by: ");
                started = true;
            }
            if (!started && !line()) {
                return false;
            }
            headline(trace);
            if (trace.circular()) {
                return true;
            }
            if (!frames(trace, prefix)) {
                return false;
            }
            Trace[] all = trace.suppressed();
            if (all.length > 0) {
                if (!line()) {
                    return false;
                }
                out.append(prefix).append("\tSuppressed: ");
            }
            for (int i = 0; i < all.length; i++) {
                if (!rootFirst(all[i], prefix + '\t', i == 0)) {
                    return false;
                }
            }
            return true;
        }

        private void headline(Trace trace) {
            if (trace.circular()) {
                out.append("[CIRCULAR REFERENCE: ");
            }
            out.append(trace.text(), ControlCharacters.ESCAPED_EXCEPT_LINES);
            if (trace.circular()) {
                out.append(']');
            }
            out.append(options.lineEnd);
        }

        private boolean frames(Trace trace, String prefix) {
            StackTraceElement[] frames = trace.frames();
            int skipped = 0;
            for (int i = 0; i < frames.length - trace.framesInCommon(); i++) {
                if (isIgnored(frames[i])) {
                    skipped++;
                    continue;
                }
                if (!skipped(skipped, prefix) || !line()) {
                    return false;
                }
                skipped = 0;
                out.append(prefix).append("\tat ");
                FRAMES.write(frames[i], out);
                out.append(options.lineEnd);
            }
            if (!skipped(skipped, prefix)) {
                return false;
            }
            if (trace.framesInCommon() > 0) {
                if (!line()) {
                    return false;
                }
                out.append(prefix)
                        .append("\t... ")
                        .append(trace.framesInCommon())
                        .append(" more")
                        .append(options.lineEnd);
            }
            return true;
        }

        private boolean isIgnored(StackTraceElement frame) {
            for (String beginning : options.ignored) {
                if (frame != null && frame.getClassName().startsWith(beginning)) {
                    return true;
                }
            }
            return false;
        }

        private boolean skipped(int count, String prefix) {
            if (count == 0) {
                return true;
            }
            if (!line()) {
                return false;
            }
            out.append(prefix).append("\t...");
            if (count > 1) {
                out.append(" suppressed ").append(count).append(" lines");
            }
            out.append(options.lineEnd);
            return true;
        }
    }
}
