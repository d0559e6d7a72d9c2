package dev.tailrace.layout.trace;

import org.jspecify.annotations.Nullable;

/**
 * The trace that one log call belongs to. The source is read in the calling thread, at the first use and once per event, so that all
 * layouts see the same ids. Allocates nothing itself; the source may. Not thread-safe; each event has one.
 */
public final class TraceContext {
    /** The number of bytes that {@link #copyTo} writes: 16 for the trace id, 8 for the span id, 1 for the flags. */
    public static final int BYTES = 25;

    private boolean asked;
    private @Nullable Object span;

    /** Creates a context without a trace. */
    public TraceContext() {}

    /**
     * Whether the source adds its ids to the whole diagnostic context, as OpenTelemetry's Java agent does with Logback's and Log4j's. Ids
     * of other sources are only written where a layout names them.
     */
    public static boolean isInContext() {
        return TraceSource.KIND == TraceSource.Kind.AGENT;
    }

    /** Chooses the source, if not yet done, so that the first log call doesn't have to. */
    public static void prepare() {
        TraceSource.prepare();
    }

    /** Whether the call was made within a span. */
    public boolean isPresent() {
        return span() != null;
    }

    /** A field as hexadecimal digits in lower case; null outside a span. */
    public @Nullable String get(TraceField field) {
        Object current = span();
        return current == null ? null : TraceSource.get(field, current);
    }

    /**
     * Writes trace id, span id and flags as {@link #BYTES} bytes.
     *
     * @return false outside a span, or if the ids don't have their standard length; nothing is written then
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
            // Compares first, because storing a reference in an old object costs a fence under G1.
            if (current != null) {
                span = current;
            }
        }
        return span;
    }

    /** Leaves the trace empty, for an event that another thread logged: its trace is unknown in this thread. */
    public void leaveOut() {
        asked = true;
        span = null;
    }

    /** Clears the trace of the call. */
    public void clear() {
        if (asked) {
            asked = false;
            span = null;
        }
    }
}
