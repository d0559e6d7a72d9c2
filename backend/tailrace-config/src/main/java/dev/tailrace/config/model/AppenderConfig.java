package dev.tailrace.config.model;

import dev.tailrace.destination.DestinationConfig;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One appender.
 *
 * @param pattern of its encoder or layout
 * @param patternLine the line of the pattern in the configuration file; 0 when there is none
 * @param file the file it stands in, which can be an included one; null: the configuration's
 * @param settings the configuration's settings, with those of a {@code <tailrace>} element inside the appender
 * @param syntax whose language the pattern is written in
 * @param charset of its lines; null: UTF-8
 */
public record AppenderConfig(
        String name,
        DestinationConfig destination,
        String pattern,
        int patternLine,
        List<FilterConfig> filters,
        int line,
        TailraceSettings settings,
        @Nullable String file,
        PatternSyntax syntax,
        @Nullable Charset charset) {

    public AppenderConfig {
        filters = List.copyOf(filters);
    }

    /** An appender with a pattern of Logback's. */
    public AppenderConfig(
            String name,
            DestinationConfig destination,
            String pattern,
            int patternLine,
            List<FilterConfig> filters,
            int line,
            TailraceSettings settings,
            @Nullable String file) {
        this(name, destination, pattern, patternLine, filters, line, settings, file, PatternSyntax.LOGBACK, null);
    }

    /** An appender with the default settings. */
    public AppenderConfig(
            String name,
            DestinationConfig destination,
            String pattern,
            int patternLine,
            List<FilterConfig> filters,
            int line) {
        this(name, destination, pattern, patternLine, filters, line, TailraceSettings.defaults());
    }

    /** An appender of the configuration's own file. */
    public AppenderConfig(
            String name,
            DestinationConfig destination,
            String pattern,
            int patternLine,
            List<FilterConfig> filters,
            int line,
            TailraceSettings settings) {
        this(name, destination, pattern, patternLine, filters, line, settings, null);
    }
}
