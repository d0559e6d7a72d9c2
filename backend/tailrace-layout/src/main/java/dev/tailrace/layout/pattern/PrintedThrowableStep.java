package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.FrameTextCache;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Trace;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the event's throwable as Spring Boot's stack trace printer does. It allocates, as a throwable's accessors do. */
public final class PrintedThrowableStep implements IndependentStep {
    private static final String NEW_LINE = System.lineSeparator();
    private static final String DOTS = "...";
    private static final int FACTOR = 31;
    private static final FrameTextCache FRAMES = new FrameTextCache();

    private final boolean rootFirst;
    private final int maxLength;
    private final int maxDepth;
    private final boolean commonFrames;
    private final boolean hashes;

    /**
     * Creates a step for a form of stack trace.
     *
     * @param maxLength the longest text in UTF-16 units, including the dots at its end
     * @param maxDepth the most frames of each throwable
     * @param commonFrames whether frames are written that the enclosing throwable has, too
     * @param hashes whether a hash of classes and frames precedes each throwable
     */
    public PrintedThrowableStep(boolean rootFirst, int maxLength, int maxDepth, boolean commonFrames, boolean hashes) {
        this.rootFirst = rootFirst;
        this.maxLength = maxLength;
        this.maxDepth = maxDepth;
        this.commonFrames = commonFrames;
        this.hashes = hashes;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        Throwable thrown = event.thrown();
        if (thrown != null) {
            new Page(out, event.texts()).whole(thrown, null, "", "");
        }
    }

    /** A stack trace that is being written. */
    private final class Page {
        private final TextBuffer out;
        private final ObjectTexts texts;
        private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private int left = maxLength - DOTS.length();
        private int lineStart;

        Page(TextBuffer out, ObjectTexts texts) {
            this.out = out;
            this.texts = texts;
        }

        void whole(Throwable thrown, StackTraceElement @Nullable [] enclosing, String indent, String caption) {
            if (!seen.add(thrown)) {
                if (begin(indent)) {
                    out.append(caption).append("[CIRCULAR REFERENCE: ");
                    hash(thrown);
                    out.append(Trace.headline(thrown, texts), ControlCharacters.KEPT)
                            .append(']');
                    end();
                }
                return;
            }
            Throwable cause = cause(thrown);
            StackTraceElement[] frames = Trace.framesOf(thrown);
            if (cause == null) {
                single(thrown, frames, enclosing, indent, caption);
            } else if (rootFirst) {
                whole(cause, frames, indent, caption);
                single(thrown, frames, enclosing, indent, "Wrapped by: ");
            } else {
                single(thrown, frames, enclosing, indent, caption);
                whole(cause, frames, indent, "Caused by: ");
            }
        }

        private void single(
                Throwable thrown,
                StackTraceElement[] frames,
                StackTraceElement @Nullable [] enclosing,
                String indent,
                String caption) {
            if (begin(indent)) {
                out.append(caption);
                hash(thrown);
                out.append(Trace.headline(thrown, texts), ControlCharacters.KEPT);
                end();
            }
            frames(frames, enclosing == null || commonFrames ? 0 : Trace.countEqualFromEnd(frames, enclosing), indent);
            for (Throwable suppressed : Trace.suppressedOf(thrown)) {
                whole(suppressed, frames, indent + "\t", "Suppressed: ");
            }
        }

        private void frames(StackTraceElement[] frames, int common, String indent) {
            int own = frames.length - common;
            int written = Math.min(own, maxDepth);
            for (int i = 0; i < written; i++) {
                if (begin(indent)) {
                    out.append("\tat ");
                    FRAMES.write(frames[i], out);
                    end();
                }
            }
            omitted(own - written, " filtered", indent);
            omitted(common, " more", indent);
        }

        private void omitted(int count, String what, String indent) {
            if (count > 0 && begin(indent)) {
                out.append("\t... ").append(count).append(what);
                end();
            }
        }

        private void hash(Throwable thrown) {
            if (hashes) {
                out.append(String.format(
                        "<#%08x> ",
                        PrintedThrowableStep.hash(thrown, Collections.newSetFromMap(new IdentityHashMap<>()))));
            }
        }

        /** Begins a line; false when there is no room for it. */
        private boolean begin(String indent) {
            if (left <= 0) {
                return false;
            }
            lineStart = out.length();
            out.append(indent);
            return true;
        }

        private void end() {
            out.append(NEW_LINE);
            if (maxLength == Integer.MAX_VALUE || out.cutBytes() != 0) {
                return;
            }
            int length = out.charactersFrom(lineStart);
            if (length > left) {
                out.keepFirst(lineStart, left);
                out.append(DOTS);
                length = left + DOTS.length();
            }
            left -= length;
        }
    }

    private static int hash(Throwable thrown, Set<Throwable> seen) {
        Throwable cause = cause(thrown);
        int hash = cause != null && seen.add(cause) ? hash(cause, seen) : 0;
        hash = FACTOR * hash + thrown.getClass().getName().hashCode();
        for (StackTraceElement frame : Trace.framesOf(thrown)) {
            int own = FACTOR * (FACTOR + frame.getClassName().hashCode())
                    + frame.getMethodName().hashCode();
            hash = FACTOR * hash + FACTOR * own + frame.getLineNumber();
        }
        return hash;
    }

    private static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable e) {
            // An overridden accessor failed: the known parts are shown.
            return null;
        }
    }
}
