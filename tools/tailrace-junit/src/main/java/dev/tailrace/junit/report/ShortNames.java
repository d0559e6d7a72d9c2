package dev.tailrace.junit.report;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Names of tests and places without their packages, which make tables wide and rarely help. */
final class ShortNames {
    private final Set<String> once = new HashSet<>();
    private final Set<String> several = new HashSet<>();

    /** @param classes the classes of all named tests */
    ShortNames(Collection<String> classes) {
        for (String name : classes) {
            if (!once.add(shortened(name))) {
                several.add(shortened(name));
            }
        }
    }

    /** The short name of a test or class; the full name if another class of the run has the same short name. */
    String of(String id) {
        String name = shortened(id);
        int end = name.indexOf('#');
        return several.contains(end < 0 ? name : name.substring(0, end)) ? id : name;
    }

    private static String shortened(String id) {
        int end = id.indexOf('#') < 0 ? id.length() : id.indexOf('#');
        return id.substring(id.lastIndexOf('.', end - 1) + 1);
    }

    /** A place without its package: {@code Orders.fill(Orders.java:17)}. */
    static String place(String place) {
        int end = place.indexOf('(');
        int method = place.lastIndexOf('.', end);
        int type = method <= 0 ? -1 : place.lastIndexOf('.', method - 1);
        return place.substring(type + 1);
    }
}
