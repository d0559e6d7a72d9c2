package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.logback.document.OptionValue;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import org.jspecify.annotations.Nullable;

/** Reads one {@code <filter>} of an appender. */
final class FilterReader {
    private static final String ON_MATCH = "onMatch";
    private static final String ON_MISMATCH = "onMismatch";

    private final Document document;
    private final ElementValues values;
    private final Element element;
    private final String appender;

    private FilterReader(Document document, Element element, String appender) {
        this.document = document;
        this.values = document.values();
        this.element = element;
        this.appender = appender;
    }

    /** Null when the filter can't be used; then a finding says that everything passes. */
    static @Nullable FilterConfig read(Document document, Element element, String appender) {
        return new FilterReader(document, element, appender).read();
    }

    private @Nullable FilterConfig read() {
        values.onlyAttributes(element, "class", "name");
        switch (values.part(element, LogbackClasses.Part.UNKNOWN)) {
            case THRESHOLD_FILTER -> {
                Threshold level = level(options("name", "level"));
                return level == null ? null : new FilterConfig.ThresholdFilter(level);
            }
            case LEVEL_FILTER -> {
                InnerOptions options = options("name", "level", ON_MATCH, ON_MISMATCH);
                Threshold level = level(options);
                Reply onMatch = reply(options, ON_MATCH);
                Reply onMismatch = reply(options, ON_MISMATCH);
                return level == null ? null : new FilterConfig.LevelFilter(level, onMatch, onMismatch);
            }
            case EVALUATOR_FILTER -> {
                return evaluated(options("name", "evaluator", ON_MATCH, ON_MISMATCH));
            }
            default -> {
                UnknownNames.reportClass(values, element, appender, "it filters nothing.");
                return null;
            }
        }
    }

    private InnerOptions options(String... known) {
        values.noText(element);
        return InnerOptions.of(document, element, appender, known);
    }

    private @Nullable Threshold level(InnerOptions options) {
        OptionValue level = options.get("level");
        if (level.isMissing()) {
            values.findings()
                    .add(
                            FindingCode.FILTER_WITHOUT_LEVEL,
                            element.line(),
                            appender,
                            "The filter has no level; it filters nothing, as in Logback.");
            return null;
        }
        return values.level(level.text(), level.option().line(), appender);
    }

    private @Nullable FilterConfig evaluated(InnerOptions options) {
        EventTest test = null;
        for (OptionValue evaluator : options.all("evaluator")) {
            test = EvaluatorReader.read(document, evaluator.option(), appender);
        }
        if (options.all("evaluator").isEmpty()) {
            values.findings()
                    .add(
                            FindingCode.EVALUATOR_UNUSABLE,
                            element.line(),
                            appender,
                            "The filter has no <evaluator>; it filters nothing, as in Logback.");
        }
        Reply onMatch = reply(options, ON_MATCH);
        Reply onMismatch = reply(options, ON_MISMATCH);
        return test == null ? null : new FilterConfig.Asking(test, onMatch, onMismatch);
    }

    private static Reply reply(InnerOptions options, String name) {
        OptionValue option = options.get(name);
        return option.isMissing() ? Reply.NEUTRAL : reply(option, option.text(), Reply.NEUTRAL);
    }

    static Reply reply(OptionValue option, String word, Reply otherwise) {
        for (Reply reply : Reply.values()) {
            if (reply.name().equals(word)) {
                return reply;
            }
        }
        option.findings()
                .add(
                        FindingCode.BAD_VALUE,
                        option.option().line(),
                        option.consumer(),
                        "<" + option.option().name() + "> is " + FindingText.quote(word)
                                + ", none of ACCEPT, DENY, NEUTRAL; " + otherwise + " is used.");
        return otherwise;
    }
}
