package dev.tailrace.lint.log4j;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.lint.remark.Parameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A configuration as Log4j 2 sees it: its appenders as they are declared, asynchronous ones included. Immutable. */
public final class Log4jFile {
    /** How the root logger is called in here. */
    static final String ROOT = "";

    /**
     * How events of a logger get to an appender.
     *
     * @param through asynchronous appenders, the first one first
     */
    record Way(ConfigElement logger, List<ConfigElement> through) {
        boolean isQueued() {
            return isAsyncLogger(logger) || !through.isEmpty();
        }

        /** Where there is a queue, it says whether it takes the location with it. */
        boolean hasLocation() {
            return (!isAsyncLogger(logger) || Parameters.isTrue(logger, "includeLocation", false))
                    && through.stream().allMatch(each -> Parameters.isTrue(each, "includeLocation", false));
        }
    }

    private final ParseResult parseResult;
    private final ConfigElement root;
    private final Map<String, ConfigElement> appenders = new LinkedHashMap<>();
    private final Map<String, ConfigElement> loggers = new LinkedHashMap<>();
    private final Map<String, List<Way>> ways = new HashMap<>();

    public Log4jFile(ParseResult parseResult) {
        this.parseResult = parseResult;
        this.root = parseResult.elements().get(0);
        inside("appenders").forEach(each -> appenders.put(Parameters.name(each), each));
        inside("loggers").filter(Log4jFile::isLogger).forEach(each -> loggers.put(loggerName(each), each));
        loggers.values().forEach(each -> follow(each, each, List.of(), new HashSet<>()));
    }

    private Stream<ConfigElement> inside(String part) {
        return root.all(part).flatMap(each -> each.children().stream());
    }

    /** Each appender once for a logger, by the first way: that is enough to judge it. */
    private void follow(ConfigElement logger, ConfigElement owner, List<ConfigElement> through, Set<String> passed) {
        for (ConfigElement reference : references(owner)) {
            String name = Parameters.value(reference, "ref");
            ConfigElement appender = appenders.get(name);
            if (appender == null || !passed.add(name)) {
                continue;
            }
            ways.computeIfAbsent(name, key -> new ArrayList<>()).add(new Way(logger, through));
            if (isAsync(appender)) {
                List<ConfigElement> further = new ArrayList<>(through);
                further.add(appender);
                follow(logger, appender, further, passed);
            }
        }
    }

    ParseResult examination() {
        return parseResult;
    }

    /** The root element. */
    ConfigElement root() {
        return root;
    }

    /** The appenders that a logger's events get to, in the order of the file. */
    public List<ConfigElement> opened() {
        return appenders.values().stream()
                .filter(each -> ways.containsKey(Parameters.name(each)))
                .toList();
    }

    List<ConfigElement> asynchronous() {
        return opened().stream().filter(Log4jFile::isAsync).toList();
    }

    /** What a queue is in front of: files, consoles, log servers. */
    Stream<ConfigElement> behind(ConfigElement async) {
        return opened().stream()
                .filter(each ->
                        ways(each).stream().anyMatch(way -> way.through().contains(async)));
    }

    List<Way> ways(ConfigElement appender) {
        return ways.getOrDefault(Parameters.name(appender), List.of());
    }

    /** By name; the root logger is called "". */
    Map<String, ConfigElement> loggers() {
        return loggers;
    }

    /** The files and consoles that events of this logger get to by its own references. */
    List<ConfigElement> written(ConfigElement logger) {
        return opened().stream()
                .filter(each -> !isAsync(each)
                        && ways(each).stream().anyMatch(way -> way.logger().equals(logger)))
                .toList();
    }

    /** The bytes after which a file of this appender is rolled; 0: it isn't, or by time only. */
    public long maxFileSize(ConfigElement appender) {
        for (AppenderConfig config : parseResult.configuration().appenders()) {
            if (config.name().equals(Parameters.name(appender))
                    && config.destination() instanceof DestinationConfig.File file) {
                Rolling rolling = file.rolling();
                // Log4j rolls what has become larger than the size; the engine counts one byte more.
                return rolling == null ? 0 : Math.max(0, rolling.maxFileSize() - 1);
            }
        }
        return 0;
    }

    static List<ConfigElement> references(ConfigElement owner) {
        return Stream.concat(owner.all("appenderref"), owner.all("appender-ref"))
                .toList();
    }

    static String loggerName(ConfigElement logger) {
        String name = Parameters.name(logger);
        return logger.name().endsWith("root") || name.equals("root") ? ROOT : name;
    }

    private static boolean isLogger(ConfigElement element) {
        return Set.of("root", "asyncroot", "logger", "asynclogger").contains(element.name());
    }

    static boolean isAsyncLogger(ConfigElement logger) {
        return logger.name().startsWith("async");
    }

    public static boolean isAsync(ConfigElement appender) {
        return appender.name().equals("async");
    }

    static boolean isTailrace(ConfigElement appender) {
        return appender.name().equals("tailrace");
    }

    static boolean isPlainFile(ConfigElement appender) {
        return appender.name().equals("file") || appender.name().equals("randomaccessfile");
    }

    public static boolean isRolling(ConfigElement appender) {
        return appender.name().equals("rollingfile") || appender.name().equals("rollingrandomaccessfile");
    }

    static boolean isFile(ConfigElement appender) {
        return isPlainFile(appender) || isRolling(appender);
    }
}
