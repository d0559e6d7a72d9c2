package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first steps of a pattern whose output depends only on logger, level, thread and time. A thread that logs again within the second,
 * with the same logger and level, gets the same bytes except for the fraction of the second. The event keeps these bytes, and they are
 * copied. Immutable; thread-safe.
 */
public final class PatternPrefix {
    private static final long SECOND = 1_000_000_000L;

    private final Step[] steps;
    private final @Nullable DateStep date;
    /** How long a cached text is valid, in nanoseconds. */
    private final long span;
    /** Spreads the prefixes of several encoders over an event's places. */
    private final int salt;

    private PatternPrefix(Step[] steps, @Nullable DateStep date) {
        this.steps = steps;
        this.date = date;
        this.span = date == null ? Long.MAX_VALUE : SECOND;
        this.salt = System.identityHashCode(steps);
    }

    /** The prefix of a pattern, or null if caching it isn't worthwhile. */
    public static @Nullable PatternPrefix of(Step[] all) {
        DateStep date = null;
        int count = 0;
        for (Step step : all) {
            if (step instanceof DateStep found && date == null) {
                date = found;
            } else if (!step.isSteady()) {
                break;
            }
            count++;
        }
        return count < 2 ? null : new PatternPrefix(Arrays.copyOf(all, count), date);
    }

    /** The number of steps of the pattern that belong to the prefix. */
    public int count() {
        return steps.length;
    }

    public void write(Event event, TextBuffer out) {
        EncodedPrefix known = event.knownHead(event.loggerId() + event.level() + salt);
        long nanos = (date == null ? event.epochNanos() : date.time(event)) - known.from;
        if (nanos < 0 || nanos >= span || !known.isFor(this, event)) {
            learn(known, event, out);
            return;
        }
        int start = out.length();
        out.appendWords(known.text, 0, known.length);
        if (date != null) {
            date.overwriteFraction((int) nanos, out, start + known.fractionAt);
        }
    }

    private void learn(EncodedPrefix known, Event event, TextBuffer out) {
        // Marks the entry as empty first: if a step fails, a half-written text must not be used.
        known.head = null;
        int start = out.length();
        int fractionAt = 0;
        for (Step step : steps) {
            if (step == date) {
                fractionAt = out.length() - start + date.fractionAt(event);
            }
            step.write(event, out);
        }
        int length = out.length() - start;
        if (length > EncodedPrefix.MAXIMUM_LENGTH || out.cutBytes() != 0) {
            return;
        }
        if (known.text.length < length + Long.BYTES) {
            known.text = TextBuffer.inWords(new byte[length]);
        }
        System.arraycopy(out.array(), start, known.text, 0, length);
        known.length = length;
        known.fractionAt = fractionAt;
        known.level = event.level();
        known.loggerName = event.loggerName();
        known.threadName = event.threadName();
        known.threadId = Thread.currentThread().getId();
        known.from = date == null ? 0 : Math.floorDiv(event.epochNanos(), SECOND) * SECOND;
        known.head = this;
    }
}
