package dev.tailrace.doctor.threads;

/**
 * The prefix of a container's log before each line, such as {@code 2024-05-01T12:00:00.123456789Z stdout F }. It is known from the line
 * that a dump begins with: others have the same characters there, but for digits. Immutable.
 */
final class LinePrefix {
    static final LinePrefix NONE = new LinePrefix("");

    private final String example;

    LinePrefix(String example) {
        this.example = example;
    }

    /** The line without it; the line itself where it does not have it. */
    String without(String line) {
        int length = example.length();
        if (length == 0) {
            return line;
        }
        // The space at the end is gone from lines that were empty.
        int compared = Math.min(length, line.length());
        if (compared < length - 1) {
            return line;
        }
        for (int i = 0; i < compared; i++) {
            char a = example.charAt(i);
            char b = line.charAt(i);
            if (a != b && !(isDigit(a) && isDigit(b))) {
                return line;
            }
        }
        return line.substring(compared);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
