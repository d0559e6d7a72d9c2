package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the condition of an {@code <if>}: the few expressions that people write there, and nothing else. No script engine, no
 * compiler, no reflection: a property can be looked up, a string can be asked, and that is all a condition can do. Bounded in depth
 * and time, whatever the text. Not thread-safe.
 *
 * <pre>
 *   or      = and { "||" and }
 *   and     = equal { "&amp;&amp;" equal }
 *   equal   = unary [ ("==" | "!=") unary ]
 *   unary   = "!" unary | value { "." method "(" [ or ] ")" }
 *   value   = "(" or ")" | string | "true" | "false" | "null" | function "(" or { "," or } ")"
 * </pre>
 */
final class Condition {
    private static final String VALUE = "a property(...), a string or a bracket";

    /** Characters that a regular expression may look at; more is a pattern that doubles with each character. */
    private static final int MOST_STEPS = 1_000_000;

    /** Ends a search from inside; the regular expressions of the JDK know no other way. */
    private static final class TooLongException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * @param holds the condition's value
     * @param comparesStrings whether it compares two strings by {@code ==}
     */
    record Outcome(boolean holds, boolean comparesStrings) {}

    private final ExpressionText text;
    private final Function<String, @Nullable String> properties;
    private int steps;
    private boolean comparesStrings;

    private Condition(ExpressionText text, Function<String, @Nullable String> properties) {
        this.text = text;
        this.properties = properties;
    }

    /** @param properties the value of a property, or null */
    static Outcome evaluate(String text, Function<String, @Nullable String> properties)
            throws ExpressionText.ProblemException {
        Condition condition = new Condition(new ExpressionText(text), properties);
        boolean holds = condition.bool(condition.or(), "the condition");
        if (!condition.text.isAtEnd()) {
            throw condition.text.problem("an operator or the end was expected");
        }
        return new Outcome(holds, condition.comparesStrings);
    }

    private @Nullable Object or() throws ExpressionText.ProblemException {
        text.enter();
        Object left = and();
        while (text.take("||")) {
            // Both sides are read, to find what is wrong in either.
            boolean first = bool(left, "the left of ||");
            left = bool(and(), "the right of ||") || first;
        }
        text.leave();
        return left;
    }

    private @Nullable Object and() throws ExpressionText.ProblemException {
        Object left = equal();
        while (text.take("&&")) {
            boolean first = bool(left, "the left of &&");
            left = bool(equal(), "the right of &&") && first;
        }
        return left;
    }

    private @Nullable Object equal() throws ExpressionText.ProblemException {
        Object left = unary();
        boolean equal = text.take("==");
        if (!equal && !text.take("!=")) {
            return left;
        }
        Object right = unary();
        if (left != null && right != null && left.getClass() != right.getClass()) {
            throw text.problem("a string can't be compared with true or false");
        }
        comparesStrings |= left instanceof String && right instanceof String;
        return equal == (left == null ? right == null : left.equals(right));
    }

    private @Nullable Object unary() throws ExpressionText.ProblemException {
        if (!text.isNext("!=") && text.take("!")) {
            text.enter();
            boolean value = bool(unary(), "what stands behind !");
            text.leave();
            return !value;
        }
        Object value = value();
        while (text.take(".")) {
            String method = text.word(VALUE);
            List<@Nullable Object> arguments = arguments();
            if (!(value instanceof String string)) {
                throw text.problem("only a string has methods, such as ." + method);
            }
            value = call(string, method, arguments);
        }
        return value;
    }

    private @Nullable Object value() throws ExpressionText.ProblemException {
        if (text.take("(")) {
            Object inner = or();
            text.expect(")");
            return inner;
        }
        if (text.peek() == '"') {
            return text.string();
        }
        String word = text.word(VALUE);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> function(word, arguments());
        };
    }

    private Object function(String name, List<@Nullable Object> arguments) throws ExpressionText.ProblemException {
        String value = arguments.isEmpty() ? null : properties.apply(string(arguments.get(0), name));
        boolean second = arguments.size() == 2;
        if (arguments.size() == 1) {
            switch (name) {
                case "property", "p" -> {
                    return value == null ? "" : value;
                }
                case "isDefined" -> {
                    return value != null;
                }
                case "isNull" -> {
                    return value == null;
                }
                default -> {
                    // The problem below says it.
                }
            }
        } else if (second && name.equals("propertyEquals")) {
            return string(arguments.get(1), name).equals(value);
        } else if (second && name.equals("propertyContains")) {
            return value != null && value.contains(string(arguments.get(1), name));
        }
        throw text.problem("there is no function " + name + " with " + arguments.size() + " arguments");
    }

    private Object call(String string, String method, List<@Nullable Object> arguments)
            throws ExpressionText.ProblemException {
        if (arguments.isEmpty()) {
            return switch (method) {
                case "isEmpty" -> string.isEmpty();
                case "isBlank" -> string.isBlank();
                case "trim" -> string.trim();
                case "strip" -> string.strip();
                case "toLowerCase" -> string.toLowerCase(java.util.Locale.ROOT);
                case "toUpperCase" -> string.toUpperCase(java.util.Locale.ROOT);
                default -> throw text.problem("a string has no method " + method + "() here");
            };
        }
        if (arguments.size() != 1) {
            throw text.problem("a string has no method " + method + " with " + arguments.size() + " arguments here");
        }
        Object argument = arguments.get(0);
        if (method.equals("equals") || method.equals("equalsIgnoreCase")) {
            return argument instanceof String other
                    && (method.equals("equals") ? string.equals(other) : string.equalsIgnoreCase(other));
        }
        String other = string(argument, method);
        return switch (method) {
            case "contains" -> string.contains(other);
            case "startsWith" -> string.startsWith(other);
            case "endsWith" -> string.endsWith(other);
            case "matches" -> matches(string, other);
            default -> throw text.problem("a string has no method " + method + " here");
        };
    }

    private boolean matches(String string, String expression) throws ExpressionText.ProblemException {
        try {
            return Pattern.compile(expression).matcher(new Counted(string)).matches();
        } catch (PatternSyntaxException e) {
            throw text.problem("the regular expression " + FindingText.quote(expression) + " is malformed");
        } catch (TooLongException | StackOverflowError e) {
            throw text.problem("the regular expression " + FindingText.quote(expression) + " takes too long");
        }
    }

    /** Ends the search of an expression that tries again and again. */
    private final class Counted implements CharSequence {
        private final CharSequence of;

        Counted(CharSequence of) {
            this.of = of;
        }

        @Override
        public char charAt(int index) {
            if (++steps > MOST_STEPS) {
                throw new TooLongException();
            }
            return of.charAt(index);
        }

        @Override
        public int length() {
            return of.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(of.subSequence(start, end));
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }

    private List<@Nullable Object> arguments() throws ExpressionText.ProblemException {
        text.expect("(");
        List<@Nullable Object> arguments = new ArrayList<>();
        if (text.take(")")) {
            return arguments;
        }
        do {
            arguments.add(or());
        } while (text.take(","));
        text.expect(")");
        return arguments;
    }

    private boolean bool(@Nullable Object value, String what) throws ExpressionText.ProblemException {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw text.problem(what + " is neither true nor false");
    }

    private String string(@Nullable Object value, String whose) throws ExpressionText.ProblemException {
        if (value instanceof String string) {
            return string;
        }
        throw text.problem(whose + " takes a string");
    }
}
