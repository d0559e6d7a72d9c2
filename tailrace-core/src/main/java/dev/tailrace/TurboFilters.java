package dev.tailrace;

import dev.tailrace.config.FilterConfig.Reply;
import dev.tailrace.config.Threshold;
import dev.tailrace.config.TurboFilterConfig;
import dev.tailrace.config.TurboFilterConfig.ContextLevel;
import dev.tailrace.config.TurboFilterConfig.ContextValue;
import dev.tailrace.config.TurboFilterConfig.Duplicates;
import dev.tailrace.config.TurboFilterConfig.HasMarker;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The turbo filters of a configuration, in their order. Thread-safe; makes no garbage. */
final class TurboFilters {
    private final List<TurboFilterConfig> configs;
    private final TurboFilterConfig[] filters;
    /** Of each filter that counts messages, at its place. */
    private final @Nullable MessageCounts[] counts;

    TurboFilters(List<TurboFilterConfig> configs) {
        this.configs = configs;
        this.filters = configs.toArray(TurboFilterConfig[]::new);
        this.counts = new MessageCounts[filters.length];
        for (int i = 0; i < filters.length; i++) {
            if (filters[i] instanceof Duplicates duplicates) {
                counts[i] = new MessageCounts(duplicates.cacheSize());
            }
        }
    }

    boolean isEmpty() {
        return filters.length == 0;
    }

    /** Whether they are what such a configuration asks for; then they go on with what they have counted. */
    boolean are(List<TurboFilterConfig> others) {
        return configs.equals(others);
    }

    /**
     * What they say of a call; NEUTRAL: its level decides.
     *
     * @param marker the call's marker; null: it has none
     * @param format the message before its arguments are put in; null: it is only asked whether the level is enabled
     * @param context the MDC; null: empty
     * @param hasMarker whether a marker has this name, or refers to one that has
     */
    Reply decide(
            int level,
            @Nullable Object marker,
            @Nullable String format,
            @Nullable Map<String, String> context,
            BiPredicate<Object, String> hasMarker) {
        for (int i = 0; i < filters.length; i++) {
            TurboFilterConfig filter = filters[i];
            Reply reply;
            if (filter instanceof Duplicates duplicates) {
                MessageCounts counted = counts[i];
                boolean often =
                        format != null && counted != null && counted.count(format) > duplicates.allowedRepetitions();
                // A question without a message counts as its first time.
                reply = often || (format == null && duplicates.allowedRepetitions() < 0) ? Reply.DENY : Reply.NEUTRAL;
            } else if (filter instanceof ContextValue wanted) {
                String value = context == null ? null : context.get(wanted.key());
                reply = wanted.value().equals(value) ? wanted.onMatch() : wanted.onMismatch();
            } else if (filter instanceof HasMarker wanted) {
                boolean has = marker != null && hasMarker.test(marker, wanted.marker());
                reply = has ? wanted.onMatch() : wanted.onMismatch();
            } else {
                reply = decide((ContextLevel) filter, level, context);
            }
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }

    private static Reply decide(ContextLevel filter, int level, @Nullable Map<String, String> context) {
        String value = context == null ? null : context.get(filter.key());
        Threshold threshold = value == null ? null : filter.levels().get(value);
        int least = (threshold == null ? filter.otherwise() : threshold).code();
        return level >= least ? filter.onHigherOrEqual() : filter.onLower();
    }
}
