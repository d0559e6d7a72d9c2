package dev.tailrace.config.model;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * How the lines of an appender are written.
 *
 * @param pattern of its encoder or layout, in the language of {@code syntax}
 * @param line where the pattern stands in the configuration file; 0: nowhere
 * @param charset of the lines; null: UTF-8
 */
public record LayoutConfig(
        String pattern,
        int line,
        PatternSyntax syntax,
        @Nullable Charset charset) {
    public LayoutConfig withPattern(String other) {
        return new LayoutConfig(other, line, syntax, charset);
    }
}
