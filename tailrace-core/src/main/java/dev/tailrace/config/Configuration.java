package dev.tailrace.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration file says, after all substitutions. Asynchronous appenders are resolved: loggers refer to what those refer to.
 *
 * @param source the file or class path resource it was read from; null for the built-in default
 */
public record Configuration(
        @Nullable String source,
        Settings settings,
        List<AppenderConfig> appenders,
        LoggerConfig root,
        List<LoggerConfig> loggers,
        List<Finding> findings) {}
