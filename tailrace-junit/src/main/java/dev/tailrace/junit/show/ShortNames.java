package dev.tailrace.junit.show;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of tests and places without their packages, which fill a table and tell its reader nothing. */
final class ShortNames {
    private static final Pattern PLACE = Pattern.compile("(?:[^.(]*\\.)*([^.(]+\\.[^.(]+\\(.*)");

    private final Map<String, Integer> uses = new HashMap<>();

    ShortNames(Run run) {
        run.tests().forEach(test -> uses.merge(shortened(test.id()), 1, Integer::sum));
    }

    /** A test's or class's name; the whole of it where another one of the run would be called the same. */
    String of(String id) {
        return uses.getOrDefault(shortened(id), 0) > 1 ? id : shortened(id);
    }

    private static String shortened(String id) {
        int end = id.indexOf('#') < 0 ? id.length() : id.indexOf('#');
        return id.substring(id.lastIndexOf('.', end - 1) + 1);
    }

    /** {@code Orders.fill(Orders.java:17)}. */
    static String place(String place) {
        Matcher matcher = PLACE.matcher(place);
        return matcher.matches() ? matcher.group(1) : place;
    }
}
