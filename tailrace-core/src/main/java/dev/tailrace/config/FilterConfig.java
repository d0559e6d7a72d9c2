package dev.tailrace.config;

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
     * @param values those that are meant
     * @param among whether these pass, or all others
     */
    record ContextFilter(String key, String otherwise, Set<String> values, boolean among) implements FilterConfig {
        public ContextFilter {
            values = Set.copyOf(values);
        }

        /** Allocates nothing. {@code context}: null: empty. */
        public Reply reply(@Nullable Map<String, String> context) {
            String value = context == null ? null : context.get(key);
            return values.contains(value == null ? otherwise : value) == among ? Reply.NEUTRAL : Reply.DENY;
        }
    }

    /** What a filter says: ACCEPT ends the chain with yes, DENY with no, NEUTRAL asks the next filter. */
    enum Reply {
        ACCEPT,
        NEUTRAL,
        DENY
    }
}
