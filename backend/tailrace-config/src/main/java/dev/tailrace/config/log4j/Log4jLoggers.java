package dev.tailrace.config.log4j;

import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code <Loggers>} of a Log4j 2 configuration. */
final class Log4jLoggers {
    /** How the root logger is called in here. */
    static final String ROOT = "";

    /**
     * A logger whose references are not followed yet.
     *
     * @param gate its filters
     */
    record Draft(
            String name,
            int line,
            @Nullable Threshold level,
            boolean additive,
            CompositeFilter gate,
            List<Log4jAppender.Reference> references) {
        /** Whether another declaration of the logger says the same. */
        boolean isLike(Draft other) {
            return level == other.level
                    && additive == other.additive
                    && gate.equals(other.gate)
                    && anywhere().equals(other.anywhere());
        }

        private List<Log4jAppender.Reference> anywhere() {
            return references.stream()
                    .map(each ->
                            new Log4jAppender.Reference(each.appender(), 0, each.gate(), each.passing(), each.taking()))
                    .toList();
        }

        Draft with(@Nullable Threshold other) {
            return new Draft(name, line, other, additive, gate, references);
        }
    }

    private final Log4jDocument document;
    private final Findings findings;
    private final Map<String, Draft> drafts = new LinkedHashMap<>();

    Log4jLoggers(Log4jDocument document) {
        this.document = document;
        this.findings = document.findings();
    }

    /** By name; the root logger is called "". */
    Map<String, Draft> drafts() {
        return drafts;
    }

    void read(Log4jNode all) {
        for (Log4jNode node : all.children()) {
            if (node.is("Root", "AsyncRoot")) {
                node.accept("name");
                logger(node.take(), ROOT);
            } else if (node.is("Logger", "AsyncLogger")) {
                String name = node.take().required("name", "the logger is ignored.");
                if (name != null) {
                    logger(node, name.equals("root") ? ROOT : name);
                }
            }
        }
        all.finish(null);
    }

    private void logger(Log4jNode node, String name) {
        String shown = name.isEmpty() ? "ROOT" : name;
        // The location is always available, and taken only for the appenders that do.
        node.accept("includeLocation");
        String both = document.isProperties() ? node.value("levelAndRefs") : null;
        if (both == null) {
            node.refuse("levelAndRefs", shown, "it belongs into files of properties only, as in Log4j.");
        }
        Threshold level = null;
        String word = both == null ? node.value("level") : both.split(",", -1)[0].strip();
        if (word != null && !word.isEmpty()) {
            level = document.level(
                    word,
                    node.line("level"),
                    shown,
                    name.isEmpty() ? "ERROR is used." : "the level of the logger above is used.");
        }
        boolean additive = node.bool("additivity", true, shown);
        CompositeFilter gate = Log4jFilters.read(node, document, shown);
        List<Log4jAppender.Reference> references = Log4jAppenders.references(node, document, shown);
        if (both != null) {
            references = references(both, node, shown, !references.isEmpty());
        }
        node.take("Property")
                .forEach(property -> findings.add(
                        FindingCode.NOT_SUPPORTED,
                        property.line(),
                        shown,
                        "Properties of a logger don't get into the context of its events; this one is ignored.",
                        "Put it into the MDC, or into the pattern."));
        node.finish(shown);
        Draft draft = new Draft(
                name,
                node.line(),
                level == null && name.isEmpty() ? Threshold.ERROR : level,
                additive,
                gate,
                references);
        Draft earlier = drafts.put(name, draft);
        if (earlier != null && !earlier.isLike(draft)) {
            findings.add(
                    FindingCode.LOGGER_DEFINED_TWICE,
                    node.line(),
                    shown,
                    "The logger " + FindingText.quote(shown) + " was configured in line " + earlier.line()
                            + " already; only the later one counts, as in Log4j.");
        }
    }

    /** The parts of {@code logger.x = level, appender, appender}, beside which nothing else of the kind counts. */
    private List<Log4jAppender.Reference> references(String both, Log4jNode node, String shown, boolean others) {
        if (others || node.value("level") != null) {
            findings.add(
                    FindingCode.LOGGER_DEFINED_TWICE,
                    node.line(),
                    shown,
                    "The logger " + FindingText.quote(shown) + " is " + FindingText.quote(both)
                            + ", so that its level and appenderRef beside it are ignored, as in Log4j.");
        }
        return Arrays.stream(both.split(",", -1))
                .skip(1)
                .map(String::strip)
                .map(ref -> new Log4jAppender.Reference(ref, node.line(), CompositeFilter.OPEN, Log4jFilters.ALL))
                .toList();
    }
}
