package dev.tailrace.junit;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The name that a test is kept by: {@code com.acme.OrdersTest#fill(int)[2]}. It is made of the unique id, because that is all that the
 * listener and the extension both have, and it has neither display names nor engines in it, which people change without changing the test.
 */
final class TestName {
    /** A test is asked for four times, twice by the listener and twice by the extension. */
    private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

    private static final int MOST_KNOWN = 256;

    private TestName() {}

    static String of(String uniqueId) {
        String known = KNOWN.get(uniqueId);
        if (known != null) {
            return known;
        }
        if (KNOWN.size() >= MOST_KNOWN) {
            KNOWN.clear();
        }
        String made = made(uniqueId);
        KNOWN.put(uniqueId, made);
        return made;
    }

    /** Of segments {@code [type:value]}, between slashes; neither of the two holds a bracket as it is. */
    private static String made(String uniqueId) {
        StringBuilder name = new StringBuilder();
        int end = 0;
        for (int start = uniqueId.indexOf('['); start >= 0; start = uniqueId.indexOf('[', end)) {
            int colon = uniqueId.indexOf(':', start);
            end = uniqueId.indexOf(']', start);
            if (colon < 0 || end < colon) {
                return uniqueId;
            }
            String value = decoded(uniqueId.substring(colon + 1, end));
            switch (uniqueId.substring(start + 1, colon)) {
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
                            .append(value.startsWith("#") ? value.substring(1) : value)
                            .append(']');
                default -> name.append(name.isEmpty() ? "" : "/").append(value);
            }
        }
        return name.isEmpty() ? uniqueId : name.toString();
    }

    private static String decoded(String value) {
        // A plus sign stands for itself in unique ids.
        return value.indexOf('%') < 0 ? value : URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
