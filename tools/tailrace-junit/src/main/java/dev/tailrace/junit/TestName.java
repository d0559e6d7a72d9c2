package dev.tailrace.junit;

import org.junit.platform.engine.UniqueId;

/**
 * A test's name in the baseline: {@code com.acme.OrdersTest#fill(int)[2]}. It is made from the unique id, because the listener and the
 * extension both have that id. It contains neither display name nor engine, because these change while the test stays the same.
 */
final class TestName {
    private TestName() {}

    static String of(UniqueId id) {
        StringBuilder name = new StringBuilder();
        for (UniqueId.Segment segment : id.getSegments()) {
            append(name, segment);
        }
        return name.isEmpty() ? id.toString() : name.toString();
    }

    /** JUnit 4 appends the class in brackets to a test's name, and the vintage engine appends a number to a repeated name. */
    private static String withoutClass(StringBuilder name, String value) {
        int start = value.lastIndexOf('(');
        int end = value.indexOf(')', start + 1);
        return start > 0
                        && end > start
                        && ('#' + name.toString() + '#').contains('#' + value.substring(start + 1, end) + '#')
                ? value.substring(0, start) + value.substring(end + 1)
                : value;
    }

    private static void append(StringBuilder name, UniqueId.Segment segment) {
        String value = segment.getValue();
        switch (segment.getType()) {
            case "engine", "suite" -> name.setLength(0);
            case "class", "runner", "class-template" -> {
                name.setLength(0);
                name.append(value);
            }
            case "nested-class", "nested-class-template" -> name.append('$').append(value);
            case "method", "test-template", "test-factory" -> name.append('#').append(value);
            case "test" -> name.append('#').append(withoutClass(name, value));
            case "test-template-invocation", "class-template-invocation", "dynamic-test", "dynamic-container" ->
                name.append('[')
                        .append(value.startsWith("#") ? value.substring(1) : value)
                        .append(']');
            default -> name.append(name.isEmpty() ? "" : "/").append(value);
        }
    }
}
