package dev.tailrace.config.dialect;

import dev.tailrace.bytes.Multiline;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Targets whose lines are in the file of another appender, their source. What can't be read there they write once more themselves. */
public final class TargetSource {
    private static final Pattern LINE_END = Pattern.compile("%n(?![A-Za-z])|\n");

    private TargetSource() {}

    /** The configuration, with the layouts of sources for such targets, and findings about those that can't read their source's file. */
    public static Configuration checked(Configuration configuration) {
        List<AppenderConfig> appenders = new ArrayList<>();
        List<Finding> findings = new ArrayList<>(configuration.findings());
        for (AppenderConfig each : configuration.appenders()) {
            TargetConfig target = each.layout().target();
            String source = target == null ? null : target.source();
            appenders.add(
                    target == null || source == null ? each : checked(each, target, source, configuration, findings));
        }
        return appenders.equals(configuration.appenders())
                ? configuration
                : configuration.withAppenders(appenders).withFindings(findings);
    }

    private static AppenderConfig checked(
            AppenderConfig appender,
            TargetConfig target,
            String source,
            Configuration configuration,
            List<Finding> findings) {
        AppenderConfig from = configuration.appenders().stream()
                .filter(each -> each.name().equals(source) && each.layout().target() == null)
                .findFirst()
                .orElse(null);
        LayoutConfig layout = (from == null ? appender : from).layout();
        String reason = obstacle(appender, from, configuration);
        if (reason.isEmpty() && from != null && from.destination() instanceof DestinationConfig.File file) {
            String usual = TargetDraft.directory(appender.name());
            boolean beside = appender.destination().equals(TargetDraft.row(usual));
            String directory = file.directory().resolve(usual).toString();
            return appender.with(beside ? TargetDraft.row(directory) : appender.destination(), layout.to(target));
        }
        findings.add(Finding.of(
                        FindingCode.TARGET_SETTING,
                        "The lines of the source " + FindingText.quote(source) + " can't be sent from its file: "
                                + reason + ". Its target encodes and writes them once more.")
                .at(appender.file() == null ? configuration.source() : appender.file(), appender.line())
                .about(appender.name())
                .remedy("Name an appender that appends JSON, or patterns with multiline=\"escape\", to a file, and give"
                        + " both the same references and filters."));
        return appender.with(appender.destination(), layout.to(target.withoutSource()));
    }

    /** Why the lines can't be read from the file; empty: they can. */
    private static String obstacle(
            AppenderConfig appender, @Nullable AppenderConfig from, Configuration configuration) {
        if (from == null) {
            return "no such appender is used";
        }
        DestinationConfig written = from.destination();
        if (!(written instanceof DestinationConfig.File file) || !file.append()) {
            return written instanceof DestinationConfig.File
                    ? "the file is emptied at a start"
                    : "the appender has not one file";
        }
        if (configuration.appenders().stream()
                .anyMatch(each -> each.destination().equals(written) && !isOneLine(each))) {
            return "an event can be several lines there";
        }
        return events(configuration, written).equals(events(configuration, appender.destination()))
                ? ""
                : "the two have different references or filters";
    }

    private static boolean isOneLine(AppenderConfig appender) {
        PatternSyntax syntax = appender.layout().syntax();
        return syntax == PatternSyntax.JSON
                || (syntax != PatternSyntax.STRUCTURED
                        && appender.settings().lines().multiline() == Multiline.ESCAPE
                        && LINE_END.matcher(appender.pattern()).find());
    }

    /** The filters that the events of each logger pass on their way to a destination. */
    private static Map<String, Set<List<FilterConfig>>> events(Configuration configuration, DestinationConfig written) {
        Map<String, Set<List<FilterConfig>>> events = new HashMap<>();
        for (LoggerConfig logger : Stream.concat(Stream.of(configuration.root()), configuration.loggers().stream())
                .toList()) {
            events.put(
                    logger.name(),
                    configuration.appenders().stream()
                            .filter(each -> each.destination().equals(written)
                                    && logger.appenders().contains(each.name()))
                            .map(AppenderConfig::filters)
                            .collect(Collectors.toSet()));
        }
        return events;
    }
}
