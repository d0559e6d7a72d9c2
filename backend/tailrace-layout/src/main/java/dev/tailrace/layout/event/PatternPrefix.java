package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first steps of a pattern, as far as what they write depends on nothing but logger, level, thread and time. A thread that logs
 * again within the second through the same logger on the same level gets the same bytes but for the fraction of the second: they are
 * copied from the event, which keeps them. Immutable; thread-safe.
 */
public final class PatternPrefix {
    private static final long SECOND = 1_000_000_000L;

    private final Step[] steps;
    private final @Nullable DateStep date;
    /** How long a text stays right, in nanoseconds. */
    private final long span;
    /** Lets the heads of several encoders keep out of each other's way. */
    private final int salt;

    private PatternPrefix(Step[] steps, @Nullable DateStep date) {
        this.steps = steps;
        this.date = date;
        this.span = date == null ? Long.MAX_VALUE : SECOND;
        this.salt = System.identityHashCode(steps);
    }

    /** The head of a pattern, or null if there is none that is worth it. */
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

    /** How many of the pattern's steps are in here. */
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
        // Whatever happens in between: half of it must not be taken for the whole.
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
        known.from = date == null ? 0 : Math.floorDiv(event.epochNanos(), SECOND) * SECOND;
        known.head = this;
    }
}
