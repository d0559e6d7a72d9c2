package dev.tailrace.lint.log4j;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.Parameters;
import dev.tailrace.lint.remark.Remarks;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which logger writes how much to where in a log4j2.xml, and what the patterns ask for. */
public final class Log4jLoggerRules {
    public static final List<LintRule<Log4jFile>> ALL = List.of(
            Log4jLoggerRules::locationLost,
            Log4jLoggerRules::locationCost,
            Log4jLoggerRules::locationUnused,
            Log4jLoggerRules::rootTooTalkative,
            Log4jLoggerRules::writtenTwice,
            Log4jLoggerRules::writtenNowhere,
            Log4jLoggerRules::settingUnread);

    private static final Pattern WORD = Pattern.compile("%%|%[-.0-9]*([A-Za-z]+)");
    private static final Set<String> LOCATION =
            Set.of("L", "line", "l", "location", "M", "method", "C", "class", "F", "file");

    /** Layouts that write JSON, by what makes them write the location. */
    private static final Map<String, String> IN_JSON = Map.of(
            "jsontemplatelayout", "locationInfoEnabled", "jsonlayout", "locationInfo", "ecslayout", "includeOrigin");

    /** Names of system properties of Log4j, old and new. */
    private static final Pattern OF_THE_JVM =
            Pattern.compile("(log4j2?\\.|AsyncLogger(Config)?\\.|Log4jContextSelector$).*", Pattern.CASE_INSENSITIVE);

    private Log4jLoggerRules() {}

    private static void locationLost(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            Map<String, Integer> asking = asking(appender);
            Optional<Log4jFile.Way> blind = blind(file, appender);
            if (!asking.isEmpty() && blind.isPresent()) {
                String queue = blind.get().through().stream()
                        .filter(each -> !Parameters.isTrue(each, "includeLocation", false))
                        .map(Remarks::name)
                        .findFirst()
                        .orElseGet(() -> "<" + blind.get().logger().name() + ">");
                remarks.inLog4j(
                        LintCode.LOCATION_LOST,
                        appender,
                        asking.values().iterator().next(),
                        "The layout of " + Remarks.name(appender) + " has " + String.join(" ", asking.keySet())
                                + ", but what comes through " + queue
                                + " has no location: question marks are written, or nothing.",
                        "Set includeLocation=\"true\" there, or take the words out of the pattern.");
            }
        }
    }

    private static void locationCost(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            Map<String, Integer> asking = asking(appender);
            if (!asking.isEmpty() && blind(file, appender).isEmpty()) {
                remarks.inLog4j(
                        LintCode.LOCATION_COST,
                        appender,
                        asking.values().iterator().next(),
                        "The layout of " + Remarks.name(appender) + " has " + String.join(" ", asking.keySet())
                                + ": the stack of the calling thread is walked for each event, which costs many times the"
                                + " rest of the call.",
                        asking.keySet().stream().anyMatch(each -> each.startsWith("%"))
                                ? "Take the words out of the pattern; %logger says nearly the same."
                                : "Remove " + String.join(" and ", asking.keySet())
                                        + " from the layout; the logger's name says nearly the same.");
            }
        }
    }

    /** Said only where each layout is a pattern: others may show the location, too. */
    private static void locationUnused(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        List<ConfigElement> writing =
                file.opened().stream().filter(each -> !Log4jFile.isAsync(each)).toList();
        if (writing.stream()
                .anyMatch(each -> each.all("patternlayout").findAny().isEmpty()
                        || !asking(each).isEmpty())) {
            return;
        }
        Set<ConfigElement> asking = new LinkedHashSet<>(file.asynchronous());
        file.loggers().values().stream().filter(Log4jFile::isAsyncLogger).forEach(asking::add);
        for (ConfigElement each : asking) {
            if (Parameters.isTrue(each, "includeLocation", false)) {
                remarks.inLog4j(
                        LintCode.CALLER_DATA_UNUSED,
                        each,
                        Parameters.lineOf(each, "includeLocation"),
                        "includeLocation makes each log call walk its stack, but no pattern has a word for it.",
                        "Remove includeLocation.");
            }
        }
    }

    /** A path of references to this appender that loses the caller's location; empty when every path keeps it. */
    private static Optional<Log4jFile.Way> blind(Log4jFile file, ConfigElement appender) {
        return file.ways(appender).stream().filter(each -> !each.hasLocation()).findFirst();
    }

    /** The words that ask for the location, and their lines. */
    private static Map<String, Integer> asking(ConfigElement appender) {
        Map<String, Integer> asking = new LinkedHashMap<>();
        appender.all("patternlayout")
                .forEach(layout -> WORD.matcher(Parameters.value(layout, "pattern"))
                        .results()
                        .filter(each -> each.group(1) != null && LOCATION.contains(each.group(1)))
                        .forEach(
                                each -> asking.putIfAbsent("%" + each.group(1), Parameters.lineOf(layout, "pattern"))));
        IN_JSON.forEach((layout, attribute) -> appender.all(layout)
                .filter(each -> Parameters.isTrue(each, attribute, false))
                .forEach(each -> asking.putIfAbsent(attribute, Parameters.lineOf(each, attribute))));
        return asking;
    }

    private static void rootTooTalkative(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        LoggerConfig root = file.examination().configuration().root();
        ConfigElement element = file.loggers().get(Log4jFile.ROOT);
        Threshold level = root.level();
        if (element == null || level == null || level.code() >= Threshold.INFO.code()) {
            return;
        }
        file.examination().configuration().appenders().stream()
                .filter(each -> each.destination() instanceof DestinationConfig.File
                        && each.filters().isEmpty()
                        && root.appenders().contains(each.name()))
                .map(AppenderConfig::name)
                .findFirst()
                .ifPresent(name -> remarks.inLog4j(
                        LintCode.ROOT_TOO_TALKATIVE,
                        element,
                        element.line(),
                        "The root logger logs from " + level + " on to \"" + name
                                + "\", and so does every library without a level of its own.",
                        "Set the root logger to info, and name the loggers that may say more."));
    }

    /** Through the logger's own reference, and through that of a logger above it. */
    private static void writtenTwice(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        file.loggers().forEach((name, logger) -> {
            List<ConfigElement> own = file.written(logger);
            ConfigElement at = logger;
            String above = name;
            while (!above.equals(Log4jFile.ROOT) && Parameters.isTrue(at, "additivity", true)) {
                above = above.substring(0, Math.max(0, above.lastIndexOf('.')));
                ConfigElement next = file.loggers().get(above);
                if (next == null) {
                    continue;
                }
                at = next;
                for (ConfigElement appender : file.written(next)) {
                    if (own.contains(appender)) {
                        remarks.inLog4j(
                                LintCode.WRITTEN_TWICE,
                                logger,
                                logger.line(),
                                "The logger \"" + name + "\" writes to " + Remarks.name(appender) + ", and so does "
                                        + (above.isEmpty() ? "the root logger" : "\"" + above + "\"")
                                        + " above it: each of its events is written there once more.",
                                "Add additivity=\"false\" to the logger, or remove its <AppenderRef>.");
                    }
                }
            }
        });
    }

    private static void writtenNowhere(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        file.loggers().forEach((name, logger) -> {
            boolean alone = !name.equals(Log4jFile.ROOT) && !Parameters.isTrue(logger, "additivity", true);
            boolean silent = Parameters.value(logger, "level").equalsIgnoreCase("off");
            // One property can have "level, appender": its appenders are not known here.
            boolean both = logger.attributes().containsKey("levelandrefs");
            if (alone && !silent && !both && file.written(logger).isEmpty()) {
                remarks.inLog4j(
                        LintCode.WRITTEN_NOWHERE,
                        logger,
                        logger.line(),
                        "No appender that is defined gets the events of the logger \"" + name
                                + "\", and additivity=\"false\" keeps them from those above.",
                        LintCode.WRITTEN_NOWHERE.text().remedy());
            }
        });
    }

    private static void settingUnread(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        file.root().all("properties").flatMap(each -> each.all("property")).forEach(property -> {
            String name = Parameters.name(property);
            if (OF_THE_JVM.matcher(name).matches() && !isUsed(file.root(), property)) {
                remarks.inLog4j(
                        LintCode.SETTING_UNREAD,
                        property,
                        property.line(),
                        "The property \"" + name
                                + "\" is a variable of this file here. Log4j reads its settings from system properties and"
                                + " log4j2.component.properties, before it reads this file.",
                        "Write it into a file log4j2.component.properties on the class path, or give it as a system"
                                + " property.");
            }
        });
    }

    /** Whether its value stands elsewhere in the file, where its variables are replaced. */
    private static boolean isUsed(ConfigElement element, ConfigElement property) {
        String value = Parameters.value(property, "value");
        String text = value.isEmpty() ? property.text() : value;
        return !text.isEmpty()
                && element.children().stream()
                        .filter(each -> !each.name().equals("properties"))
                        .anyMatch(each -> each.text().contains(text)
                                || each.attributes().values().stream().anyMatch(other -> other.contains(text))
                                || isUsed(each, property));
    }
}
