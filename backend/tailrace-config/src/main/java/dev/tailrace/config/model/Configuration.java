package dev.tailrace.config.model;

import dev.tailrace.finding.Finding;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a configuration file after all substitutions. Asynchronous appenders are resolved: loggers refer to what those refer to.
 *
 * @param source the file or class path resource it was read from; null for the built-in default
 * @param properties of the scopes {@code context} and {@code system}, with {@code CONTEXT_NAME}: what patterns can show
 * @param contextProperties those of the scope {@code context} alone, which some JSON encoders write with each event
 * @param turboFilters those that are asked for every call, in this order
 * @param watch the files it was read from, and whether they are to be watched
 * @param julLevels what java.util.logging gets of the levels
 * @param byDollar whether {@code $} divides names of loggers as {@code .} does: in Logback, not in Log4j
 */
public record Configuration(
        @Nullable String source,
        TailraceSettings settings,
        List<AppenderConfig> appenders,
        LoggerConfig root,
        List<LoggerConfig> loggers,
        List<Finding> findings,
        Map<String, String> properties,
        Map<String, String> contextProperties,
        List<TurboFilterConfig> turboFilters,
        Watch watch,
        JulLevels julLevels,
        boolean byDollar) {

    /** Writes what Logback's default layout writes. (Its manual pads the level and shortens the logger; the layout does neither.) */
    public static final String DEFAULT_PATTERN = "%d{HH:mm:ss.SSS} [%thread] %level %logger -%kvp- %msg%n";

    public Configuration {
        appenders = List.copyOf(appenders);
        loggers = List.copyOf(loggers);
        findings = List.copyOf(findings);
        properties = Map.copyOf(properties);
        contextProperties = Map.copyOf(contextProperties);
        turboFilters = List.copyOf(turboFilters);
    }

    /** One of Log4j's dialect, without properties of the context, without turbo filters, and not watched. */
    public Configuration(
            @Nullable String source,
            TailraceSettings settings,
            List<AppenderConfig> appenders,
            LoggerConfig root,
            List<LoggerConfig> loggers,
            List<Finding> findings,
            Map<String, String> properties) {
        this(
                source,
                settings,
                appenders,
                root,
                loggers,
                findings,
                properties,
                Map.of(),
                List.of(),
                Watch.NONE,
                JulLevels.NONE,
                false);
    }

    public Configuration with(Watch other) {
        return with(findings, turboFilters, other, julLevels);
    }

    public Configuration with(List<TurboFilterConfig> others, JulLevels jul) {
        return with(findings, others, watch, jul);
    }

    public Configuration withFindings(List<Finding> others) {
        return with(others, turboFilters, watch, julLevels);
    }

    private Configuration with(
            List<Finding> otherFindings, List<TurboFilterConfig> otherFilters, Watch other, JulLevels jul) {
        return new Configuration(
                source,
                settings,
                appenders,
                root,
                loggers,
                otherFindings,
                properties,
                contextProperties,
                otherFilters,
                other,
                jul,
                byDollar);
    }

    /** A copy with fewer appenders. */
    public Configuration withAppenders(List<AppenderConfig> others) {
        return new Configuration(
                source,
                settings,
                others,
                root,
                loggers,
                findings,
                properties,
                contextProperties,
                turboFilters,
                watch,
                julLevels,
                byDollar);
    }

    /** Whether this configuration is the built-in default because there was no file, not because a file can't be used. */
    public boolean isUnconfigured() {
        return source == null && findings.isEmpty();
    }

    /** A copy with INFO for all loggers that have no level of their own. */
    public Configuration atInfo() {
        LoggerConfig quieter =
                new LoggerConfig(root.name(), Threshold.INFO, root.additive(), root.appenders(), root.line());
        return new Configuration(
                source,
                settings,
                appenders,
                quieter,
                loggers,
                findings,
                properties,
                contextProperties,
                turboFilters,
                watch,
                julLevels,
                byDollar);
    }

    /** The configuration without any usable file: the console at DEBUG, as with Logback. */
    public static Configuration defaults(TailraceSettings settings, List<Finding> findings) {
        AppenderConfig console = AppenderConfig.console("console", 0, settings);
        LoggerConfig root = new LoggerConfig("ROOT", Threshold.DEBUG, true, List.of(console.name()), 0);
        return new Configuration(
                null,
                settings,
                List.of(console),
                root,
                List.of(),
                findings,
                Map.of(),
                Map.of(),
                List.of(),
                Watch.NONE,
                JulLevels.NONE,
                true);
    }
}
