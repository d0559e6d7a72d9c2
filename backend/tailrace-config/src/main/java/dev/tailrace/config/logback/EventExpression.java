package dev.tailrace.config.logback;

import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Comparison;
import dev.tailrace.config.model.EventTest.Letters;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.EventTest.Text;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.config.xml.ExpressionText.ProblemException;
import dev.tailrace.config.xml.Values;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the expression of a {@code JaninoEventEvaluator}, which is Java: as far as it compares what an event has with constants it
 * becomes an {@link EventTest}, and nothing is compiled or run. Bounded in depth, whatever the text. Not thread-safe.
 *
 * <pre>
 *   expression = [ "return" ] or [ ";" ]
 *   or         = and { "||" and }
 *   and        = equal { "&amp;&amp;" equal }
 *   equal      = related [ ("==" | "!=") related ]
 *   related    = unary [ ("&gt;=" | "&gt;" | "&lt;=" | "&lt;") unary | "instanceof" name { "." name } ]
 *   unary      = "!" unary | value { "." name [ "(" [ or ] ")" ] }
 *   value      = [ "(" "String" ")" ] ( "(" or ")" | string | number | name )
 * </pre>
 */
final class EventExpression {
    /** Logback's numbers of the levels. */
    private static final Map<String, Integer> LEVELS =
            Map.of("TRACE", 5_000, "DEBUG", 10_000, "INFO", 20_000, "WARN", 30_000, "ERROR", 40_000);

    private static final String VALUE = "a name, a string or a bracket";

    /** What a part of the expression stands for. */
    private sealed interface Part {
        record Answer(EventTest test) implements Part {}

        record Of(Text text) implements Part {}

        record Constant(String text) implements Part {}

        record Whole(int number) implements Part {}

        record Regex(String regex) implements Part {}
    }

    /** Parts that are one of a kind. */
    private enum Single implements Part {
        EVENT,
        LEVEL,
        MARKERS,
        CONTEXT,
        THROWABLE,
        NULL
    }

    private final ExpressionText text;
    private final Map<String, String> matchers;

    private EventExpression(ExpressionText text, Map<String, String> matchers) {
        this.text = text;
        this.matchers = matchers;
    }

    /** @param matchers regular expressions by the names of the matchers that hold them */
    static EventTest read(String text, Map<String, String> matchers) throws ProblemException {
        EventExpression expression = new EventExpression(new ExpressionText(text), matchers);
        expression.text.takeWord("return");
        EventTest test = expression.answer(expression.or(), "the expression");
        if (!expression.text.isAtEnd()) {
            throw expression.text.problem("an operator or the end was expected");
        }
        return test;
    }

    private Part or() throws ProblemException {
        text.enter();
        Part left = and();
        if (text.isNext("||")) {
            List<EventTest> tests = new ArrayList<>(List.of(answer(left, "the left of ||")));
            while (text.take("||")) {
                tests.add(answer(and(), "the right of ||"));
            }
            left = new Part.Answer(new EventTest.Any(tests));
        }
        text.leave();
        return left;
    }

    private Part and() throws ProblemException {
        Part left = equal();
        if (!text.isNext("&&")) {
            return left;
        }
        List<EventTest> tests = new ArrayList<>(List.of(answer(left, "the left of &&")));
        while (text.take("&&")) {
            tests.add(answer(equal(), "the right of &&"));
        }
        return new Part.Answer(new EventTest.All(tests));
    }

    private Part equal() throws ProblemException {
        Part left = related();
        boolean equal = text.take("==");
        if (!equal && !text.take("!=")) {
            return left;
        }
        Part right = related();
        EventTest test;
        if (left == Single.NULL) {
            test = isNull(right);
        } else if (right == Single.NULL) {
            test = isNull(left);
        } else {
            test = level(left, equal ? "==" : "!=", right);
            return new Part.Answer(test);
        }
        return new Part.Answer(equal ? test : new EventTest.Not(test));
    }

    private EventTest isNull(Part part) throws ProblemException {
        if (part instanceof Part.Of of) {
            return new EventTest.Not(new EventTest.OfText(of.text(), Comparison.IS_THERE, ""));
        }
        if (part == Single.MARKERS) {
            return new EventTest.Not(new EventTest.AnyMarker());
        }
        if (part == Single.THROWABLE) {
            return new EventTest.Not(thrown());
        }
        throw text.problem("only the message, the context's values, the marker and the throwable can be null");
    }

    private static EventTest thrown() {
        return new EventTest.OfText(new Text(Source.THROWABLE), Comparison.IS_THERE, "");
    }

    private Part related() throws ProblemException {
        Part left = unary();
        for (String operator : new String[] {">=", "<=", ">", "<"}) {
            if (text.take(operator)) {
                return new Part.Answer(level(left, operator, unary()));
            }
        }
        if (!text.takeWord("instanceof")) {
            return left;
        }
        if (left != Single.THROWABLE) {
            throw text.problem("only the throwable can be asked for its class");
        }
        StringBuilder name = new StringBuilder(text.word("the name of a class"));
        while (text.take(".")) {
            name.append('.').append(text.word("the name of a class"));
        }
        return new Part.Answer(new EventTest.Thrown(name.toString()));
    }

    /** Those of the five levels for which a comparison with a number holds. */
    private EventTest level(Part left, String operator, Part right) throws ProblemException {
        boolean turned = right == Single.LEVEL;
        Part other = turned ? left : right;
        if ((!turned && left != Single.LEVEL) || !(other instanceof Part.Whole number)) {
            throw text.problem(
                    "only the level can be compared by " + operator + ", with a level or a number; strings by equals");
        }
        Set<Threshold> levels = EnumSet.noneOf(Threshold.class);
        for (Map.Entry<String, Integer> level : LEVELS.entrySet()) {
            int order = turned
                    ? Integer.compare(number.number(), level.getValue())
                    : Integer.compare(level.getValue(), number.number());
            boolean holds = switch (operator) {
                case "==" -> order == 0;
                case "!=" -> order != 0;
                case ">=" -> order >= 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order < 0;
            };
            if (holds) {
                levels.add(Threshold.valueOf(level.getKey()));
            }
        }
        return new EventTest.OfLevel(levels);
    }

    private Part unary() throws ProblemException {
        if (!text.isNext("!=") && text.take("!")) {
            text.enter();
            EventTest test = answer(unary(), "what stands behind !");
            text.leave();
            return new Part.Answer(new EventTest.Not(test));
        }
        Part part = value();
        while (text.take(".")) {
            String name = text.word("the name of a method");
            part = text.isNext("(") ? call(part, name) : field(part, name);
        }
        return part;
    }

    private Part value() throws ProblemException {
        if (text.take("(")) {
            if (text.takeWord("String")) {
                text.expect(")");
                return value();
            }
            Part inside = or();
            text.expect(")");
            return inside;
        }
        char next = text.peek();
        if (next == '"') {
            return new Part.Constant(text.string());
        }
        String word = text.word(VALUE);
        if (Character.isDigit(next)) {
            Integer number = Values.integer(word);
            if (number == null) {
                throw text.problem(word + " is no whole number");
            }
            return new Part.Whole(number);
        }
        return named(word);
    }

    private Part named(String word) throws ProblemException {
        String regex = matchers.get(word);
        Integer level = LEVELS.get(word);
        if (regex != null) {
            return new Part.Regex(regex);
        }
        if (level != null) {
            return new Part.Whole(level);
        }
        return switch (word) {
            case "message" -> new Part.Of(new Text(Source.MESSAGE));
            case "formattedMessage" -> new Part.Of(new Text(Source.FORMATTED));
            case "logger" -> new Part.Of(new Text(Source.LOGGER));
            case "level" -> Single.LEVEL;
            case "marker", "markerList" -> Single.MARKERS;
            case "mdc" -> Single.CONTEXT;
            case "throwable", "throwableProxy" -> Single.THROWABLE;
            case "event" -> Single.EVENT;
            case "null" -> Single.NULL;
            case "true" -> new Part.Answer(new EventTest.All(List.of()));
            case "false" -> new Part.Answer(new EventTest.Any(List.of()));
            default -> throw text.problem("\"" + word + "\" is not known here");
        };
    }

    private Part field(Part of, String name) throws ProblemException {
        if (of == Single.LEVEL && name.equals("levelInt")) {
            return Single.LEVEL;
        }
        throw text.problem("\"" + name + "\" is not known here");
    }

    private Part call(Part of, String method) throws ProblemException {
        text.expect("(");
        Part argument = text.isNext(")") ? null : or();
        text.expect(")");
        Part result = argument == null ? call0(of, method) : call1(of, method, argument);
        if (result == null) {
            throw text.problem("\"" + method + "(" + (argument == null ? "" : "...") + ")\" is not known here");
        }
        return result;
    }

    private static @Nullable Part call0(Part of, String method) {
        if (of == Single.EVENT) {
            return switch (method) {
                case "getMessage" -> new Part.Of(new Text(Source.MESSAGE));
                case "getFormattedMessage" -> new Part.Of(new Text(Source.FORMATTED));
                case "getLoggerName" -> new Part.Of(new Text(Source.LOGGER));
                case "getThreadName" -> new Part.Of(new Text(Source.THREAD));
                case "getLevel" -> Single.LEVEL;
                case "getMarker" -> Single.MARKERS;
                case "getMDCPropertyMap", "getMdc" -> Single.CONTEXT;
                case "getThrowableProxy" -> Single.THROWABLE;
                default -> null;
            };
        }
        if (of == Single.LEVEL && (method.equals("toInt") || method.equals("toInteger"))) {
            return Single.LEVEL;
        }
        if (of == Single.THROWABLE && method.equals("getClassName")) {
            return new Part.Of(new Text(Source.THROWABLE));
        }
        if (!(of instanceof Part.Of part)) {
            return null;
        }
        Text text = part.text();
        return switch (method) {
            case "isEmpty" -> needing(text, Comparison.IS_EMPTY, "");
            case "toLowerCase" -> new Part.Of(new Text(text.source(), text.key(), Letters.LOWER));
            case "toUpperCase" -> new Part.Of(new Text(text.source(), text.key(), Letters.UPPER));
            case "toString" -> part;
            default -> null;
        };
    }

    private static @Nullable Part call1(Part of, String method, Part argument) {
        if (argument instanceof Part.Of part) {
            EventTest test = null;
            if (of instanceof Part.Regex regex && method.equals("matches")) {
                return needing(part.text(), Comparison.FINDS, regex.regex());
            } else if (of instanceof Part.Constant constant && method.equals("equals")) {
                test = new EventTest.OfText(part.text(), Comparison.EQUALS, constant.text());
            } else if (of instanceof Part.Constant constant && method.equals("equalsIgnoreCase")) {
                test = new EventTest.OfText(part.text(), Comparison.EQUALS_IGNORE_CASE, constant.text());
            }
            return test == null ? null : new Part.Answer(test);
        }
        if (!(argument instanceof Part.Constant constant)) {
            return null;
        }
        if (of == Single.MARKERS && method.equals("contains")) {
            return needing(new EventTest.AnyMarker(), new EventTest.HasMarker(List.of(constant.text())));
        }
        if (of == Single.CONTEXT && (method.equals("get") || method.equals("containsKey"))) {
            Text value = new Text(Source.CONTEXT, constant.text(), Letters.KEPT);
            return method.equals("get")
                    ? new Part.Of(value)
                    : new Part.Answer(new EventTest.OfText(value, Comparison.IS_THERE, ""));
        }
        Comparison how = switch (method) {
            case "equals" -> Comparison.EQUALS;
            case "equalsIgnoreCase" -> Comparison.EQUALS_IGNORE_CASE;
            case "contains" -> Comparison.CONTAINS;
            case "startsWith" -> Comparison.STARTS_WITH;
            case "endsWith" -> Comparison.ENDS_WITH;
            case "matches" -> Comparison.MATCHES;
            default -> null;
        };
        if (how == Comparison.MATCHES && !Comparison.isRegex(constant.text())) {
            return null;
        }
        return how == null || !(of instanceof Part.Of part) ? null : needing(part.text(), how, constant.text());
    }

    /** Java throws for a question about what isn't there, and the filter is neutral then. */
    private static Part needing(EventTest needed, EventTest test) {
        return new Part.Answer(new EventTest.All(List.of(new EventTest.Needed(needed), test)));
    }

    private static Part needing(Text text, Comparison how, String with) {
        return needing(new EventTest.OfText(text, Comparison.IS_THERE, ""), new EventTest.OfText(text, how, with));
    }

    private EventTest answer(Part part, String what) throws ProblemException {
        if (part instanceof Part.Answer answer) {
            return answer.test();
        }
        throw text.problem(what + " is neither true nor false");
    }
}
