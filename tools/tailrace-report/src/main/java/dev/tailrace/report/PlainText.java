package dev.tailrace.report;

/**
 * Tells texts that stay as they are wherever they are quoted, as most do: in JSON, also within a page, in XML and in HTML. All who write
 * such ask this first. So a JVM that lives for a second compiles one loop for them, and that soon.
 */
public final class PlainText {
    private PlainText() {}

    /** Whether it is printable ASCII without {@code " & ' < = > \}. */
    public static boolean is(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            // Letters first.
            if (c > '>' ? c > '~' || c == '\\' : c >= '<' || (c < '(' && isSpecial(c))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpecial(char c) {
        return c < ' ' || c == '"' || c == '&' || c == '\'';
    }
}
