package dev.tailrace.layout;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the key of a keyed line in front of the line: one byte with the key's length, then a value of the context in UTF-8, without
 * characters that are special in a file name. Thread-safe; allocates nothing for values that need no change.
 */
public final class SiftedEncoder implements Encoder {
    /**
     * The longest key in bytes. A longer value is cut, and a hash of the whole value distinguishes it from others with the same start. A
     * file name has up to 255 bytes: a rolled file that waits for compression needs 60, and the configured part may use the rest.
     */
    static final int LONGEST = 120;
    /** Characters kept of a longer value; each takes up to three bytes. */
    private static final int KEPT = 36;

    private final Encoder line;
    private final String key;
    private final byte[] otherwise;
    private final boolean withPairs;
    private final Consumer<String> onChanged;
    /** May be missed: several threads may report at the same time. */
    private volatile boolean reported;

    /**
     * @param line writes the line
     * @param key the key in the diagnostic context
     * @param otherwise the value for events without the key, not empty
     * @param withPairs whether key-value pairs of a fluent call count as context entries, as with Log4j's binding for SLF4J
     * @param onChanged receives the first value that can't be used unchanged, and its replacement; called by the logging thread, so it must
     *     not wait
     */
    public SiftedEncoder(Encoder line, String key, String otherwise, boolean withPairs, Consumer<String> onChanged) {
        this.line = line;
        this.key = key;
        this.withPairs = withPairs;
        this.onChanged = onChanged;
        byte[] bytes = safe(otherwise).getBytes(StandardCharsets.UTF_8);
        this.otherwise = bytes.length <= LONGEST ? bytes : shortened(otherwise).getBytes(StandardCharsets.UTF_8);
    }

    /** The encoder of the line after the key. */
    public Encoder line() {
        return line;
    }

    @Override
    public void encode(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer out) {
        begin(event, out);
        line.encode(event, message, arguments, out);
    }

    private void begin(Event event, TextBuffer out) {
        String value = withPairs ? event.valueInContext(key) : event.contextValue(key);
        int start = out.length();
        out.append('\0');
        if (value == null || value.isEmpty()) {
            out.append(otherwise, 0, otherwise.length);
        } else if (value.length() > LONGEST) {
            out.append(changed(shortened(value)));
        } else if (isSafe(value)) {
            out.append(value);
        } else {
            String safe = safe(value);
            out.append(safe.equals(value) ? safe : changed(safe));
        }
        int length = out.length() - start - 1;
        if (length > LONGEST && value != null) {
            out.truncate(start + 1);
            out.append(changed(shortened(value)));
            length = out.length() - start - 1;
        }
        // The buffer may have grown.
        out.array()[start] = (byte) length;
    }

    private String changed(String used) {
        if (!reported) {
            reported = true;
            onChanged.accept(used);
        }
        return used;
    }

    private static String shortened(String value) {
        String all = safe(value.substring(0, Math.min(value.length(), KEPT + 1)));
        int end = Math.min(all.length(), KEPT);
        if (Character.isHighSurrogate(all.charAt(end - 1))) {
            end--;
        }
        return all.substring(0, end) + "~" + Integer.toHexString(value.hashCode());
    }

    private static boolean isSafe(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!isSafe(value.charAt(i))) {
                return false;
            }
        }
        return value.charAt(0) != '.';
    }

    /**
     * Whether a character is safe in file names: no separator or wildcard on any system, no character of a file name pattern, and
     * encodable.
     */
    private static boolean isSafe(char c) {
        return switch (c) {
            case '/', '\\', ':', '*', '?', '"', '<', '>', '|', '%', '\uFFFD' -> false;
            default ->
                !Character.isISOControl(c) && !Character.isSurrogate(c) && !ControlCharacters.isSeparatorOrDirection(c);
        };
    }

    private static String safe(String value) {
        StringBuilder safe = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                safe.append(c).append(value.charAt(++i));
            } else {
                safe.append(isSafe(c) ? c : '_');
            }
        }
        // A file name that begins with a dot would be hidden, and could be the name of a lock file.
        if (safe.length() > 0 && safe.charAt(0) == '.') {
            safe.setCharAt(0, '_');
        }
        return safe.toString();
    }
}
