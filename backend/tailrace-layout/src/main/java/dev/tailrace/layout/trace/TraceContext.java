package dev.tailrace.layout.trace;

import org.jspecify.annotations.Nullable;

/**
 * The trace that one log call belongs to. The source is asked when something first wants to know, in the calling thread, and once for
 * the event: all layouts of it see the same ids. Allocates nothing, as far as the source doesn't. Not thread-safe; each event has one.
 */
public final class TraceContext {
    /** How many bytes {@link #copyTo} writes: 16 of the trace's id, 8 of the span's, one of flags. */
    public static final int BYTES = 25;

    private boolean asked;
    private @Nullable Object span;

    /** Belongs to no trace yet. */
    public TraceContext() {}

    /**
     * Whether the source adds its ids to the whole diagnostic context, as OpenTelemetry's Java agent does with Logback's and Log4j's.
     * From other sources a layout gets what it names.
     */
    public static boolean isInContext() {
        return TraceSource.KIND == TraceSource.Kind.AGENT;
    }

    /** Chooses the source, unless that was done, so that the first log call doesn't need to. */
    public static void prepare() {
        TraceSource.prepare();
    }

    /** Whether the call was made within a span. */
    public boolean isPresent() {
        return span() != null;
    }

    /** As hexadecimal digits in lower case; null outside of a span. */
    public @Nullable String get(TraceField field) {
        Object current = span();
        return current == null ? null : TraceSource.get(field, current);
    }

    /**
     * Writes the ids as bytes: those of the trace, of the span, and the flags.
     *
     * @return false outside of a span, or if the ids don't have their usual length; nothing is written then
     */
    public boolean copyTo(byte[] to, int at) {
        Object current = span();
        if (current == null) {
            return false;
        }
        String trace = TraceSource.get(TraceField.TRACE_ID, current);
        String own = TraceSource.get(TraceField.SPAN_ID, current);
        String flags = TraceSource.get(TraceField.FLAGS, current);
        if (!isHex(trace, 32) || !isHex(own, 16)) {
            return false;
        }
        copy(trace, to, at);
        copy(own, to, at + 16);
        if (isHex(flags, 2)) {
            copy(flags, to, at + 24);
        } else {
            to[at + 24] = 0;
        }
        return true;
    }

    private static boolean isHex(@Nullable String text, int length) {
        if (text == null || text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static void copy(@Nullable String hex, byte[] to, int at) {
        for (int i = 0; hex != null && i < hex.length(); i += 2) {
            to[at + i / 2] = (byte) (Character.digit(hex.charAt(i), 16) << 4 | Character.digit(hex.charAt(i + 1), 16));
        }
    }

    private @Nullable Object span() {
        if (!asked) {
            asked = true;
            Object current = TraceSource.current();
            // Storing a reference in an old object costs a fence under G1, so it isn't done for nothing.
            if (current != null) {
                span = current;
            }
        }
        return span;
    }

    /** For an event that another thread logged: its trace can't be found out here. */
    public void leaveOut() {
        asked = true;
        span = null;
    }

    /** Forgets the call. */
    public void clear() {
        if (asked) {
            asked = false;
            span = null;
        }
    }
}
