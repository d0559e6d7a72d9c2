package dev.tailrace.layout.trace;

import org.jspecify.annotations.Nullable;

/**
 * The trace that one log call belongs to. The source is read in the calling thread, at the first use and once per event, so that all
 * layouts see the same ids. Allocates nothing itself; the source may. Not thread-safe; each event has one.
 */
public final class TraceContext {
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
