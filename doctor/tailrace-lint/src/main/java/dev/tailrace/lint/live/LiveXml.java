package dev.tailrace.lint.live;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the configuration file that would have led to what was found in a process, one element a line, and remembers from which line of
 * the evidence each came. Not thread-safe.
 */
public final class LiveXml {
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> lines = new ArrayList<>();

    /** An element that is left open; attributes are names and values in turn, and those with an empty value are left out. */
    void open(int line, String element, String... attributes) {
        begin(line, element, attributes);
        text.append(">\n");
    }

    /** An element with nothing inside. */
    void empty(int line, String element, String... attributes) {
        begin(line, element, attributes);
        text.append("/>\n");
    }

    /** An element with a text; nothing at all when that is empty. */
    void option(int line, String element, String value) {
        if (!value.isEmpty()) {
            begin(line, element);
            text.append('>').append(escaped(value)).append("</").append(element).append(">\n");
        }
    }

    /** An element for each appender that a logger or an appender refers to. */
    void refer(LiveNode owner, String element, LiveAppenders appenders) {
        appenders.behind(owner).forEach(each -> empty(owner.line(), element, "ref", appenders.name(each)));
    }

    void close(String element) {
        lines.add(lines.isEmpty() ? 0 : lines.get(lines.size() - 1));
        text.append("</").append(element).append(">\n");
    }

    private void begin(int line, String element, String... attributes) {
        lines.add(line);
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            if (!attributes[i + 1].isEmpty()) {
                text.append(' ')
                        .append(attributes[i])
                        .append("=\"")
                        .append(escaped(attributes[i + 1]))
                        .append('"');
            }
        }
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** The whole text. */
    public String text() {
        return text.toString();
    }

    /** The line of the evidence that a line of the file came from; 0: none. */
    public int lineOf(int line) {
        return line >= 1 && line <= lines.size() ? lines.get(line - 1) : 0;
    }
}
