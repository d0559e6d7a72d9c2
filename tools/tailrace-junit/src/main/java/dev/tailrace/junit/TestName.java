package dev.tailrace.junit;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.TestIdentifier;

/**
 * The name that a test is kept by: {@code com.acme.OrdersTest#fill(int)[2]}. It is made of the unique id, because that is what the
 * listener and the extension both have, and it has neither display names nor engines in it, which people change without changing the test.
 */
final class TestName implements Function<Object, String> {
    /** Names what the listener was told of, and leaves names as they are. */
    static final Function<Object, String> OF_OWNER = new TestName();

    private TestName() {}

    /** What was asked for last: the tests of a class come one after the other. */
    private static volatile Container latest = new Container(null, false, "", "#");

    /**
     * @param ofJupiter whether the ids of what it contains are its own and one segment; other engines may do otherwise
     * @param name of one of Jupiter's only
     * @param methods how the names of its methods begin
     */
    private record Container(@Nullable UniqueId id, boolean ofJupiter, String name, String methods) {
        static Container of(UniqueId id) {
            boolean ofJupiter = isOfJupiter(id);
            String name = ofJupiter ? joined(id).toString() : "";
            return new Container(id, ofJupiter, name, name + "#");
        }
    }

    /** A class: for a method reference the JVM would make one before the first test. */
    @Override
    public String apply(Object owner) {
        return owner instanceof TestIdentifier test ? of(test) : owner.toString();
    }

    /** As JUnit's listeners are told of it. */
    static String of(TestIdentifier test) {
        UniqueId id = test.getUniqueIdObject();
        UniqueId parent = test.getParentIdObject().orElse(null);
        if (parent == null) {
            return of(id);
        }
        Container container = latest;
        if (!parent.equals(container.id())) {
            container = Container.of(parent);
            latest = container;
        }
        if (!container.ofJupiter()) {
            return of(id);
        }
        UniqueId.Segment last = id.getLastSegment();
        if (last.getType().equals("method")) {
            return container.methods().concat(last.getValue());
        }
        StringBuilder name = new StringBuilder(80).append(container.name());
        append(name, last);
        return name.isEmpty() ? id.toString() : name.toString();
    }

    private static boolean isOfJupiter(UniqueId id) {
        String engine = "";
        for (UniqueId.Segment segment : id.getSegments()) {
            engine = segment.getType().equals("engine") ? segment.getValue() : engine;
        }
        return engine.equals("junit-jupiter");
    }

    /** From the parts of the id: JUnit writes it as one text only when asked, which takes longer than an empty test. */
    static String of(UniqueId id) {
        StringBuilder name = joined(id);
        return name.isEmpty() ? id.toString() : name.toString();
    }

    private static StringBuilder joined(UniqueId id) {
        StringBuilder name = new StringBuilder(80);
        for (UniqueId.Segment segment : id.getSegments()) {
            append(name, segment);
        }
        return name;
    }

    /** JUnit 4 ends a test's name with its class in brackets, and JUnit's engine for it with a number where a name occurs twice. */
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
