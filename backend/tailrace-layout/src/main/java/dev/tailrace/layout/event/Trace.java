package dev.tailrace.layout.event;

import dev.tailrace.bytes.ObjectTexts;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A throwable with its causes and suppressed throwables, read once. It allocates, as a throwable's own accessors do. If a throwable's
 * methods throw, it is shown as far as it was read: a {@link LinkageError} of a class that no longer exists must not lose the line.
 */
public final class Trace {
    private static final Trace[] NONE = {};
    private static final StackTraceElement[] NO_FRAMES = {};
    private static final Throwable[] NOTHING = {};
    /** Further throwables of a tree are left out. */
    private static final int MAXIMUM = 1_000;

    private final Throwable throwable;
    private final ObjectTexts texts;
    private final boolean circular;
    private StackTraceElement[] frames = NO_FRAMES;
    private int framesInCommon;
    private @Nullable Trace cause;
    private Trace[] suppressed = NONE;

    private Trace(Throwable throwable, ObjectTexts texts, boolean circular) {
        this.throwable = throwable;
        this.texts = texts;
        this.circular = circular;
    }

    /**
     * Reads a throwable.
     *
     * @param texts of the event with the throwable
     */
    public static Trace of(Throwable throwable, ObjectTexts texts) {
        return read(throwable, texts, null, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** Reads the cause before the suppressed throwables. The order decides which of two references to one throwable is the circular one. */
    private static Trace read(Throwable throwable, ObjectTexts texts, @Nullable Trace parent, Set<Throwable> seen) {
        if (seen.size() >= MAXIMUM || !seen.add(throwable)) {
            return new Trace(throwable, texts, true);
        }
        Trace trace = new Trace(throwable, texts, false);
        try {
            trace.frames = framesOf(throwable);
            trace.framesInCommon = parent == null ? 0 : countEqualFromEnd(trace.frames, parent.frames);
            Throwable cause = throwable.getCause();
            if (cause != null) {
                trace.cause = read(cause, texts, trace, seen);
            }
            Throwable[] suppressed = suppressedOf(throwable);
            Trace[] traces = new Trace[suppressed.length];
            for (int i = 0; i < traces.length; i++) {
                traces[i] = read(suppressed[i], texts, trace, seen);
            }
            trace.suppressed = traces;
        } catch (Throwable e) {
            // An overridden accessor failed: the parts read so far are shown.
            return trace;
        }
        return trace;
    }

    /** The frames of a throwable; none if the method fails, or returns null, as a mock's does. */
    public static StackTraceElement[] framesOf(Throwable throwable) {
        try {
            return whole(throwable.getStackTrace(), NO_FRAMES);
        } catch (Throwable e) {
            return NO_FRAMES;
        }
    }

    /** The suppressed throwables; none if the method fails or returns null. */
    public static Throwable[] suppressedOf(Throwable throwable) {
        try {
            return whole(throwable.getSuppressed(), NOTHING);
        } catch (Throwable e) {
            return NOTHING;
        }
    }

    private static <T> T[] whole(@Nullable T @Nullable [] all, T[] none) {
        if (all == null) {
            return none;
        }
        for (T each : all) {
            if (each == null) {
                return Arrays.stream(all).filter(Objects::nonNull).toList().toArray(none);
            }
        }
        return all;
    }

    /** How many frames both have in common, counted from the outermost. */
    public static int countEqualFromEnd(StackTraceElement[] frames, StackTraceElement[] others) {
        int count = 0;
        while (count < Math.min(frames.length, others.length)
                && frames[frames.length - 1 - count].equals(others[others.length - 1 - count])) {
            count++;
        }
        return count;
    }

    public boolean circular() {
        return circular;
    }

    public StackTraceElement[] frames() {
        return frames;
    }

    /** The number of last frames that are equal in the enclosing throwable. */
    public int framesInCommon() {
        return framesInCommon;
    }

    @Nullable
    public Trace cause() {
        return cause;
    }

    public Trace[] suppressed() {
        return suppressed;
    }

    public String className() {
        return throwable.getClass().getName();
    }

    @Nullable
    public String message() {
        try {
            return texts.message(throwable);
        } catch (Throwable e) {
            return "[FAILED getMessage()]";
        }
    }

    /** The text of a throwable's {@code toString()}, even if the method fails. */
    public static String headline(Throwable throwable, ObjectTexts texts) {
        return new Trace(throwable, texts, false).headline();
    }

    /** Logback's: the text of {@code toString()}; for a circular reference, class and message. */
    public String headline() {
        return circular ? throwable.getClass().getName() + ": " + message() : text();
    }

    /** The text of {@code toString()}, even if the method fails. */
    public String text() {
        try {
            return String.valueOf(texts.text(throwable));
        } catch (Throwable e) {
            return throwable.getClass().getName() + ": [FAILED toString()]";
        }
    }
}
