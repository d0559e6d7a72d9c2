package dev.tailrace.config.model;

import dev.tailrace.destination.DestinationConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One appender.
 *
 * @param settings the configuration's settings, with those of a {@code <tailrace>} element inside the appender
 * @param file the file it stands in, which can be an included one; null: the configuration's
 */
public record AppenderConfig(
        String name,
        DestinationConfig destination,
        LayoutConfig layout,
        List<FilterConfig> filters,
        int line,
        TailraceSettings settings,
        @Nullable String file) {

    public AppenderConfig {
        filters = List.copyOf(filters);
        // A target's records wait in a file of its own; what goes elsewhere instead is for people.
        layout = destination instanceof DestinationConfig.File
                ? layout
                : new LayoutConfig(layout.pattern(), layout.line(), layout.syntax(), layout.charset());
    }

    /** An appender that writes with the default pattern to standard output, where a configuration has no other. */
    public static AppenderConfig console(String name, int line, TailraceSettings settings) {
        LayoutConfig layout = new LayoutConfig(Configuration.DEFAULT_PATTERN, 0, PatternSyntax.LOGBACK, null);
        return new AppenderConfig(name, new DestinationConfig.Console(false), layout, List.of(), line, settings, null);
    }

    public AppenderConfig with(DestinationConfig otherDestination, LayoutConfig otherLayout) {
        return new AppenderConfig(name, otherDestination, otherLayout, filters, line, settings, file);
    }

    public String pattern() {
        return layout.pattern();
    }
}
