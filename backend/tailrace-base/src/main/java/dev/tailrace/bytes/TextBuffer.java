package dev.tailrace.bytes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing array of UTF-8 bytes for text, without garbage. Not thread-safe.
 *
 * <p>It never grows beyond {@link #maximumLength()}. From the first byte that does not fit, everything appended is counted in {@link
 * #cutBytes()} and not stored, so that the buffer always has a prefix of the text; a UTF-8 sequence is kept or left out as a whole.
 * Unpaired surrogates become {@code '?'}, as in {@link String#getBytes(java.nio.charset.Charset)}.
 *
 * <p>Long for one class, because its loops share the array, its length and its limit, and to keep these in one object is what makes them
 * fast; what does not need them is in classes of its own.
 */
public final class TextBuffer {
    /** From this many characters on, the vectorised copy is faster than a loop; measured on JDK 17. */
    private static final int BULK = 72;

    /** The same number for text whose control characters don't matter: its loop is shorter. */
    private static final int PLAIN_BULK = 160;

    /** Between these two are all characters beyond Latin-1 that may have to be escaped. */
    private static final char FIRST_SEPARATOR = '\u2028';

    private static final char LAST_DIRECTION = '\u2069';

    private static final char ESCAPE = '\u001b';

    /** The characters that are copied out of a builder at a time. */
    private static final int PIECE = 256;

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final int maximumLength;
    private byte[] array;
    private int length;
    /** The array's length, or -1 once something was cut: one comparison answers both questions. */
    private int limit;

    private long cutBytes;
    private final byte[] scratch = new byte[32];
    private final LatinCopy latin = new LatinCopy();
    private final JsonEscapes json = new JsonEscapes();
    /** While a JSON string is written: it is escaped as a whole at its end. */
    private boolean inJson;
    /** Null until a builder's text is appended. */
    private char @Nullable [] piece;
    /** Null for a buffer that belongs to no event. */
    private final @Nullable ObjectTexts texts;

    /** Throws {@link IllegalArgumentException} unless {@code 0 < initialCapacity <= maximumLength}. */
    public TextBuffer(int initialCapacity, int maximumLength) {
        this(initialCapacity, maximumLength, null);
    }

    /** @param texts of the objects in the event that this buffer belongs to */
    public TextBuffer(int initialCapacity, int maximumLength, @Nullable ObjectTexts texts) {
        if (initialCapacity < 1 || initialCapacity > maximumLength) {
            throw new IllegalArgumentException(
                    "capacity out of range: initial=" + initialCapacity + ", maximum=" + maximumLength);
        }
        this.array = new byte[initialCapacity];
        this.limit = initialCapacity;
        this.maximumLength = maximumLength;
        this.texts = texts;
    }

    /** Computes the tables behind {@link #append(double)}, a few milliseconds of work, so that no log call has to. */
    public static void prepare() {
        new TextBuffer(64, 64).append(Math.PI);
    }

    /** The bytes; valid from 0 to {@link #length()}, until the next append. */
    public byte[] array() {
        return array;
    }

    /** The texts of the objects in the event that this buffer belongs to; null: it belongs to none. */
    public @Nullable ObjectTexts texts() {
        return texts;
    }

    /** In bytes. */
    public int length() {
        return length;
    }

    /** In bytes. */
    public int maximumLength() {
        return maximumLength;
    }

    /** Bytes that were appended but not stored, because they would have exceeded {@link #maximumLength()}. */
    public long cutBytes() {
        return cutBytes;
    }

    public void clear() {
        length = 0;
        cutBytes = 0;
        limit = array.length;
        inJson = false;
    }

    /** Empties the buffer and releases memory, if it grew over {@code capacity} bytes. */
    public void shrink(int capacity) {
        if (array.length > capacity) {
            array = new byte[Math.min(capacity, maximumLength)];
        }
        clear();
    }

    /** Drops everything from byte {@code newLength} on, which must be the start of a character. What was cut stays cut. */
    public void truncate(int newLength) {
        length = Math.min(length, newLength);
    }

    /** Drops the last character, which must be ASCII; nothing, if something was cut. */
    public void dropLast() {
        if (cutBytes == 0) {
            length--;
        }
    }

    /** Appends bytes that are ASCII. */
    public TextBuffer append(byte[] ascii) {
        return append(ascii, 0, ascii.length);
    }

    /** Appends a range of bytes that are ASCII, or any whole UTF-8 text. */
    public TextBuffer append(byte[] utf8, int from, int count) {
        if (!room(count)) {
            return appendWhatFits(utf8, from, count);
        }
        if (count <= ShortCopy.MAXIMUM) {
            ShortCopy.copy(utf8, from, array, length, count);
        } else {
            System.arraycopy(utf8, from, array, length, count);
        }
        length += count;
        return this;
    }

    /** The same text with the padding that {@link #appendWords} may read behind it. */
    public static byte[] inWords(byte[] utf8) {
        return Arrays.copyOf(utf8, utf8.length + Long.BYTES);
    }

    /**
     * Appends a range of bytes that are ASCII, or any whole UTF-8 text, from an array that goes on for at least seven bytes after it. Whole
     * words are copied, and later appends overwrite the excess.
     */
    public TextBuffer appendWords(byte[] utf8, int from, int count) {
        if (!room(count + Long.BYTES)) {
            return append(utf8, from, count);
        }
        ShortCopy.copyWords(utf8, from, array, length, count);
        length += count;
        return this;
    }

    /** Appends the text as it is. */
    public TextBuffer append(String text) {
        int end = text.length();
        if (!room(end)) {
            return appendSlowly(text, 0, end, ControlCharacters.KEPT);
        }
        int done = end < PLAIN_BULK ? copyAscii(text, end) : latin.copyAscii(text, end, array, length);
        length += done;
        return done == end ? this : appendSlowly(text, done, end, ControlCharacters.KEPT);
    }

    private int copyAscii(String text, int count) {
        byte[] to = array;
        int at = length;
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return i;
            }
            to[at + i] = (byte) c;
        }
        return count;
    }

    /** Appends the text; {@code controls} decides how its control characters are shown. */
    public TextBuffer append(CharSequence text, ControlCharacters controls) {
        if (text instanceof String string) {
            return append(string, controls);
        }
        return text instanceof StringBuilder builder
                ? appendPieces(builder, controls)
                : appendSlowly(text, 0, text.length(), controls);
    }

    /** Appends a builder's text. Its characters are copied out in pieces, because each {@code charAt} of a builder checks its index. */
    private TextBuffer appendPieces(StringBuilder text, ControlCharacters asked) {
        ControlCharacters controls = inJson ? ControlCharacters.KEPT : asked;
        char[] piece = pieces();
        int end = text.length();
        int from = 0;
        while (from < end) {
            if (!room(end - from)) {
                return appendSlowly(text, from, end, controls);
            }
            int count = Math.min(end - from, piece.length);
            text.getChars(from, from + count, piece, 0);
            int done = copyPrintable(piece, count);
            length += done;
            from += done;
            while (from < end && !isPrintable(text.charAt(from))) {
                from = appendCharacter(text, from, end, controls);
            }
        }
        return this;
    }

    private char[] pieces() {
        char[] known = piece;
        if (known == null) {
            known = new char[PIECE];
            piece = known;
        }
        return known;
    }

    private int copyPrintable(char[] text, int count) {
        byte[] to = array;
        int at = length;
        for (int i = 0; i < count; i++) {
            int c = text[i];
            if (c < 0x20 || c > 0x7e) {
                return i;
            }
            to[at + i] = (byte) c;
        }
        return count;
    }

    /** Appends the text; what is shown of its control characters is decided by {@code controls}. */
    public TextBuffer append(String text, ControlCharacters controls) {
        int count = text.length();
        if (!room(count)) {
            return appendSlowly(text, 0, count, controls);
        }
        int done = count < BULK ? copyPrintable(text, count) : copyInBulk(text, count, controls);
        length += done;
        return done == count ? this : appendMixed(text, done, count, controls);
    }

    /** Appends the text from index {@code from} on; {@code controls} decides how its control characters are shown. */
    public TextBuffer append(String text, int from, ControlCharacters controls) {
        return appendMixed(text, from, text.length(), controls);
    }

    private int copyInBulk(String text, int count, ControlCharacters controls) {
        return controls == ControlCharacters.ESCAPED
                ? latin.copyPrintable(text, count, array, length)
                : latin.copyLines(text, count, array, length);
    }

    private int copyPrintable(String text, int count) {
        byte[] to = array;
        int at = length;
        for (int i = 0; i < count; i++) {
            int c = text.charAt(i);
            if (c < 0x20 || c > 0x7e) {
                return i;
            }
            to[at + i] = (byte) c;
        }
        return count;
    }

    private int copyPrintable(String text, int from, int end) {
        byte[] to = array;
        int at = length - from;
        for (int i = from; i < end; i++) {
            int c = text.charAt(i);
            if (c < 0x20 || c > 0x7e) {
                return i - from;
            }
            to[at + i] = (byte) c;
        }
        return end - from;
    }

    /** Appends text with occasional line ends, tabs or letters beyond ASCII. */
    private TextBuffer appendMixed(String text, int from, int end, ControlCharacters asked) {
        ControlCharacters controls = inJson ? ControlCharacters.KEPT : asked;
        int i = from;
        while (i < end) {
            if (!room(end - i)) {
                return appendSlowly(text, i, end, controls);
            }
            int done = copyPrintable(text, i, end);
            length += done;
            i += done;
            while (i < end && !isPrintable(text.charAt(i))) {
                i = appendCharacter(text, i, end, controls);
            }
        }
        return this;
    }

    private static boolean isPrintable(int c) {
        return c >= 0x20 && c <= 0x7e;
    }

    /**
     * Appends the text from index {@code from} up to the first {@code stop}, which is printable ASCII, and returns the index of that, or
     * the text's length. What is shown of control characters is decided by {@code asked}.
     */
    public int appendUntil(String text, int from, char stop, ControlCharacters asked) {
        ControlCharacters controls = inJson ? ControlCharacters.KEPT : asked;
        int end = text.length();
        int i = from;
        while (i < end && text.charAt(i) != stop) {
            if (room(end - i)) {
                i = copyPrintableUntil(text, i, end, stop);
            }
            if (i < end && text.charAt(i) != stop) {
                i = appendCharacter(text, i, end, controls);
            }
        }
        return i;
    }

    private int copyPrintableUntil(String text, int from, int end, char stop) {
        byte[] to = array;
        int at = length - from;
        int i = from;
        for (; i < end; i++) {
            int c = text.charAt(i);
            if (c == stop || c < 0x20 || c > 0x7e) {
                break;
            }
            to[at + i] = (byte) c;
        }
        length = at + i;
        return i;
    }

    private TextBuffer appendSlowly(CharSequence text, int from, int end, ControlCharacters asked) {
        ControlCharacters controls = inJson ? ControlCharacters.KEPT : asked;
        int i = from;
        while (i < end) {
            i = appendCharacter(text, i, end, controls);
        }
        return this;
    }

    /** Appends the character at {@code i}, and what belongs to it, and returns the index behind. */
    private int appendCharacter(CharSequence text, int i, int end, ControlCharacters controls) {
        char c = text.charAt(i);
        // Letters first, whatever {@code controls} says.
        boolean letter = c >= 0xa0 && (c < FIRST_SEPARATOR || c > LAST_DIRECTION);
        if (!letter && !controls.keeps(c)) {
            int colour = c == ESCAPE ? controls.endOfColour(text, i, end) : i;
            if (colour > i) {
                return appendColour(text, i, colour);
            }
            appendEscape(c);
        } else if (c < 0x80) {
            appendByte(c);
        } else if (c < 0x800) {
            appendTwoBytes(c);
        } else if (!Character.isSurrogate(c)) {
            appendThreeBytes(c);
        } else if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))) {
            appendFourBytes(Character.toCodePoint(c, text.charAt(i + 1)));
            return i + 2;
        } else {
            appendByte('?');
        }
        return i + 1;
    }

    /** Appends a colour as a whole: half of it would swallow the following text. */
    private int appendColour(CharSequence text, int from, int end) {
        if (fits(end - from)) {
            for (int i = from; i < end; i++) {
                array[length++] = (byte) text.charAt(i);
            }
        }
        return end;
    }

    private void appendEscape(int c) {
        if (c == '\n' || c == '\r') {
            if (fits(2)) {
                array[length++] = '\\';
                array[length++] = (byte) (c == '\n' ? 'n' : 'r');
            }
        } else if (fits(6)) {
            array[length++] = '\\';
            array[length++] = 'u';
            array[length++] = hex(c >> 12);
            array[length++] = hex(c >> 8 & 15);
            array[length++] = hex(c >> 4 & 15);
            array[length++] = hex(c & 15);
        }
    }

    static byte hex(int digit) {
        return (byte) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }

    private void appendByte(int c) {
        if (fits(1)) {
            array[length++] = (byte) c;
        }
    }

    private void appendTwoBytes(int c) {
        if (fits(2)) {
            array[length++] = (byte) (0xc0 | c >> 6);
            array[length++] = (byte) (0x80 | (c & 0x3f));
        }
    }

    private void appendThreeBytes(int c) {
        if (fits(3)) {
            array[length++] = (byte) (0xe0 | c >> 12);
            array[length++] = (byte) (0x80 | (c >> 6 & 0x3f));
            array[length++] = (byte) (0x80 | (c & 0x3f));
        }
    }

    private void appendFourBytes(int c) {
        if (fits(4)) {
            array[length++] = (byte) (0xf0 | c >> 18);
            array[length++] = (byte) (0x80 | (c >> 12 & 0x3f));
            array[length++] = (byte) (0x80 | (c >> 6 & 0x3f));
            array[length++] = (byte) (0x80 | (c & 0x3f));
        }
    }

    /** Appends the character as it is. */
    public TextBuffer append(char c) {
        if (c < 0x80) {
            appendByte(c);
        } else if (c < 0x800) {
            appendTwoBytes(c);
        } else if (Character.isSurrogate(c)) {
            appendByte('?');
        } else {
            appendThreeBytes(c);
        }
        return this;
    }

    public TextBuffer append(boolean value) {
        return append(value ? TRUE : FALSE);
    }

    public TextBuffer appendNull() {
        return append(NULL);
    }

    /** Decimal, as {@link Integer#toString(int)}. */
    public TextBuffer append(int value) {
        return append((long) value);
    }

    /** Decimal, as {@link Long#toString(long)}. */
    public TextBuffer append(long value) {
        if (room(IntegerText.MAXIMUM_LENGTH)) {
            length = IntegerText.write(value, array, length);
            return this;
        }
        return append(scratch, 0, IntegerText.write(value, scratch, 0));
    }

    /**
     * The shortest decimal that reads back as the same value, in the format of {@link Double#toString(double)}: what JDK 19 and
     * later return, on every JDK (17 and 18 sometimes print a digit too many).
     */
    public TextBuffer append(double value) {
        if (room(DecimalText.MAXIMUM_LENGTH)) {
            length = DecimalText.write(value, array, length);
            return this;
        }
        return append(scratch, 0, DecimalText.write(value, scratch, 0));
    }

    /** Like {@link #append(double)}, for {@link Float#toString(float)}. */
    public TextBuffer append(float value) {
        if (room(DecimalText.MAXIMUM_LENGTH)) {
            length = DecimalText.write(value, array, length);
            return this;
        }
        return append(scratch, 0, DecimalText.write(value, scratch, 0));
    }

    /** Appends the last {@code width} (1 to 18) decimal digits of a value that is not negative, with leading zeros. */
    public TextBuffer appendDigits(long value, int width) {
        if (room(width)) {
            IntegerText.writeDigits(value, array, length, width);
            length += width;
            return this;
        }
        IntegerText.writeDigits(value, scratch, 0, width);
        return append(scratch, 0, width);
    }

    /** Overwrites the bytes at {@code at} with digits as {@link #appendDigits}; does nothing behind the kept text. */
    public void overwriteDigits(int at, int value, int width) {
        if (at + width <= length) {
            IntegerText.writeDigits(value, array, at, width);
        }
    }

    public TextBuffer appendSpaces(int count) {
        if (room(count)) {
            Arrays.fill(array, length, length + count, (byte) ' ');
            length += count;
        } else {
            for (int i = 0; i < count; i++) {
                appendByte(' ');
            }
        }
        return this;
    }

    /** How many characters (UTF-16 units, as {@link String#length()} counts) there are from byte {@code start} to the end. */
    public int charactersFrom(int start) {
        return Utf8Region.characters(array, start, length);
    }

    /** Inserts spaces at byte {@code start}. */
    public void insertSpaces(int start, int count) {
        int moved = length - start;
        appendSpaces(count);
        int inserted = length - start - moved;
        System.arraycopy(array, start, array, start + inserted, moved);
        Arrays.fill(array, start, start + inserted, (byte) ' ');
    }

    /** Keeps only the first {@code count} characters after byte {@code start}; half of a surrogate pair becomes {@code '?'}. */
    public void keepFirst(int start, int count) {
        int end = Utf8Region.skip(array, start, length, count);
        boolean half = end < length && Utf8Region.characters(array, start, end) < count;
        length = end;
        if (half) {
            array[length++] = '?';
        }
    }

    /** Keeps only the last {@code count} characters after byte {@code start}; half of a surrogate pair becomes {@code '?'}. */
    public void keepLast(int start, int count) {
        int from = Utf8Region.skipBack(array, start, length, count);
        if (from > start && Utf8Region.characters(array, from, length) < count) {
            array[--from] = '?';
        }
        System.arraycopy(array, from, array, start, length - from);
        length -= from - start;
    }

    /** Begins the text of a JSON string: control characters are kept until {@link #endJson}. Returns where it begins. */
    public int beginJson() {
        inJson = true;
        return length;
    }

    /** Escapes what was appended from byte {@code start} on. */
    public TextBuffer endJson(int start) {
        inJson = false;
        int from = json.find(array, start, length);
        return from >= length ? this : escapeJson(from);
    }

    /** Ends what {@link #beginJson} began, for text that is no JSON string after all: its control characters stay. */
    public void endKept() {
        inJson = false;
    }

    private TextBuffer escapeJson(int from) {
        int end = JsonEscapes.fitting(array, from, length, maximumLength);
        if (end < length) {
            cutFrom(end);
        }
        int extra = JsonEscapes.extraOf(array, from, end);
        makeRoomForChanged(extra);
        JsonEscapes.expand(array, from, end, extra);
        length += extra;
        return this;
    }

    /** Changes the line ends inside an event, which was appended from byte {@code start} on. */
    public void changeLineBreaks(int start, LineBreaks breaks) {
        // A truncated text gets a line end of its own.
        int end = cutBytes == 0 ? breaks.endOfText(array, start, length) : length;
        int from = breaks.find(array, start, end);
        if (from >= end) {
            return;
        }
        int lineEnd = length - end;
        int fitting = breaks.fitting(array, from, end, maximumLength - lineEnd);
        if (fitting < end) {
            cutFrom(fitting);
            end = fitting;
            lineEnd = 0;
        }
        int extra = breaks.extraOf(array, from, end);
        makeRoomForChanged(extra);
        System.arraycopy(array, end, array, end + extra, lineEnd);
        breaks.expand(array, from, end, extra);
        length += extra;
    }

    private void cutFrom(int end) {
        cutBytes += length - end;
        length = end;
        limit = -1;
    }

    /** Makes room for text that gets longer in place, and fits. */
    private void makeRoomForChanged(int extra) {
        if (length + extra > array.length) {
            array = Arrays.copyOf(array, Math.min(Math.max(array.length * 2, length + extra), maximumLength));
            limit = limit < 0 ? -1 : array.length;
        }
    }

    /** Rewrites the last appended text, from byte {@code start} on. */
    public void changeCharset(int start, SingleByteCharset charset) {
        length = charset.change(array, start, length);
    }

    /** Replaces the last appended text, from byte {@code start} on, by other bytes, which must fit. */
    public void changeTo(int start, byte[] bytes) {
        length = start;
        makeRoomForChanged(bytes.length);
        System.arraycopy(bytes, 0, array, start, bytes.length);
        length = start + bytes.length;
    }

    /**
     * Shortens the text that was appended from byte {@code start} on, so that it ends at byte {@code most} or before, with a whole
     * character. What is appended next is stored again.
     *
     * @return the number of bytes that are missing, with those that had found no room before
     */
    public long shorten(int start, int most) {
        int kept = length <= most ? length : Utf8Region.characterStart(array, most, start);
        long missing = cutBytes + length - kept;
        length = kept;
        cutBytes = 0;
        limit = array.length;
        return missing;
    }

    /** Replaces all bytes from {@code kept} on by this end, which must fit; the replaced bytes count as cut. */
    public void endCut(int kept, byte[] end) {
        cutBytes += length - kept;
        if (kept + end.length > array.length) {
            array = Arrays.copyOf(array, kept + end.length);
        }
        System.arraycopy(end, 0, array, kept, end.length);
        length = kept + end.length;
        limit = -1;
    }

    /**
     * If something was cut, replaces the end of the text by {@code " [N bytes cut]"} and the given line end, so that it can be seen
     * and the next line starts where a line should. N counts what this overwrites too.
     */
    public void markCut(byte[] lineEnd) {
        if (cutBytes == 0) {
            return;
        }
        // Longest possible: " [" + 19 digits + " bytes cut]".
        int reserved = 32 + lineEnd.length;
        int most = Math.max(0, maximumLength - reserved);
        int keep = length <= most ? length : Utf8Region.characterStart(array, most);
        long cut = cutBytes + length - keep;
        length = keep;
        limit = array.length;
        cutBytes = 0;
        append(" [").append(cut).append(" bytes cut]").append(lineEnd);
        cutBytes += cut;
        limit = -1;
    }

    @Override
    public String toString() {
        return new String(array, 0, length, java.nio.charset.StandardCharsets.UTF_8);
    }

    private boolean room(int more) {
        return more <= limit - length || grow(more);
    }

    private boolean fits(int more) {
        if (room(more)) {
            return true;
        }
        cutBytes += more;
        limit = -1;
        return false;
    }

    private boolean grow(int more) {
        if (limit < 0 || more > maximumLength - length) {
            return false;
        }
        long doubled = Math.max(array.length * 2L, (long) length + more);
        array = Arrays.copyOf(array, (int) Math.min(doubled, maximumLength));
        limit = array.length;
        return true;
    }

    private TextBuffer appendWhatFits(byte[] utf8, int from, int count) {
        int fitting = limit < 0 ? 0 : maximumLength - length;
        int whole = fitting < count ? Utf8Region.characterStart(utf8, from + fitting, from) - from : count;
        if (whole > 0 && room(whole)) {
            System.arraycopy(utf8, from, array, length, whole);
            length += whole;
        } else {
            whole = 0;
        }
        cutBytes += count - whole;
        limit = -1;
        return this;
    }
}
