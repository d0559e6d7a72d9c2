package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.OwnSettings;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.destination.DestinationConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An appender of a Log4j 2 configuration as it was read, before references are followed.
 *
 * @param target null: it writes nowhere itself
 * @param gate its filters
 * @param references what one that hands on, or one with routes, hands its events to; empty otherwise
 */
record Log4jAppender(
        String name,
        int line,
        Role role,
        @Nullable DestinationConfig target,
        LayoutConfig layout,
        CompositeFilter gate,
        List<Reference> references,
        OwnSettings own) {

    /** Where an appender's events go. */
    enum Role {
        WRITES,
        /** It hands them on, and its callers wait. */
        HANDS_ON,
        /** It hands them on, and its callers don't wait. */
        HANDS_ON_UNLESS_FULL,
        /** It is meant to write nothing. */
        SILENT
    }

    /** The layout of an appender that writes nowhere itself. */
    private static final LayoutConfig NO_LAYOUT = new LayoutConfig("", 0, PatternSyntax.LOG4J, null);

    /** One that writes nowhere itself. */
    Log4jAppender(String name, int line, Role role, CompositeFilter gate, List<Reference> references, OwnSettings own) {
        this(name, line, role, null, NO_LAYOUT, gate, references, own);
    }

    Log4jAppender(
            String name,
            int line,
            DestinationConfig target,
            LayoutConfig layout,
            CompositeFilter gate,
            OwnSettings own) {
        this(name, line, Role.WRITES, target, layout, gate, List.of(), own);
    }

    /**
     * An {@code <AppenderRef>} with its filters and the levels that pass it behind them (a set of bits), or a route with the events that
     * take it (null: all).
     */
    record Reference(
            String appender,
            int line,
            CompositeFilter gate,
            int passing,
            @Nullable FilterConfig taking) {
        Reference(String appender, int line, CompositeFilter gate, int passing) {
            this(appender, line, gate, passing, null);
        }

        Reference(String appender, int line, @Nullable FilterConfig taking) {
            this(appender, line, CompositeFilter.OPEN, Log4jFilters.ALL, taking);
        }
    }

    Log4jAppender with(@Nullable DestinationConfig other, String pattern) {
        LayoutConfig changed = layout.withPattern(pattern);
        return new Log4jAppender(name, line, role, other, changed, gate, references, own);
    }
}
