package dev.tailrace.junit;

import org.junit.platform.engine.UniqueId;

/**
 * The name that a test is kept by: {@code com.acme.OrdersTest#fill(int)[2]}. It is made of the unique id, because that is what the
 * listener and the extension both have, and it has neither display names nor engines in it, which people change without changing the test.
 */
final class TestName {
    private TestName() {}

    /** From the parts of the id: JUnit writes it as one text only when asked, which takes longer than an empty test. */
    static String of(UniqueId id) {
        StringBuilder name = new StringBuilder(80);
        for (UniqueId.Segment segment : id.getSegments()) {
            String value = segment.getValue();
            switch (segment.getType()) {
                case "engine", "suite" -> name.setLength(0);
                case "class", "runner", "class-template" -> {
                    name.setLength(0);
                    name.append(value);
                }
                case "nested-class", "nested-class-template" -> name.append('$').append(value);
                case "method", "test-template", "test-factory", "test" ->
                    name.append('#').append(value);
                case "test-template-invocation", "class-template-invocation", "dynamic-test", "dynamic-container" ->
                    name.append('[')
                            .append(value, value.startsWith("#") ? 1 : 0, value.length())
                            .append(']');
                default -> name.append(name.isEmpty() ? "" : "/").append(value);
            }
        }
        return name.isEmpty() ? id.toString() : name.toString();
    }
}
