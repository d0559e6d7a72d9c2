package dev.tailrace.lint.live;

import java.util.List;

/**
 * A line of what doctor's agent wrote, with the lines below it that are indented further. Not thread-safe while it is read.
 *
 * @param line counted from 1
 */
public record LiveNode(String key, String value, int line, List<LiveNode> children) {
    /** The first below it of this key; empty when there is none. */
    public String text(String name) {
        return children.stream()
                .filter(each -> each.key.equals(name))
                .map(each -> each.value)
                .findFirst()
                .orElse("");
    }

    boolean is(String name) {
        return text(name).equals("true");
    }

    /** The first below it of this key as a number; 0 when there is none. */
    public long number(String name) {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The nodes below it of a key, in their order. */
    public List<LiveNode> all(String name) {
        return children.stream().filter(each -> each.key.equals(name)).toList();
    }

    /** The parts below it that a field of this name holds. */
    List<LiveNode> parts(String field) {
        return all("part").stream().filter(each -> each.value.equals(field)).toList();
    }

    /** The class's name without its package. */
    String simpleClass() {
        String name = text("class");
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
}
