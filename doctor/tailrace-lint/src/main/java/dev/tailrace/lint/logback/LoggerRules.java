package dev.tailrace.lint.logback;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.Remarks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which logger writes how much to where. */
public final class LoggerRules {
    public static final List<LintRule<LogbackFile>> ALL = List.of(
            LoggerRules::rootTooTalkative,
            LoggerRules::writtenTwice,
            LoggerRules::writtenNowhere,
            LoggerRules::siftingUnbounded,
            LoggerRules::scriptedCondition);

    private LoggerRules() {}

    private static void rootTooTalkative(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        LoggerConfig root = file.examination().configuration().root();
        Threshold level = root.level();
        Optional<ConfigElement> element = file.loggers("ROOT").stream().findFirst();
        if (level == null || level.code() >= Threshold.INFO.code() || element.isEmpty()) {
            return;
        }
        boolean given = file.loggers("ROOT").stream()
                .anyMatch(each -> !each.attribute("level").isEmpty()
                        || each.option("level").isPresent());
        file.opened().stream()
                .filter(each -> LogbackFile.isFile(each)
                        && each.option("filter").isEmpty()
                        && root.appenders().contains(each.attribute("name")))
                .findFirst()
                .ifPresent(each -> remarks.add(
                        LintCode.ROOT_TOO_TALKATIVE,
                        "ROOT",
                        element.get(),
                        "The root logger logs from " + level + " on to " + Remarks.name(each)
                                + (given ? "" : " (it has no level, and DEBUG is the default)")
                                + ", and so does every library without a level of its own."));
    }

    /** Through the logger's own reference, and through that of a logger above it. */
    private static void writtenTwice(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        Map<String, LoggerConfig> loggers = new HashMap<>();
        file.examination().configuration().loggers().forEach(each -> loggers.put(each.name(), each));
        for (LoggerConfig logger : file.examination().configuration().loggers()) {
            String name = logger.name();
            LoggerConfig at = logger;
            while (at.additive() && at.name().equals(name)) {
                LoggerConfig above = above(name, loggers, file);
                for (String appender : logger.appenders()) {
                    if (above.appenders().contains(appender)) {
                        file.loggers(logger.name()).stream()
                                .findFirst()
                                .ifPresent(element -> remarks.add(
                                        LintCode.WRITTEN_TWICE,
                                        logger.name(),
                                        element,
                                        "The logger \"" + logger.name() + "\" writes to \"" + appender
                                                + "\", and so does "
                                                + (above.name().equals("ROOT")
                                                        ? "the root logger"
                                                        : "\"" + above.name() + "\"")
                                                + " above it: each of its events is written there once more."));
                    }
                }
                at = above;
                name = above.name().equals("ROOT") ? "" : above.name();
            }
        }
    }

    /** A logger without an appender of its own or of those above; and a level that all filters keep away, though they take a lower one. */
    private static void writtenNowhere(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        Configuration configuration = file.examination().configuration();
        List<LoggerConfig> loggers = new ArrayList<>(configuration.loggers());
        loggers.add(configuration.root());
        for (LoggerConfig logger : loggers) {
            boolean root = logger.equals(configuration.root());
            List<ConfigElement> elements = file.loggers(root ? "ROOT" : logger.name());
            if (elements.isEmpty() || logger.level() == Threshold.OFF || (logger.additive() && !root)) {
                continue;
            }
            Set<String> names = elements.stream()
                    .flatMap(each -> each.all("appender-ref"))
                    .map(each -> each.attribute("ref"))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            String about = root ? "The root logger" : "The logger \"" + logger.name() + "\"";
            if (names.isEmpty()) {
                if (!root) {
                    remarks.add(
                            LintCode.WRITTEN_NOWHERE,
                            logger.name(),
                            elements.get(0),
                            about + " has no appender, and additivity=\"false\" keeps its events from those above.");
                }
                continue;
            }
            Set<Threshold> written = EnumSet.noneOf(Threshold.class);
            names.forEach(name -> written.addAll(file.accepted(name)));
            Threshold given = logger.level();
            int least = given == null ? Threshold.INFO.code() : given.code();
            for (Threshold level : List.of(Threshold.WARN, Threshold.ERROR)) {
                boolean lower = written.stream().anyMatch(each -> each.code() < level.code() && each.code() >= least);
                if (lower && !written.contains(level)) {
                    remarks.add(
                            LintCode.WRITTEN_NOWHERE,
                            root ? "ROOT" : logger.name(),
                            elements.get(0),
                            about + " writes lower levels, but the filters of " + String.join(", ", names)
                                    + " keep all of " + level + " away: a LevelFilter takes one level only.");
                }
            }
        }
    }

    /** A file in which only loggers inside of Spring's profiles, none of which is active, have an appender. */
    public static void nothingLogged(LogbackFile file, Remarks remarks) {
        List<ConfigElement> elements = file.examination().elements();
        // An included file that was not read may have what is missing.
        if (elements.stream().anyMatch(LoggerRules::refers)
                || file.examination().configuration().findings().stream()
                        .anyMatch(each -> each.code() == FindingCode.INCLUDE_NOT_READ)) {
            return;
        }
        elements.stream()
                .filter(each -> each.name().equals("springProfile")
                        && each.children().stream().anyMatch(LoggerRules::refers))
                .findFirst()
                .ifPresent(each -> remarks.add(Remark.of(
                                LintCode.WRITTEN_NOWHERE,
                                "Where none of the Spring profiles of this file is active, no logger has an appender, and"
                                        + " nothing is logged.",
                                null,
                                each.file(),
                                each.line())
                        .instead(
                                "Put a <root> with an appender outside of all <springProfile>, or into a <springProfile"
                                        + " name=\"default\">.")));
    }

    private static boolean refers(ConfigElement element) {
        return !element.name().equals("appender")
                && element.option("appender-ref").isPresent();
    }

    private static LoggerConfig above(String name, Map<String, LoggerConfig> loggers, LogbackFile file) {
        String above = name;
        while (above.contains(".")) {
            above = above.substring(0, above.lastIndexOf('.'));
            LoggerConfig known = loggers.get(above);
            if (known != null) {
                return known;
            }
        }
        return file.examination().configuration().root();
    }

    private static void scriptedCondition(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement element : file.examination().elements()) {
            if (element.name().equals("if") && !element.attribute("condition").isEmpty()) {
                remarks.add(
                        LintCode.SCRIPTED_CONDITION,
                        "if",
                        element,
                        "This <if> has its condition in an attribute. Logback 1.6 reads neither of its branches; before, it"
                                + " did if the compiler Janino was on the class path.");
            }
        }
    }

    private static void siftingUnbounded(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (appender.className().equals("ch.qos.logback.classic.sift.SiftingAppender")
                    && appender.option("maxAppenderCount").isEmpty()) {
                remarks.add(
                        LintCode.SIFTING_UNBOUNDED,
                        appender,
                        appender.line(),
                        Remarks.name(appender)
                                + " opens an appender for each value of its key and closes it after 30 minutes"
                                + " without an event. If values come from outside, so many files can be open that the"
                                + " process can open no more.");
            }
        }
    }
}
