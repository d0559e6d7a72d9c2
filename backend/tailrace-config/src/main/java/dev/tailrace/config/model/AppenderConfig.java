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

    /** An appender that writes with the default pattern to standard output, where a configuration has no other. */
    public static AppenderConfig console(String name, int line, TailraceSettings settings) {
        return new AppenderConfig(
                name,
                new DestinationConfig.Console(false),
                Configuration.DEFAULT_PATTERN,
                0,
                List.of(),
                line,
                settings,
                null,
                PatternSyntax.LOGBACK,
                null);
    }
}
