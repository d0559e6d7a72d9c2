package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads one {@code <filter>} of an appender. */
final class FilterReader {
    private final Document document;
    private final Element element;
    private final String appender;
    private @Nullable Threshold level;
    private @Nullable Element evaluator;
    private @Nullable EventTest test;
    private Reply onMatch = Reply.NEUTRAL;
    private Reply onMismatch = Reply.NEUTRAL;

    private FilterReader(Document document, Element element, String appender) {
        this.document = document;
        this.element = element;
        this.appender = appender;
    }

    /** Null when the filter can't be used; then a finding says that everything passes. */
    static @Nullable FilterConfig read(Document document, Element element, String appender) {
        return new FilterReader(document, element, appender).read();
    }

    private @Nullable FilterConfig read() {
        document.onlyAttributes(element, "class", "name");
        LogbackClasses.Part part = document.part(element, LogbackClasses.Part.UNKNOWN);
        if (part == LogbackClasses.Part.EVALUATOR_FILTER) {
            return evaluated();
        }
        if (part != LogbackClasses.Part.THRESHOLD_FILTER && part != LogbackClasses.Part.LEVEL_FILTER) {
            document.unknownClass(element, appender, "it filters nothing.");
            return null;
        }
        boolean replies = part == LogbackClasses.Part.LEVEL_FILTER;
        document.noText(element);
        document.eachOption(element, option -> option(option, replies));
        if (level == null) {
            document.findings()
                    .add(
                            FindingCode.FILTER_WITHOUT_LEVEL,
                            element.line(),
                            appender,
                            "The filter has no level; it filters nothing, as in Logback.");
            return null;
        }
        return replies
                ? new FilterConfig.LevelFilter(level, onMatch, onMismatch)
                : new FilterConfig.ThresholdFilter(level);
    }

    private @Nullable FilterConfig evaluated() {
        document.noText(element);
        document.eachOption(element, option -> {
            if (option.optionName().equals("evaluator")) {
                evaluator = option;
                test = EvaluatorReader.read(document, option, appender);
            } else if (option.optionName().equals("level")) {
                document.unknownOption(option, element, appender);
            } else {
                option(option, true);
            }
        });
        if (evaluator == null) {
            document.findings()
                    .add(
                            FindingCode.EVALUATOR_UNUSABLE,
                            element.line(),
                            appender,
                            "The filter has no <evaluator>; it filters nothing, as in Logback.");
        }
        return test == null ? null : new FilterConfig.Asking(test, onMatch, onMismatch);
    }

    private void option(Element option, boolean replies) {
        switch (option.optionName()) {
            case "level" -> level = document.level(document.text(option), option.line(), appender);
            case "name" -> {
                // Only for people.
            }
            case "onMatch" -> onMatch = replies ? reply(option) : refuse(option);
            case "onMismatch" -> onMismatch = replies ? reply(option) : refuse(option);
            default -> document.unknownOption(option, element, appender);
        }
    }

    private Reply refuse(Element option) {
        document.unknownOption(option, element, appender);
        return Reply.NEUTRAL;
    }

    private Reply reply(Element option) {
        String word = document.text(option).toUpperCase(Locale.ROOT);
        for (Reply reply : Reply.values()) {
            if (reply.name().equals(word)) {
                return reply;
            }
        }
        document.findings()
                .add(
                        FindingCode.BAD_VALUE,
                        option.line(),
                        appender,
                        "<" + option.name() + "> is " + FindingText.quote(word)
                                + ", none of ACCEPT, DENY, NEUTRAL; NEUTRAL is used.");
        return Reply.NEUTRAL;
    }
}
