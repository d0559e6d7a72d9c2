package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Records the stack traces of one log within the last minute, so that a repeated trace can be one line that refers to the first. Two traces
 * are the same if the classes and innermost frames of the throwable, its causes and its suppressed throwables are the same; messages may
 * differ.
 *
 * <p>The table has a fixed size and no lock. If two traces need the same place, the later one takes it, and the earlier one is written in
 * full when it occurs again. Only the throwable's own accessors make garbage. Thread-safe.
 */
public final class RepeatedTraces {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final int PLACES = 1 << 10;
    private static final int SHIFT = Long.SIZE - 10;
    private static final int TOP_FRAMES = 16;
    private static final int MOST_THROWABLES = 50;

    /** Words of a place: the trace's key, the time of its first line, and the number of occurrences since. */
    private static final int KEY = 0;

    private static final int FIRST = 1;
    private static final int TIMES = 2;
    private static final int WORDS = 3;

    private static final long EMPTY = 0;
    private static final long BUSY = 1;

    private static final DateStep TIME = new DateStep(
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.").withZone(ZoneId.systemDefault()),
            3,
            DateTimeFormatter.ofPattern("").withZone(ZoneId.systemDefault()),
            false);

    private final AtomicLongArray table = new AtomicLongArray(PLACES * WORDS);
    private final LongAdder shortened;

    /** @param shortened counts traces that were written as one line */
    public RepeatedTraces(LongAdder shortened) {
        this.shortened = shortened;
    }

    /** Looks up the event's throwable. If its trace is to be one line, marks the event until {@link #done}. */
    public void look(Event event, Throwable thrown) {
        long key;
        try {
            key = key(thrown);
        } catch (Throwable e) {
            // The throwable's accessors fail, so its trace is written as far as possible.
            return;
        }
        int place = place(key);
        long known = table.get(place + KEY);
        long first = table.get(place + FIRST);
        if (known == key && isWithinMinute(first, event.epochNanos())) {
            long times = table.incrementAndGet(place + TIMES);
            if (table.get(place + KEY) == key && table.get(place + FIRST) == first) {
                event.traceRepeats(key, first, times);
                shortened.increment();
                return;
            }
        }
        event.traceRepeats(key, 0, 1);
        if (known != BUSY && table.compareAndSet(place + KEY, known, BUSY)) {
            table.set(place + FIRST, event.epochNanos());
            table.set(place + TIMES, 1);
            table.set(place + KEY, key);
        }
    }

    /**
     * Ends the event: its line was written or dropped. No later line may refer to a dropped line.
     *
     * @param written whether the line is in the log
     */
    public void done(Event event, boolean written) {
        if (!written && event.traceKey() != EMPTY && event.firstTrace() == 0) {
            table.compareAndSet(place(event.traceKey()) + KEY, event.traceKey(), EMPTY);
        }
        event.traceRepeats(EMPTY, 0, 0);
    }

    /** False, too, if the clock was set back. */
    private static boolean isWithinMinute(long first, long now) {
        return now >= first && now - first < MINUTE_NANOS;
    }

    private static int place(long key) {
        return (int) (key >>> SHIFT) * WORDS;
    }

    private static long key(Throwable thrown) {
        long key = key(thrown, 0x9E37_79B9_7F4A_7C15L, MOST_THROWABLES);
        return key == EMPTY || key == BUSY ? 2 : key;
    }

    private static long key(Throwable thrown, long seed, int most) {
        long key = seed;
        int left = most;
        for (Throwable each = thrown; each != null && left > 0; each = each.getCause()) {
            left--;
            key = mix(key, each.getClass().getName().hashCode());
            StackTraceElement[] frames = each.getStackTrace();
            for (int i = 0; i < Math.min(TOP_FRAMES, frames.length); i++) {
                key = mix(key, frames[i].getClassName().hashCode());
                key = mix(key, frames[i].getMethodName().hashCode());
                key = mix(key, frames[i].getLineNumber());
            }
            for (Throwable suppressed : each.getSuppressed()) {
                left -= 1;
                key = key(suppressed, mix(key, -1), Math.min(left, most / 2));
            }
        }
        return key;
    }

    private static long mix(long key, long value) {
        long mixed = (key ^ value) * 0xBF58_476D_1CE4_E5B9L;
        return mixed ^ (mixed >>> 29);
    }

    /**
     * Writes the line that replaces a trace, without a line end: class and message, the time of the first trace, and the number of traces.
     */
    public static void write(Event event, Throwable thrown, TextBuffer out) {
        out.append(Trace.headline(thrown), ControlCharacters.ESCAPED).append(" [trace as at ");
        TIME.write(event.firstTrace(), out);
        long times = event.traceTimes();
        out.append(", ").append(times).append(ordinal(times)).append(" time]");
    }

    private static String ordinal(long number) {
        long tens = number % 100;
        if (tens >= 11 && tens <= 13) {
            return "th";
        }
        return switch ((int) (number % 10)) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }
}
