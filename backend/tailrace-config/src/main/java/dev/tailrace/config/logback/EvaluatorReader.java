package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Comparison;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code <evaluator>} of an {@code EvaluatorFilter}. */
final class EvaluatorReader {
    private static final String CONSEQUENCE = "the filter filters nothing";
    private static final Pattern LEVEL = expression("level\\s*(==|>=)\\s*(TRACE|DEBUG|INFO|WARN|ERROR)");
    private static final Pattern MARKER = expression(
            "(?:marker(?:List)?\\s*!=\\s*null\\s*&&\\s*)?marker(?:List)?\\.contains\\(\\s*\"([^\"\\\\]+)\"\\s*\\)");

    private final Document document;
    private final Element element;
    private final String appender;
    private final List<String> markers = new ArrayList<>();
    private @Nullable String exceptionClass;
    private @Nullable Element expression;

    private EvaluatorReader(Document document, Element element, String appender) {
        this.document = document;
        this.element = element;
        this.appender = appender;
    }

    private static Pattern expression(String regex) {
        return Pattern.compile("\\s*(?:return\\s+)?" + regex + "\\s*;?\\s*");
    }

    /** Null when the evaluator can't be used, which is a finding then. */
    static @Nullable EventTest read(Document document, Element element, String appender) {
        return new EvaluatorReader(document, element, appender).read();
    }

    private @Nullable EventTest read() {
        document.onlyAttributes(element, "class", "name");
        document.noText(element);
        return switch (document.part(element, LogbackClasses.Part.EXPRESSION_EVALUATOR)) {
            case MARKER_EVALUATOR -> {
                document.eachOption(element, option -> option(option, "marker"));
                yield new EventTest.HasMarker(markers);
            }
            case ERROR_EVALUATOR -> {
                document.eachOption(element, option -> option(option, ""));
                yield new EventTest.OfLevel(Threshold.ERROR);
            }
            case EXCEPTION_EVALUATOR -> {
                document.eachOption(element, option -> option(option, "exceptionClass"));
                yield exceptionClass == null
                        ? unusable(element.line(), "The evaluator has no <exceptionClass>; " + CONSEQUENCE + ".")
                        : new EventTest.OfText(Source.THROWABLE, Comparison.EQUALS_IGNORE_CASE, exceptionClass);
            }
            case EXPRESSION_EVALUATOR, STUB_EVALUATOR -> {
                document.eachOption(element, option -> option(option, "expression"));
                yield expression == null
                        ? unusable(element.line(), "The evaluator has no <expression>; " + CONSEQUENCE + ".")
                        : expression(expression);
            }
            default -> {
                document.unknownClass(element, appender, CONSEQUENCE + ".");
                yield null;
            }
        };
    }

    /** {@code known}: the option that an evaluator of this class has, besides its name. */
    private void option(Element option, String known) {
        String name = option.optionName();
        boolean matcher = name.equals("matcher") && known.equals("expression");
        if (name.equals(known)) {
            switch (known) {
                case "marker" -> markers.add(document.text(option));
                case "exceptionClass" -> exceptionClass = document.text(option);
                default -> expression = option;
            }
        } else if (!name.equals("name") && !matcher) {
            document.unknownOption(option, element, appender);
        }
    }

    private @Nullable EventTest expression(Element option) {
        String text = document.text(option);
        Matcher level = LEVEL.matcher(text);
        Matcher marker = MARKER.matcher(text);
        String instead = "";
        if (level.matches()) {
            instead = " A " + (level.group(1).equals("==") ? "LevelFilter" : "ThresholdFilter") + " with <level>"
                    + level.group(2) + "</level> does the same.";
        } else if (marker.matches()) {
            instead = " An OnMarkerEvaluator with <marker>" + marker.group(1) + "</marker> does the same.";
        }
        return unusable(
                option.textLine(),
                "The expression " + FindingText.quote(text) + " is Java, which isn't run; " + CONSEQUENCE
                        + ", as in Logback since 1.5.13." + instead);
    }

    private @Nullable EventTest unusable(int line, String cause) {
        document.findings().add(FindingCode.EVALUATOR_UNUSABLE, line, appender, cause);
        return null;
    }
}
