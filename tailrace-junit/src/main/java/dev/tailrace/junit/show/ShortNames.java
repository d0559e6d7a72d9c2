package dev.tailrace.junit.show;

import java.util.HashMap;
import java.util.Map;

/** Names of tests and places without their packages, which fill a table and tell its reader nothing. */
final class ShortNames {
    private final Map<String, Integer> uses = new HashMap<>();

    ShortNames(Run run) {
        for (TestResult test : run.tests()) {
            String name = shortened(test.id());
            Integer known = uses.get(name);
            uses.put(name, known == null ? 1 : known + 1);
        }
    }

    /** A test's or class's name; the whole of it where another one of the run would be called the same. */
    String of(String id) {
        String name = shortened(id);
        return uses.getOrDefault(name, 0) > 1 ? id : name;
    }

    private static String shortened(String id) {
        int end = id.indexOf('#') < 0 ? id.length() : id.indexOf('#');
        return id.substring(id.lastIndexOf('.', end - 1) + 1);
    }

    /** {@code Orders.fill(Orders.java:17)}. */
    static String place(String place) {
        int end = place.indexOf('(');
        int method = place.lastIndexOf('.', end);
        int type = method <= 0 ? -1 : place.lastIndexOf('.', method - 1);
        return place.substring(type + 1);
    }
}
