package dev.tailrace.config.logback;

import dev.tailrace.config.document.Document;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Comparison;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.EventTest.Text;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.ClassNames;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the {@code <evaluator>} of an {@code EvaluatorFilter}. */
final class EvaluatorReader {
    private static final String CONSEQUENCE = "the filter filters nothing.";

    private final Document document;
    private final Element element;
    private final String appender;
    private final List<String> markers = new ArrayList<>();
    private final Map<String, String> matchers = new HashMap<>();
    private @Nullable String exceptionClass;
    private @Nullable String expression;
    private int expressionLine;

    private EvaluatorReader(Document document, Element element, String appender) {
        this.document = document;
        this.element = element;
        this.appender = appender;
    }

    /** Null when the evaluator can't be used, which is a finding then. */
    static @Nullable EventTest read(Document document, Element element, String appender) {
        return new EvaluatorReader(document, element, appender).read();
    }

    private @Nullable EventTest read() {
        document.onlyAttributes(element, "class", "name");
        document.noText(element);
        return switch (document.part(element, ClassNames.Part.EXPRESSION_EVALUATOR)) {
            case MARKER_EVALUATOR -> {
                document.eachOption(element, option -> option(option, "marker"));
                yield new EventTest.HasMarker(markers);
            }
            case ERROR_EVALUATOR -> {
                document.eachOption(element, option -> option(option, ""));
                yield new EventTest.OfLevel(Set.of(Threshold.ERROR));
            }
            case EXCEPTION_EVALUATOR -> {
                document.eachOption(element, option -> option(option, "exceptionClass"));
                yield exceptionClass == null
                        ? unusable(element.line(), "The evaluator has no <exceptionClass>")
                        : new EventTest.OfText(
                                new Text(Source.THROWABLE), Comparison.EQUALS_IGNORE_CASE, exceptionClass);
            }
            case EXPRESSION_EVALUATOR, STUB_EVALUATOR -> {
                document.eachOption(element, option -> option(option, "expression"));
                yield expression();
            }
            default -> {
                document.unknownClass(element, appender, CONSEQUENCE);
                yield null;
            }
        };
    }

    /** {@code known}: the option that an evaluator of this class has, besides its name. */
    private void option(Element option, String known) {
        String name = option.optionName();
        if (name.equals("matcher") && known.equals("expression")) {
            matcher(option);
        } else if (name.equals(known)) {
            switch (known) {
                case "marker" -> markers.add(document.text(option));
                case "exceptionClass" -> exceptionClass = document.text(option);
                default -> {
                    expression = document.text(option);
                    expressionLine = option.textLine();
                }
            }
        } else if (!name.equals("name")) {
            document.unknownOption(option, element, appender);
        }
    }

    private void matcher(Element matcher) {
        document.onlyAttributes(matcher, "class");
        document.noText(matcher);
        Map<String, String> options = new HashMap<>();
        Map<String, Boolean> flags = new HashMap<>(Map.of("caseSensitive", true, "unicodeCase", false));
        document.eachOption(matcher, option -> {
            String name = option.optionName();
            if (flags.containsKey(name)) {
                flags.compute(name, (key, usual) -> document.bool(option, Boolean.TRUE.equals(usual), appender));
            } else if (name.equals("name") || name.equals("regex")) {
                options.put(name, document.text(option));
            } else {
                document.unknownOption(option, matcher, appender);
            }
        });
        String name = options.get("name");
        String regex = options.get("regex");
        if (name == null || regex == null) {
            unusable(matcher.line(), "A <matcher> needs a <name> and a <regex>");
            return;
        }
        String flagged = (Boolean.TRUE.equals(flags.get("caseSensitive")) ? "" : "(?i)")
                + (Boolean.TRUE.equals(flags.get("unicodeCase")) ? "(?u)" : "")
                + regex;
        if (Comparison.isRegex(flagged)) {
            matchers.put(name, flagged);
        } else {
            unusable(matcher.line(), FindingText.quote(regex) + " is no regular expression");
        }
    }

    private @Nullable EventTest expression() {
        String given = expression;
        if (given == null || given.isEmpty()) {
            return unusable(element.line(), "The evaluator has no <expression>");
        }
        try {
            EventTest test = EventExpression.read(given, matchers);
            document.findings()
                    .add(
                            FindingCode.EXPRESSION_EVALUATED,
                            expressionLine,
                            appender,
                            "The expression " + FindingText.quote(given)
                                    + " is evaluated, as Logback did until 1.5.12; later ones filter nothing by it.");
            return test;
        } catch (ExpressionText.ProblemException e) {
            return unusable(
                    expressionLine,
                    "The expression " + FindingText.quote(given) + " is not understood: " + e.getMessage());
        }
    }

    private @Nullable EventTest unusable(int line, String why) {
        document.findings().add(FindingCode.EVALUATOR_UNUSABLE, line, appender, why + "; " + CONSEQUENCE);
        return null;
    }
}
