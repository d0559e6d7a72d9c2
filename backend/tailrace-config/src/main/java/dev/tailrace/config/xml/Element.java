package dev.tailrace.config.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One XML element as it stands in the file, before substitution. Filled by {@link ElementReader}, then only read. */
public final class Element {
    private final String name;
    private final @Nullable String file;
    private final int line;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    /** The lines of attributes that don't stand in the element's own line. */
    private final Map<String, Integer> attributeLines = new HashMap<>();

    private final List<Element> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int textLine;

    public Element(String name, @Nullable String file, int line) {
        this.name = name;
        this.file = file;
        this.line = line;
    }

    public String name() {
        return name;
    }

    /** The name of its file in findings. */
    @Nullable
    public String file() {
        return file;
    }

    /** The line its start tag begins in, counted from 1. */
    public int line() {
        return line;
    }

    /** The line its text begins in; the element's when it has none. */
    public int textLine() {
        return textLine == 0 ? line : textLine;
    }

    public Map<String, String> attributes() {
        return attributes;
    }

    @Nullable
    public String attribute(String attribute) {
        return attributes.get(attribute);
    }

    /** Adds an attribute that stands in a line of its own. */
    public void attribute(String attribute, String value, int ownLine) {
        attributes.put(attribute, value);
        attributeLines.put(attribute, ownLine);
    }

    /** The line of an attribute: the element's where nothing else is known. */
    public int line(String attribute) {
        return attributeLines.getOrDefault(attribute, line);
    }

    public List<Element> children() {
        return children;
    }

    /** Its own text, without its children's, trimmed. */
    public String text() {
        String own = text.toString().strip();
        // Editors put in spaces that aren't white space, such as U+00A0.
        return own.chars().allMatch(Character::isSpaceChar) ? "" : own;
    }

    /** Element names of Logback's rules are compared without regard to case. */
    public boolean is(String ruleName) {
        return name.equalsIgnoreCase(ruleName);
    }

    /** The name as an option: Logback follows the conventions of Java beans, so only the first letter may have either case. */
    public String optionName() {
        boolean decapitalizable = !name.isEmpty()
                && Character.isUpperCase(name.charAt(0))
                && (name.length() == 1 || !Character.isUpperCase(name.charAt(1)));
        return decapitalizable ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : name;
    }

    public void addText(String more, int startLine) {
        if (textLine == 0 && !more.isBlank()) {
            int skipped = 0;
            for (int i = 0; Character.isWhitespace(more.charAt(i)); i++) {
                skipped += more.charAt(i) == '\n' ? 1 : 0;
            }
            textLine = startLine + skipped;
        }
        text.append(more);
    }
}
