package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cached results for the filters of one event, for the length of its call: the formatted message, and the answers of filters that may be
 * asked only once. Not thread-safe.
 */
public final class FilterNotes {
    private static final int MOST_KEPT = 64 * 1024;

    private final TextBuffer buffer;
    private @Nullable String formatted;
    private @Nullable Object[] asked = new Object[4];
    private boolean[] answers = new boolean[4];
    private int count;

    FilterNotes(int longestText, ObjectTexts texts) {
        buffer = new TextBuffer(Math.min(256, longestText), longestText, texts);
    }

    /**
     * The message with its arguments, control characters unescaped; null without a message. Creates a string if there are arguments, and
     * calls their {@code toString()}.
     */
    public @Nullable String formatted(Event event) {
        if (event.message() == null || event.messageArgumentCount() == 0) {
            return event.message();
        }
        String text = formatted;
        if (text == null) {
            buffer.clear();
            // Within a JSON string, the buffer escapes no control characters of arguments.
            buffer.beginJson();
            MessageText.write(event, ControlCharacters.KEPT, buffer);
            text = new String(buffer.array(), 0, buffer.length(), StandardCharsets.UTF_8);
            buffer.clear();
            formatted = text;
        }
        return text;
    }

    /**
     * A 64-bit hash of the {@link #formatted} message. Makes no garbage of its own, and calls the arguments' {@code toString()}. The event
     * must have its message and arguments.
     */
    public long hash(Event event) {
        buffer.clear();
        buffer.beginJson();
        MessageText.write(event, ControlCharacters.KEPT, buffer);
        long hash = 0xCBF2_9CE4_8422_2325L;
        byte[] text = buffer.array();
        for (int i = 0; i < buffer.length(); i++) {
            hash = (hash ^ text[i]) * 0x100_0000_01B3L;
        }
        buffer.clear();
        buffer.shrink(MOST_KEPT);
        return hash;
    }

    /** Whether this filter has answered for this event. */
    public boolean isKnown(Object filter) {
        return place(filter) < count;
    }

    /** The filter's answer; false without one. */
    public boolean answer(Object filter) {
        int place = place(filter);
        return place < count && answers[place];
    }

    /** Stores an answer, replaces an earlier one, and returns it. */
    public boolean keep(Object filter, boolean answer) {
        int place = place(filter);
        if (place == asked.length) {
            asked = Arrays.copyOf(asked, place * 2);
            answers = Arrays.copyOf(answers, place * 2);
        }
        asked[place] = filter;
        answers[place] = answer;
        count = Math.max(count, place + 1);
        return answer;
    }

    private int place(Object filter) {
        int place = 0;
        while (place < count && !filter.equals(asked[place])) {
            place++;
        }
        return place;
    }

    void clear(int mostKept) {
        if (count != 0) {
            Arrays.fill(asked, 0, count, null);
            count = 0;
        }
        if (formatted != null) {
            formatted = null;
            buffer.shrink(mostKept);
        }
    }
}
