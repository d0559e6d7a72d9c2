package dev.tailrace.lint;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.lint.log4j.Log4jFile;
import dev.tailrace.lint.logback.LogbackFile;
import dev.tailrace.lint.logback.QueueRules;
import dev.tailrace.lint.remark.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a configuration that the rules look at, with the library's defaults where it sets nothing. Names of files and patterns
 * are not among it: in a file they may have variables that only the process knows. Immutable.
 *
 * @param values such as {@code ASYNC queueSize} to {@code 256}
 */
public record LoggingSettings(Map<String, String> values) {
    /** The libraries. */
    public static final String LOGBACK = "logback";

    public static final String LOG4J = "log4j2";

    public static final String JUL = "jul";

    public static final String TAILRACE = "tailrace";

    /** The settings of an appender that has any of these, or whose class has them; {@code ?} where a default depends on others. */
    private static final Map<String, String> OF_LOGBACK_ASYNC =
            Map.of("queueSize", "256", "discardingThreshold", "?", "neverBlock", "false", "includeCallerData", "false");

    private static final Map<String, String> OF_LOG4J_ASYNC =
            Map.of("bufferSize", "1024", "blocking", "true", "includeLocation", "false");

    public LoggingSettings {
        values = Map.copyOf(values);
    }

    private static final Map<String, String> NAMES = Map.of(
            LOGBACK,
            "Logback",
            LOG4J,
            "Log4j 2",
            JUL,
            "java.util.logging",
            "jboss",
            "JBoss LogManager",
            TAILRACE,
            "Tailrace");

    /** Whether the word is one of the words for a library. */
    public static boolean isLibrary(String word) {
        return NAMES.containsKey(word);
    }

    /** A library as people call it. */
    public static String name(String library) {
        return NAMES.getOrDefault(library, library);
    }

    /** Settings of a component that has none that matter here. */
    public static LoggingSettings none() {
        return new LoggingSettings(Map.of());
    }

    /** The settings of a configuration of Logback or Log4j 2. */
    public static LoggingSettings of(ParseResult parseResult) {
        Map<String, String> values = new TreeMap<>();
        level("root logger", parseResult.configuration().root(), values);
        parseResult.configuration().loggers().forEach(each -> level("logger " + each.name(), each, values));
        if (parseResult.isLog4j()) {
            Log4jFile file = new Log4jFile(parseResult);
            for (ConfigElement each : file.opened()) {
                values.put("appender " + Parameters.name(each), "");
                if (Log4jFile.isAsync(each)) {
                    OF_LOG4J_ASYNC.forEach((name, usual) ->
                            put(Parameters.name(each), name, Parameters.value(each, name), usual, values));
                }
            }
        } else if (!parseResult.elements().isEmpty()) {
            LogbackFile file = new LogbackFile(parseResult);
            for (ConfigElement each : file.opened()) {
                String appender = each.attribute("name");
                values.put("appender " + appender, "");
                if (LogbackFile.isAsync(each)) {
                    OF_LOGBACK_ASYNC.forEach((name, usual) -> put(
                            appender,
                            name,
                            each.option(name).map(ConfigElement::text).orElse(""),
                            usual,
                            values));
                    values.computeIfPresent(
                            appender + " discardingThreshold",
                            (name, value) ->
                                    value.equals("?") ? Integer.toString(QueueRules.queueSize(each) / 5) : value);
                }
            }
        }
        return new LoggingSettings(values);
    }

    private static void level(String logger, LoggerConfig config, Map<String, String> values) {
        Threshold level = config.level();
        if (level != null) {
            values.put(logger + " level", level.toString());
        }
    }

    private static void put(String appender, String name, String value, String usual, Map<String, String> values) {
        values.put(appender + " " + name, value.isEmpty() ? usual : value.toLowerCase(Locale.ROOT));
    }

    /** In what the settings of a process differ from these of a file, one text each. */
    public List<String> differences(LoggingSettings process) {
        List<String> differences = new ArrayList<>();
        Set<String> names = new TreeSet<>(values.keySet());
        names.addAll(process.values.keySet());
        for (String name : names) {
            String here = values.get(name);
            String there = process.values.get(name);
            if (here == null || there == null) {
                differences.add(name
                        + (here == null ? " is only in the process" : " is only in the file")
                        + shown(here == null ? there : here));
            } else if (!here.equals(there)) {
                differences.add(name + " is " + there + " in the process and " + here + " in the file");
            }
        }
        return differences;
    }

    private static String shown(@Nullable String value) {
        return value == null || value.isEmpty() ? "" : " (" + value + ")";
    }
}
