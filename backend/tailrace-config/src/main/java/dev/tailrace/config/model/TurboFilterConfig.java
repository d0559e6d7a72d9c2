package dev.tailrace.config.model;

import dev.tailrace.config.model.FilterConfig.Reply;
import java.util.List;
import java.util.Map;

/** A filter that is asked for every call of every logger, before its level: ACCEPT and DENY decide, NEUTRAL asks the next one. */
public sealed interface TurboFilterConfig {
    /**
     * Denies messages that came too often, before their arguments are put in.
     *
     * @param allowedRepetitions how often after the first time; may be negative: then none passes
     * @param cacheSize how many messages are remembered, at least 1
     */
    record Duplicates(int allowedRepetitions, int cacheSize) implements TurboFilterConfig {}

    /** Compares one value of the MDC. */
    record ContextValue(String key, String value, Reply onMatch, Reply onMismatch) implements TurboFilterConfig {}

    /** Looks for a marker by its name, also among the references of the call's marker. */
    record HasMarker(String marker, Reply onMatch, Reply onMismatch) implements TurboFilterConfig {}

    /**
     * Compares the call's level with one that a value of the MDC stands for.
     *
     * @param otherwise the level for all values that aren't in {@code levels}, and for none
     */
    record ContextLevel(
            String key, Map<String, Threshold> levels, Threshold otherwise, Reply onHigherOrEqual, Reply onLower)
            implements TurboFilterConfig {
        public ContextLevel {
            levels = Map.copyOf(levels);
        }
    }

    /** Filters of Log4j 2 for the whole configuration, one behind the other. */
    record OfEvents(List<FilterConfig> filters) implements TurboFilterConfig {
        public OfEvents {
            filters = List.copyOf(filters);
        }
    }
}
