package dev.tailrace.lint.logback;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.lint.remark.Circumstances;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A configuration as Logback sees it: its appenders as they are declared, asynchronous ones included. Immutable. */
public final class LogbackFile {
    private static final String ASYNC = "ch.qos.logback.classic.AsyncAppender";

    private final ParseResult parseResult;
    private final Map<String, ConfigElement> appenders = new LinkedHashMap<>();
    /** Names of those that a logger refers to itself. */
    private final Set<String> referred = new LinkedHashSet<>();
    /** Names of those that Logback opens. */
    private final Set<String> opened = new LinkedHashSet<>();

    public LogbackFile(ParseResult parseResult) {
        this.parseResult = parseResult;
        for (ConfigElement element : parseResult.elements()) {
            if (element.name().equals("appender")) {
                appenders.put(element.attribute("name"), element);
            }
        }
        for (ConfigElement element : parseResult.elements()) {
            if (element.name().equals("logger") || element.name().equals("root")) {
                element.all("appender-ref").forEach(each -> referred.add(each.attribute("ref")));
            }
        }
        referred.forEach(this::open);
    }

    private void open(String name) {
        ConfigElement appender = appenders.get(name);
        if (appender != null && opened.add(name) && isAsync(appender)) {
            String target = target(appender);
            if (target != null) {
                open(target);
            }
        }
    }

    ParseResult examination() {
        return parseResult;
    }

    /** The appenders that Logback opens, in the order of the file. */
    public List<ConfigElement> opened() {
        return appenders.values().stream()
                .filter(each -> opened.contains(each.attribute("name")))
                .toList();
    }

    /** Whether a logger refers to it; appenders behind asynchronous ones only don't count. */
    boolean isReferredByLoggers(ConfigElement appender) {
        return referred.contains(appender.attribute("name"));
    }

    /** The root logger writes there itself, from INFO or below on. */
    boolean isReferredByTalkativeRoot(ConfigElement appender) {
        Threshold level = parseResult.configuration().root().level();
        return level != null
                && level.code() <= Threshold.INFO.code()
                && loggers("ROOT").stream()
                        .flatMap(each -> each.all("appender-ref"))
                        .anyMatch(each -> each.attribute("ref").equals(appender.attribute("name")));
    }

    /** Whether any logger takes INFO; where none does, little is logged. */
    boolean isTalkative() {
        return Stream.concat(
                        Stream.of(parseResult.configuration().root()), parseResult.configuration().loggers().stream())
                .anyMatch(each -> each.level() != null && each.level().code() <= Threshold.INFO.code());
    }

    List<ConfigElement> asynchronous() {
        return opened().stream().filter(LogbackFile::isAsync).toList();
    }

    /** The asynchronous appenders that write to this one, directly or not. */
    public List<ConfigElement> asynchronousBefore(ConfigElement appender) {
        return asynchronous().stream()
                .filter(each -> behind(each).contains(appender))
                .toList();
    }

    /** The appenders behind an asynchronous one, one behind the other. */
    List<ConfigElement> behind(ConfigElement async) {
        List<ConfigElement> behind = new ArrayList<>();
        String name = target(async);
        while (name != null) {
            ConfigElement next = appenders.get(name);
            if (next == null || behind.contains(next)) {
                break;
            }
            behind.add(next);
            name = isAsync(next) ? target(next) : null;
        }
        return behind;
    }

    /** Logback attaches the first one only. */
    private static @Nullable String target(ConfigElement async) {
        return async.all("appender-ref")
                .findFirst()
                .map(each -> each.attribute("ref"))
                .orElse(null);
    }

    /** The levels that the filters of an appender, and of those behind it, let through; all where one of them isn't known. */
    Set<Threshold> accepted(String name) {
        Set<Threshold> accepted = EnumSet.of(Threshold.INFO, Threshold.WARN, Threshold.ERROR);
        ConfigElement appender = appenders.get(name);
        if (appender != null) {
            List<ConfigElement> way = new ArrayList<>(isAsync(appender) ? behind(appender) : List.of());
            way.add(appender);
            accepted.removeIf(level -> way.stream().anyMatch(each -> isDenied(each, level)));
        }
        return accepted;
    }

    private static boolean isDenied(ConfigElement appender, Threshold level) {
        for (ConfigElement filter : appender.all("filter").toList()) {
            String given = filter.option("level")
                    .map(each -> each.text().toUpperCase(Locale.ROOT))
                    .orElse("");
            boolean match = given.equals(level.name());
            String reply = "NEUTRAL";
            if (filter.className().equals("ch.qos.logback.classic.filter.LevelFilter")) {
                reply = filter.option(match ? "onMatch" : "onMismatch")
                        .map(ConfigElement::text)
                        .orElse(reply);
            } else if (filter.className().equals("ch.qos.logback.classic.filter.ThresholdFilter")) {
                boolean lower = List.of("WARN", "ERROR", "OFF").contains(given)
                        && level.code() < Threshold.valueOf(given).code();
                reply = lower ? "DENY" : reply;
            } else {
                return false;
            }
            if (!reply.equals("NEUTRAL")) {
                return reply.equals("DENY");
            }
        }
        return false;
    }

    public static boolean isAsync(ConfigElement appender) {
        return appender.className().equals(ASYNC);
    }

    static boolean isFile(ConfigElement appender) {
        return isPlainFile(appender) || isRolling(appender);
    }

    static boolean isPlainFile(ConfigElement appender) {
        return appender.className().equals("ch.qos.logback.core.FileAppender");
    }

    static boolean isRolling(ConfigElement appender) {
        return appender.className().equals("ch.qos.logback.core.rolling.RollingFileAppender");
    }

    /** The elements of a logger, of which there can be several. */
    List<ConfigElement> loggers(String name) {
        return parseResult.elements().stream()
                .filter(each -> each.name().equals("root")
                        ? name.equals("ROOT")
                        : each.name().equals("logger") && isNamed(each, name))
                .toList();
    }

    private static boolean isNamed(ConfigElement logger, String name) {
        return name.equals("ROOT")
                ? logger.attribute("name").equalsIgnoreCase(name)
                : logger.attribute("name").equals(name);
    }

    boolean hasShutdownHook() {
        return parseResult.elements().stream().anyMatch(each -> each.name().equals("shutdownHook"));
    }

    /** Whether Spring Boot reads it, which stops Logback when the process ends. */
    boolean isSprings() {
        return String.valueOf(parseResult.configuration().source()).matches(".*logback(-test)?-spring\\.xml");
    }

    /** How an appender rolls; null: not at all. */
    @Nullable
    public Rolling rolling(ConfigElement appender) {
        for (AppenderConfig config : parseResult.configuration().appenders()) {
            if (config.name().equals(appender.attribute("name"))
                    && config.destination() instanceof DestinationConfig.File file) {
                return file.rolling();
            }
        }
        return null;
    }

    /** The seconds that a roll of this appender keeps callers waiting; 0: it doesn't. */
    public double stall(ConfigElement appender) {
        return rolling(appender) instanceof Rolling.FixedWindow window && compression(appender) != null
                ? window.maxFileSize() / Circumstances.GZIP_BYTES_PER_SECOND
                : 0;
    }

    /** The suffix by which the finished files of this appender are compressed; null: they are not. */
    public static @Nullable String compression(ConfigElement appender) {
        String pattern = appender.option("rollingPolicy")
                .flatMap(each -> each.option("fileNamePattern"))
                .map(ConfigElement::text)
                .orElse("");
        return Stream.of(".gz", ".zip", ".xz")
                .filter(pattern::endsWith)
                .findFirst()
                .orElse(null);
    }

    static boolean isTrue(ConfigElement element, String option) {
        return element.option(option)
                .map(each -> each.text().equalsIgnoreCase("true"))
                .orElse(false);
    }

    static int integer(ConfigElement element, String option, int otherwise) {
        try {
            return element.option(option)
                    .map(each -> Integer.parseInt(each.text()))
                    .orElse(otherwise);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    public static int lineOf(ConfigElement element, String option) {
        return element.option(option).map(ConfigElement::line).orElse(element.line());
    }
}
