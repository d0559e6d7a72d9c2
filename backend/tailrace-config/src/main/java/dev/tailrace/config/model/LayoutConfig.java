package dev.tailrace.config.model;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * How the lines of an appender are written.
 *
 * @param pattern of its encoder or layout, in the language of {@code syntax}
 * @param line where the pattern stands in the configuration file; 0: nowhere
 * @param charset of the lines; null: UTF-8
 * @param target where the lines are sent, whose kind decides how they are encoded; null: they stay in their file
 */
public record LayoutConfig(
        String pattern,
        int line,
        PatternSyntax syntax,
        @Nullable Charset charset,
        @Nullable TargetConfig target) {
    /** A layout of lines that stay in their file. */
    public LayoutConfig(String pattern, int line, PatternSyntax syntax, @Nullable Charset charset) {
        this(pattern, line, syntax, charset, null);
    }

    public LayoutConfig withPattern(String other) {
        return new LayoutConfig(other, line, syntax, charset, target);
    }

    public LayoutConfig to(TargetConfig other) {
        return new LayoutConfig(pattern, line, syntax, charset, other);
    }
}
