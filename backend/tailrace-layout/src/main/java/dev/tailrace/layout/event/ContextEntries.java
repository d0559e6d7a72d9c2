package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.trace.TraceContext;
import dev.tailrace.layout.trace.TraceField;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes the entries of a diagnostic context to a step, one by one, in the order of a copy of the map. Logback writes the entries of a
 * {@code new HashMap<>(map)}, whose table is often smaller than the table of the original map. Instead of copying, this class reads the map
 * once for each used bucket of the smaller table; usually the order is the same, and one further pass is enough. If nine or more keys share
 * a bucket, a copy has a larger table and the order differs from Logback's.
 *
 * <p>Each event has its own instance, because {@link Map#forEach} with an existing object makes no garbage. The iterator of a loop is only
 * eliminated if the compiler can prove that it doesn't escape; in long lines it couldn't. Not thread-safe, and not to be called by a step
 * while it receives entries.
 */
public final class ContextEntries implements BiConsumer<@Nullable String, @Nullable String> {
    /** Receives entries. */
    public interface Reader {
        /** Takes the next entry; {@code index} is 0 for the first one. */
        void entry(int index, @Nullable String key, @Nullable String value, TextBuffer out);
    }

    private static final TraceField[] TRACE = TraceField.values();
    /** Since JDK 19 the table of a copy is just large enough; before, it was sometimes twice as large. */
    private static final boolean IS_COPY_TIGHT = Runtime.version().feature() >= 19;

    private static final int LOOKING = -1;
    private static final int ANY = -2;

    private @Nullable Reader reader;
    private @Nullable TextBuffer out;
    private @Nullable KeyValues pairs;
    private int index;
    /** The number of buckets of the copy's table, minus one. */
    private int mask;
    /** The bucket whose entries are read in this pass; or {@link #LOOKING}, {@link #ANY}. */
    private int place;
    /** In the {@link #LOOKING} pass: the bucket of the previous entry. */
    private int last;

    private int following;
    private boolean isOrdered;

    /**
     * Passes all entries to {@code reader}, then the ids of the trace.
     *
     * @param trace the trace whose ids are entries, too, unless the map has the key; null: none
     * @param over pairs that hide entries of the same key; null: all entries are read
     */
    void each(
            @Nullable Map<String, String> context,
            Reader newReader,
            TextBuffer newOut,
            @Nullable KeyValues over,
            @Nullable TraceContext trace) {
        // Compares first, because storing a reference in an old object is expensive under G1.
        if (reader != newReader) {
            reader = newReader;
        }
        if (out != newOut) {
            out = newOut;
        }
        if (pairs != over) {
            pairs = over;
        }
        index = 0;
        if (context != null) {
            ordered(context);
        }
        if (trace != null) {
            place = ANY;
            for (TraceField field : TRACE) {
                if (context == null || !context.containsKey(field.key())) {
                    accept(field.key(), trace.get(field));
                }
            }
        }
    }

    private void ordered(Map<String, String> context) {
        place = ANY;
        int size = context.size();
        if (size > 1) {
            mask = tableOfCopy(size) - 1;
            place = LOOKING;
            last = 0;
            following = Integer.MAX_VALUE;
            isOrdered = true;
            context.forEach(this);
            place = isOrdered ? ANY : following;
        }
        do {
            following = Integer.MAX_VALUE;
            context.forEach(this);
            place = following;
        } while (following != Integer.MAX_VALUE);
    }

    private static int tableOfCopy(int size) {
        int wanted = IS_COPY_TIGHT ? (int) Math.ceil(size / 0.75) : (int) (size / 0.75f + 1.0f);
        return Integer.highestOneBit(Math.max(wanted - 1, 1)) << 1;
    }

    @Override
    public void accept(@Nullable String key, @Nullable String value) {
        if (place != ANY) {
            int hash = key == null ? 0 : key.hashCode();
            int of = (hash ^ (hash >>> 16)) & mask;
            isOrdered &= of >= last;
            last = of;
            if (of > place && of < following) {
                following = of;
            }
            if (of != place) {
                return;
            }
        }
        Reader to = reader;
        TextBuffer text = out;
        boolean hidden = pairs != null && key != null && pairs.last(key) >= 0;
        if (to != null && text != null && !hidden) {
            to.entry(index++, key, value, text);
        }
    }
}
