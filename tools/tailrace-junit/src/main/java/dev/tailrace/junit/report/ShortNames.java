package dev.tailrace.junit.report;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Names of tests and places without their packages, which fill a table and say nothing to its reader. */
final class ShortNames {
    private final Set<String> once = new HashSet<>();
    private final Set<String> several = new HashSet<>();

    /** @param classes of all tests that are named */
    ShortNames(Collection<String> classes) {
        for (String name : classes) {
            if (!once.add(shortened(name))) {
                several.add(shortened(name));
            }
        }
    }

    /** A test's or class's name; the whole of it where another class of the run would be called the same. */
    String of(String id) {
        String name = shortened(id);
        int end = name.indexOf('#');
        return several.contains(end < 0 ? name : name.substring(0, end)) ? id : name;
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
