package dev.tailrace.report;

/** Text made safe for HTML, as content and inside quoted attributes. */
final class Html {
    private Html() {}

    static String escape(String text) {
        int plain = plain(text);
        if (plain == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, plain);
        for (int i = plain; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\n', '\t' -> out.append(c);
                default -> out.append(Character.isISOControl(c) ? '\ufffd' : c);
            }
        }
        return out.toString();
    }

    /** How much of the beginning stays as it is: mostly all of it. */
    private static int plain(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '&' || c == '<' || c == '>' || c == '"' || c == '\'' || (c >= 0x7f && c < 0xa0)) {
                return i;
            }
        }
        return length;
    }
}
