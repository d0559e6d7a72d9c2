package dev.tailrace.config.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A filter of an appender. */
public sealed interface FilterConfig {
    /** Denies what is below the level. */
    record ThresholdFilter(Threshold level) implements FilterConfig {}

    /** Replies differently for one level and for the others. */
    record LevelFilter(Threshold level, Reply onMatch, Reply onMismatch) implements FilterConfig {}

    /**
     * Denies by what the context has under a key.
     *
     * @param otherwise counts as the value of events that have none
     * @param withPairs whether a pair of a fluent call counts as an entry of the context, as in Log4j 2
     * @param values those that are meant
     * @param among whether these pass, or all others
     */
    record ContextFilter(String key, String otherwise, boolean withPairs, Set<String> values, boolean among)
            implements FilterConfig {
        public ContextFilter {
            values = Set.copyOf(values);
        }

        /** Allocates nothing. {@code value}: of the key; null: the event has none. */
        public Reply reply(@Nullable String value) {
            return values.contains(value == null ? otherwise : value) == among ? Reply.NEUTRAL : Reply.DENY;
        }
    }

    /**
     * Replies by the level alone.
     *
     * @param replies five: to TRACE, DEBUG, INFO, WARN and ERROR
     */
    record LevelReplies(List<Reply> replies) implements FilterConfig {
        public LevelReplies {
            replies = List.copyOf(replies);
        }
    }

    /**
     * Compares the level with one that a value of the context stands for; NEUTRAL for events without a value.
     *
     * @param otherwise the level for all values that aren't in {@code levels}
     */
    record ContextLevel(String key, Map<String, Threshold> levels, Threshold otherwise, Reply onMatch, Reply onMismatch)
            implements FilterConfig {
        public ContextLevel {
            levels = Map.copyOf(levels);
        }
    }

    /** Asks something of the event. */
    record Asking(EventTest test, Reply onMatch, Reply onMismatch) implements FilterConfig {}

    /**
     * Several one behind the other; the first that is not NEUTRAL decides. What they accept still has to pass the filters behind the
     * chain.
     *
     * @param once asked only once for an event, whatever appenders follow it: the name that distinguishes it from others; null: asked each time
     */
    record Chain(List<FilterConfig> filters, @Nullable String once) implements FilterConfig {
        public Chain {
            filters = List.copyOf(filters);
        }
    }

    /** Whether the filter counts events, so that it matters how often it is asked. */
    default boolean counts() {
        return (this instanceof Asking asking && asking.test() instanceof EventTest.Burst)
                || (this instanceof Chain chain && chain.filters().stream().anyMatch(FilterConfig::counts));
    }

    /** Whether the filter looks at the message or the arguments, which may include the throwable. */
    default boolean looksAtMessage() {
        return (this instanceof Asking asking && asking.test().looksAtMessage())
                || (this instanceof Chain chain && chain.filters().stream().anyMatch(FilterConfig::looksAtMessage));
    }

    /** A filter's answer: ACCEPT ends the chain with yes, DENY with no, NEUTRAL asks the next filter. */
    enum Reply {
        ACCEPT,
        NEUTRAL,
        DENY
    }
}
