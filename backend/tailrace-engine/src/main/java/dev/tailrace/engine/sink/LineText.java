package dev.tailrace.engine.sink;

/**
 * Escapes any text for one line of words: space, backslash, control characters and halves of surrogate pairs become {@code \}{@code uXXXX}.
 */
public final class LineText {
    private LineText() {}

    public static String escaped(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean paired = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (paired) {
                line.append(c).append(text.charAt(++i));
            } else if (c == ' ' || c == '\\' || Character.isISOControl(c) || Character.isSurrogate(c)) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }

    /**
     * The text that was escaped.
     *
     * @throws IllegalArgumentException when {@code line} wasn't made by {@link #escaped}
     */
    public static String unescaped(String line) {
        StringBuilder text = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\') {
                if (!line.startsWith("u", i + 1) || line.length() < i + 6) {
                    throw new IllegalArgumentException("half an escape: " + line);
                }
                text.append((char) Integer.parseUnsignedInt(line.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
