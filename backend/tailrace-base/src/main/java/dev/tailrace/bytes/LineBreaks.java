package dev.tailrace.bytes;

/**
 * How line ends inside an event are written, so that only its first line looks like the beginning of an event: each further line begins
 * with an indent, or line ends are shown as {@code \n} and {@code \r}. The line end at the end of the event stays. Immutable.
 */
public final class LineBreaks {
    private final byte[] indent;
    private final boolean windows;

    private LineBreaks(byte[] indent, boolean windows) {
        this.indent = indent;
        this.windows = windows;
    }

    /** Each further line begins with this ASCII text; a CR without an LF behind it is shown as {@code \r}. */
    public static LineBreaks indented(byte[] indent) {
        return new LineBreaks(indent.clone(), false);
    }

    /**
     * Escapes all line ends inside an event.
     *
     * @param windows whether an event ends with CR and LF
     */
    public static LineBreaks escaped(boolean windows) {
        return new LineBreaks(new byte[0], windows);
    }

    private boolean escapes() {
        return indent.length == 0;
    }

    /** The beginning of the line end at the event's end. */
    int endOfText(byte[] array, int from, int end) {
        if (end <= from || array[end - 1] != '\n') {
            return end;
        }
        return (windows || !escapes()) && end - 1 > from && array[end - 2] == '\r' ? end - 2 : end - 1;
    }

    /** The place of the first byte that must be changed; {@code end} when there is none. */
    int find(byte[] array, int from, int end) {
        for (int i = from; i < end; i++) {
            // One comparison for nearly all bytes; those beyond ASCII are negative.
            if (array[i] <= '\r' && extra(array, i, end) != 0) {
                return i;
            }
        }
        return end;
    }

    /** How many bytes longer the byte at {@code at} gets when it is written. */
    private int extra(byte[] array, int at, int end) {
        byte b = array[at];
        if (b == '\n') {
            return escapes() ? 1 : indent.length;
        }
        if (b != '\r') {
            return 0;
        }
        return escapes() || at + 1 == end || array[at + 1] != '\n' ? 1 : 0;
    }

    /** How many bytes longer all bytes get. */
    int extraOf(byte[] array, int from, int end) {
        int extra = 0;
        for (int i = from; i < end; i++) {
            extra += extra(array, i, end);
        }
        return extra;
    }

    /** The end of the longest part of a text that fits into {@code room} bytes when it is changed: at the start of a character. */
    int fitting(byte[] array, int from, int end, int room) {
        int at = from;
        int changed = from;
        while (at < end && changed + 1 + extra(array, at, end) <= room) {
            changed += 1 + extra(array, at++, end);
        }
        return at < end ? Utf8Region.characterStart(array, at, from) : end;
    }

    /** Changes a range in place, which gets {@code extra} bytes longer. */
    void expand(byte[] array, int from, int end, int extra) {
        int to = end + extra;
        boolean newline = false;
        for (int i = end - 1; to > i + 1 && i >= from; i--) {
            byte b = array[i];
            boolean beforeNewline = newline;
            newline = b == '\n';
            if (newline && !escapes()) {
                to -= indent.length;
                System.arraycopy(indent, 0, array, to, indent.length);
                array[--to] = b;
            } else if (newline || (b == '\r' && (escapes() || !beforeNewline))) {
                array[--to] = (byte) (newline ? 'n' : 'r');
                array[--to] = '\\';
            } else {
                array[--to] = b;
            }
        }
    }
}
