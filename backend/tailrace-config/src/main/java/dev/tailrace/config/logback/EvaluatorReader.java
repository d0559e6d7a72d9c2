package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.logback.document.OptionValue;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Comparison;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
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
    private final ElementValues values;
    private final Element element;
    private final String appender;

    private EvaluatorReader(Document document, Element element, String appender) {
        this.document = document;
        this.values = document.values();
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
        values.onlyAttributes(element, "class", "name");
        values.noText(element);
        return switch (values.part(element, LogbackClasses.Part.EXPRESSION_EVALUATOR)) {
            case MARKER_EVALUATOR ->
                new EventTest.HasMarker(
                        options("name", "marker").all("marker").stream()
                                .map(OptionValue::text)
                                .toList(),
                        false);
            case ERROR_EVALUATOR -> {
                options("name");
                yield new EventTest.OfLevel(Threshold.ERROR);
            }
            case EXCEPTION_EVALUATOR -> {
                String exceptionClass = options("name", "exceptionClass").value("exceptionClass");
                yield exceptionClass == null
                        ? unusable(element.line(), "The evaluator has no <exceptionClass>; " + CONSEQUENCE + ".")
                        : new EventTest.OfText(Source.THROWABLE, Comparison.EQUALS_IGNORE_CASE, exceptionClass);
            }
            case EXPRESSION_EVALUATOR, STUB_EVALUATOR -> {
                OptionValue expression =
                        options("name", "expression", "matcher").get("expression");
                yield expression.isMissing()
                        ? unusable(element.line(), "The evaluator has no <expression>; " + CONSEQUENCE + ".")
                        : expression(expression);
            }
            default -> {
                UnknownNames.reportClass(values, element, appender, CONSEQUENCE + ".");
                yield null;
            }
        };
    }

    private InnerOptions options(String... known) {
        return InnerOptions.of(document, element, appender, known);
    }

    private @Nullable EventTest expression(OptionValue expression) {
        String text = expression.text();
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
                expression.option().textLine(),
                "The expression " + FindingText.quote(text) + " is Java, which isn't run; " + CONSEQUENCE
                        + ", as in Logback since 1.5.13." + instead);
    }

    private @Nullable EventTest unusable(int line, String cause) {
        values.findings().add(FindingCode.EVALUATOR_UNUSABLE, line, appender, cause);
        return null;
    }
}
