package dev.tailrace.config;

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
    private static final int DEEPEST = 100;
    private static final int LONGEST = 10_000;
    /** Characters that a regular expression may look at; more is a pattern that doubles with each character. */
    private static final int MOST_STEPS = 1_000_000;

    /** What can't be evaluated, and why. */
    static final class ProblemException extends Exception {
        private static final long serialVersionUID = 1L;

        ProblemException(String problem) {
            super(problem);
        }
    }

    /** Ends a search from inside; the regular expressions of the JDK know no other way. */
    private static final class TooLongException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * @param holds the condition's value
     * @param comparesStrings whether it compares two strings by {@code ==}
     */
    record Outcome(boolean holds, boolean comparesStrings) {}

    private final String text;
    private final Function<String, @Nullable String> properties;
    private int at;
    private int depth;
    private int steps;
    private boolean comparesStrings;

    private Condition(String text, Function<String, @Nullable String> properties) {
        this.text = text;
        this.properties = properties;
    }

    /** @param properties the value of a property, or null */
    static Outcome evaluate(String text, Function<String, @Nullable String> properties) throws ProblemException {
        if (text.length() > LONGEST) {
            throw new ProblemException("it is longer than " + LONGEST + " characters");
        }
        Condition condition = new Condition(text, properties);
        boolean holds = condition.bool(condition.or(), "the condition");
        condition.blanks();
        // Scripts may end with a semicolon.
        if (condition.at < text.length()
                && !text.substring(condition.at).strip().equals(";")) {
            throw condition.problem("an operator or the end was expected");
        }
        return new Outcome(holds, condition.comparesStrings);
    }

    private @Nullable Object or() throws ProblemException {
        if (++depth > DEEPEST) {
            throw problem("it is nested deeper than " + DEEPEST + " levels");
        }
        Object left = and();
        while (take("||")) {
            // Both sides are read, to find what is wrong in either.
            boolean first = bool(left, "the left of ||");
            left = bool(and(), "the right of ||") || first;
        }
        depth--;
        return left;
    }

    private @Nullable Object and() throws ProblemException {
        Object left = equal();
        while (take("&&")) {
            boolean first = bool(left, "the left of &&");
            left = bool(equal(), "the right of &&") && first;
        }
        return left;
    }

    private @Nullable Object equal() throws ProblemException {
        Object left = unary();
        boolean equal = take("==");
        if (!equal && !take("!=")) {
            return left;
        }
        Object right = unary();
        if (left != null && right != null && left.getClass() != right.getClass()) {
            throw problem("a string can't be compared with true or false");
        }
        comparesStrings |= left instanceof String && right instanceof String;
        return equal == (left == null ? right == null : left.equals(right));
    }

    private @Nullable Object unary() throws ProblemException {
        blanks();
        if (at < text.length() && text.charAt(at) == '!' && !text.startsWith("!=", at)) {
            at++;
            if (++depth > DEEPEST) {
                throw problem("it is nested deeper than " + DEEPEST + " levels");
            }
            boolean value = bool(unary(), "what stands behind !");
            depth--;
            return !value;
        }
        Object value = value();
        while (take(".")) {
            String method = word();
            List<@Nullable Object> arguments = arguments();
            if (!(value instanceof String string)) {
                throw problem("only a string has methods, such as ." + method);
            }
            value = call(string, method, arguments);
        }
        return value;
    }

    private @Nullable Object value() throws ProblemException {
        blanks();
        if (take("(")) {
            Object inner = or();
            expect(")");
            return inner;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return string();
        }
        String word = word();
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> function(word, arguments());
        };
    }

    private Object function(String name, List<@Nullable Object> arguments) throws ProblemException {
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
        throw problem("there is no function " + name + " with " + arguments.size() + " arguments");
    }

    private Object call(String string, String method, List<@Nullable Object> arguments) throws ProblemException {
        if (arguments.isEmpty()) {
            return switch (method) {
                case "isEmpty" -> string.isEmpty();
                case "isBlank" -> string.isBlank();
                case "trim" -> string.trim();
                case "strip" -> string.strip();
                case "toLowerCase" -> string.toLowerCase(java.util.Locale.ROOT);
                case "toUpperCase" -> string.toUpperCase(java.util.Locale.ROOT);
                default -> throw problem("a string has no method " + method + "() here");
            };
        }
        if (arguments.size() != 1) {
            throw problem("a string has no method " + method + " with " + arguments.size() + " arguments here");
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
            default -> throw problem("a string has no method " + method + " here");
        };
    }

    private boolean matches(String string, String expression) throws ProblemException {
        try {
            return Pattern.compile(expression).matcher(new Counted(string)).matches();
        } catch (PatternSyntaxException e) {
            throw problem("the regular expression " + FindingText.quote(expression) + " is malformed");
        } catch (TooLongException | StackOverflowError e) {
            throw problem("the regular expression " + FindingText.quote(expression) + " takes too long");
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

    private List<@Nullable Object> arguments() throws ProblemException {
        expect("(");
        List<@Nullable Object> arguments = new ArrayList<>();
        if (take(")")) {
            return arguments;
        }
        do {
            arguments.add(or());
        } while (take(","));
        expect(")");
        return arguments;
    }

    private String string() throws ProblemException {
        StringBuilder string = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
                char escaped = at < text.length() ? text.charAt(at) : ' ';
                switch (escaped) {
                    case '"', '\\', '\'' -> string.append(escaped);
                    case 'n' -> string.append('\n');
                    case 't' -> string.append('\t');
                    default -> throw problem("\\" + escaped + " is no escape");
                }
            } else {
                string.append(c);
            }
        }
        if (at >= text.length()) {
            throw problem("a string is not closed");
        }
        at++;
        return string.toString();
    }

    private String word() throws ProblemException {
        blanks();
        int begin = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        if (begin == at) {
            throw problem("a property(...), a string or a bracket was expected");
        }
        return text.substring(begin, at);
    }

    private boolean bool(@Nullable Object value, String what) throws ProblemException {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw problem(what + " is neither true nor false");
    }

    private String string(@Nullable Object value, String whose) throws ProblemException {
        if (value instanceof String string) {
            return string;
        }
        throw problem(whose + " takes a string");
    }

    private boolean take(String token) {
        blanks();
        if (!text.startsWith(token, at)) {
            return false;
        }
        at += token.length();
        return true;
    }

    private void expect(String token) throws ProblemException {
        if (!take(token)) {
            throw problem(token + " was expected");
        }
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private ProblemException problem(String problem) {
        return new ProblemException(problem + " (at character " + (Math.min(at, text.length()) + 1) + ")");
    }
}
