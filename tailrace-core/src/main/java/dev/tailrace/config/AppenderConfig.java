package dev.tailrace.config;

import java.util.List;

/**
 * One appender.
 *
 * @param pattern the Logback pattern of its encoder or layout
 * @param patternLine the line of the pattern in the configuration file; 0 when there is none
 * @param settings the configuration's settings, with those of a {@code <tailrace>} element inside the appender
 */
public record AppenderConfig(
        String name,
        Target target,
        String pattern,
        int patternLine,
        List<FilterConfig> filters,
        int line,
        Settings settings) {

    public AppenderConfig {
        filters = List.copyOf(filters);
    }

    /** An appender with the default settings. */
    public AppenderConfig(
            String name, Target target, String pattern, int patternLine, List<FilterConfig> filters, int line) {
        this(name, target, pattern, patternLine, filters, line, Settings.defaults());
    }
}
