package dev.tailrace.config;

import java.util.List;

/**
 * One appender.
 *
 * @param pattern the Logback pattern of its encoder or layout
 * @param patternLine the line of the pattern in the configuration file; 0 when there is none
 */
public record AppenderConfig(
        String name, Target target, String pattern, int patternLine, List<FilterConfig> filters, int line) {}
