package dev.tailrace.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An appender of a Log4j 2 configuration as it was read, before references are followed.
 *
 * @param target null: it writes nowhere itself
 * @param passing the levels that its filters let pass, as {@link Log4jFilters} counts them
 * @param references what an asynchronous one, or one with routes, hands its events to; null: it is neither
 * @param blocking whether callers of an asynchronous one wait
 * @param silent whether it is meant to write nothing
 */
record Log4jAppender(
        String name,
        int line,
        @Nullable Target target,
        String pattern,
        int patternLine,
        PatternSyntax syntax,
        int passing,
        @Nullable List<Reference> references,
        boolean blocking,
        boolean silent,
        Settings settings,
        boolean whenFullGiven) {

    /** An {@code <AppenderRef>} with the levels that pass it, or a route with the events that take it (null: all). */
    record Reference(String appender, int line, int passing, FilterConfig.@Nullable ContextFilter taking) {
        Reference(String appender, int line, int passing) {
            this(appender, line, passing, null);
        }
    }

    Log4jAppender with(@Nullable Target other, String otherPattern) {
        return new Log4jAppender(
                name,
                line,
                other,
                otherPattern,
                patternLine,
                syntax,
                passing,
                references,
                blocking,
                silent,
                settings,
                whenFullGiven);
    }
}
