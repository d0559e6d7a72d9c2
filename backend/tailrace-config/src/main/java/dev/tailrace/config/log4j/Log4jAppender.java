package dev.tailrace.config.log4j;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.destination.DestinationConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An appender of a Log4j 2 configuration as it was read, before references are followed.
 *
 * @param target null: it writes nowhere itself
 * @param gate its filters
 * @param references what an asynchronous one, or one with routes, hands its events to; null: it is neither
 * @param blocking whether callers of an asynchronous one wait
 * @param silent whether it is meant to write nothing
 */
record Log4jAppender(
        String name,
        int line,
        @Nullable DestinationConfig target,
        LayoutConfig layout,
        CompositeFilter gate,
        @Nullable List<Reference> references,
        boolean blocking,
        boolean silent,
        TailraceSettings settings,
        boolean whenFullGiven) {

    /**
     * An {@code <AppenderRef>} with its filters and the levels that pass it behind them (a set of bits), or a route with the events that
     * take it (null: all).
     */
    record Reference(
            String appender, int line, CompositeFilter gate, int passing, FilterConfig.@Nullable ContextFilter taking) {
        Reference(String appender, int line, CompositeFilter gate, int passing) {
            this(appender, line, gate, passing, null);
        }

        Reference(String appender, int line, FilterConfig.@Nullable ContextFilter taking) {
            this(appender, line, CompositeFilter.OPEN, Log4jFilters.ALL, taking);
        }
    }

    Log4jAppender with(@Nullable DestinationConfig other, String pattern) {
        LayoutConfig changed = layout.withPattern(pattern);
        return new Log4jAppender(
                name, line, other, changed, gate, references, blocking, silent, settings, whenFullGiven);
    }
}
