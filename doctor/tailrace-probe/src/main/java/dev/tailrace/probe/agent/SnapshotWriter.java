package dev.tailrace.probe.agent;

import org.jspecify.annotations.Nullable;

/**
 * The text that is written: a line for each {@code key=value}, indented by one space below what it belongs to. It ends, with a line that
 * says so, when it is too long or has taken too long. Not thread-safe.
 */
final class SnapshotWriter {
    private static final int MOST_CHARACTERS = 1 << 19;
    private static final int LONGEST_VALUE = 2000;

    private final StringBuilder text = new StringBuilder(1 << 14);
    private final long deadline;
    private int depth;
    private boolean full;

    /** Until {@code nanos} from now. */
    SnapshotWriter(String title, long nanos) {
        deadline = System.nanoTime() + nanos;
        text.append(title).append('\n');
    }

    /** Whether nothing more is taken. */
    boolean isFull() {
        if (!full && (text.length() > MOST_CHARACTERS || System.nanoTime() - deadline > 0)) {
            full = true;
            text.append(text.length() > MOST_CHARACTERS ? "cut=too long\n" : "cut=took too long\n");
        }
        return full;
    }

    /** A line; nothing for null. */
    void put(String key, @Nullable String value) {
        if (value == null || isFull()) {
            return;
        }
        for (int i = 0; i < depth; i++) {
            text.append(' ');
        }
        text.append(key).append('=');
        int end = Math.min(value.length(), LONGEST_VALUE);
        for (int i = 0; i < end; i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                text.append("\\\\");
            } else if (c == '\n') {
                text.append("\\n");
            } else {
                text.append(Character.isISOControl(c) || Character.isSurrogate(c) || c == '\u2028' ? '?' : c);
            }
        }
        text.append(end < value.length() ? "...\n" : "\n");
    }

    /** A line with the name of an object's class; nothing for null. */
    void putClass(String key, @Nullable Object object) {
        put(key, object == null ? null : object.getClass().getName());
    }

    /** A line; what is put until {@link #close} belongs to it. */
    void open(String key, String value) {
        put(key, value);
        depth++;
    }

    void close() {
        depth--;
    }

    String text() {
        return text.toString();
    }
}
