package dev.tailrace.layout.log4j;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Shortens class and logger names as Log4j 2's precision asks for: {@code 2} keeps the last two parts, {@code -1} drops the first one,
 * {@code 1.} keeps one letter of each part but the last, {@code 1.1.~.~} has a rule for each part, {@code 1.2*} keeps the last two
 * unchanged.
 */
final class Log4jNames {
    private static final Pattern NUMBER = Pattern.compile("(-?)([0-9]*)");
    private static final Pattern LAST_WHOLE = Pattern.compile("1\\.([1-9][0-9]*)\\*");

    /** How many characters of a part are kept, and the character that replaces the rest; 0: none. */
    private record Fragment(int characters, char ellipsis) {}

    private Log4jNames() {}

    static UnaryOperator<String> of(@Nullable String precision) {
        String trimmed = precision == null ? "" : precision.trim();
        if (trimmed.isEmpty()) {
            return UnaryOperator.identity();
        }
        Matcher lastWhole = LAST_WHOLE.matcher(trimmed);
        if (lastWhole.matches()) {
            int count = number(lastWhole.group(1));
            return name -> keepLastWhole(name, count);
        }
        Matcher number = NUMBER.matcher(trimmed);
        if (number.matches() && trimmed.length() > number.group(1).length()) {
            int count = number(number.group(2));
            return number.group(1).isEmpty()
                    ? name -> last(name, Math.max(1, count))
                    : name -> withoutFirst(name, count);
        }
        List<Fragment> fragments = fragments(trimmed);
        return name -> abbreviated(name, fragments);
    }

    private static int number(String digits) {
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private static String last(String name, int count) {
        int dot = name.length() - 1;
        for (int i = 0; i < count; i++) {
            dot = name.lastIndexOf('.', dot - 1);
            if (dot < 0) {
                return name;
            }
        }
        return name.substring(dot + 1);
    }

    private static String withoutFirst(String name, int count) {
        int start = 0;
        for (int i = 0; i < count; i++) {
            int dot = name.indexOf('.', start);
            if (dot < 0) {
                return name;
            }
            start = dot + 1;
        }
        return name.substring(start);
    }

    private static String keepLastWhole(String name, int count) {
        List<String> parts = new ArrayList<>();
        for (String part : name.split("\\.", -1)) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        for (int i = 0; i < parts.size() - count; i++) {
            parts.set(i, parts.get(i).substring(0, 1));
        }
        return String.join(".", parts);
    }

    private static List<Fragment> fragments(String precision) {
        List<Fragment> fragments = new ArrayList<>();
        for (int at = 0; at >= 0 && at < precision.length(); ) {
            char c = precision.charAt(at);
            int characters = c == '*' ? Integer.MAX_VALUE : c >= '0' && c <= '9' ? c - '0' : 0;
            boolean counted = c == '*' || (c >= '0' && c <= '9');
            int next = counted ? at + 1 : at;
            char ellipsis = next < precision.length() && precision.charAt(next) != '.' ? precision.charAt(next) : 0;
            fragments.add(new Fragment(characters, ellipsis));
            int dot = precision.indexOf('.', at);
            at = dot < 0 ? -1 : dot + 1;
        }
        return fragments;
    }

    private static String abbreviated(String name, List<Fragment> fragments) {
        StringBuilder shortened = new StringBuilder(name.length());
        int start = 0;
        for (int i = 0; start < name.length(); i++) {
            int dot = name.indexOf('.', start);
            if (dot < 0) {
                shortened.append(name, start, name.length());
                break;
            }
            Fragment fragment = fragments.get(Math.min(i, fragments.size() - 1));
            if (dot - start > fragment.characters) {
                shortened.append(name, start, start + fragment.characters);
                if (fragment.ellipsis != 0) {
                    shortened.append(fragment.ellipsis);
                }
            } else {
                shortened.append(name, start, dot);
            }
            shortened.append('.');
            start = dot + 1;
        }
        return shortened.toString();
    }
}
