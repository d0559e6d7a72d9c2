package dev.tailrace.report;

/** Text made safe for HTML, as content and inside quoted attributes. */
final class Html {
    private Html() {}

    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
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
}
