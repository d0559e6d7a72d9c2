package dev.tailrace.logging;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.config.model.TurboFilterConfig.ContextLevel;
import dev.tailrace.config.model.TurboFilterConfig.ContextValue;
import dev.tailrace.config.model.TurboFilterConfig.Duplicates;
import dev.tailrace.config.model.TurboFilterConfig.HasMarker;
import dev.tailrace.config.model.TurboFilterConfig.OfEvents;
import dev.tailrace.layout.event.Event;
import dev.tailrace.spi.MarkerReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a configuration that check every call: turbo filters in their order, or Log4j 2's. Thread-safe; makes no garbage, except
 * for a message with arguments that a Log4j filter reads.
 */
public final class TurboFilters {
    public static final TurboFilters NONE = new TurboFilters(List.of());

    private final List<TurboFilterConfig> configs;
    private final TurboFilterConfig[] filters;
    /** The counts of filters that count messages, at each filter's index. */
    private final @Nullable MessageCounts[] counts;
    /** Log4j's filters, combined to one; empty without such a configuration. */
    private final EventFilter[] early;

    private final boolean asksForArguments;
    private final boolean looksBelow;

    public TurboFilters(List<TurboFilterConfig> configs) {
        this.configs = configs;
        this.filters = configs.toArray(TurboFilterConfig[]::new);
        this.counts = new MessageCounts[filters.length];
        List<FilterConfig> ofEvents = new ArrayList<>();
        boolean all = false;
        for (int i = 0; i < filters.length; i++) {
            if (filters[i] instanceof Duplicates duplicates) {
                counts[i] = new MessageCounts(duplicates.cacheSize());
            }
            if (filters[i] instanceof OfEvents own) {
                ofEvents.addAll(own.filters());
            } else {
                all = true;
            }
        }
        this.early = EventFilter.all(ofEvents, new Bursts());
        this.asksForArguments = ofEvents.stream().anyMatch(FilterConfig::looksAtMessage);
        this.looksBelow = all || ofEvents.stream().anyMatch(TurboFilters::looksBelow);
    }

    private static boolean looksBelow(FilterConfig filter) {
        return filter.counts()
                || (filter instanceof FilterConfig.Asking asking
                        && (asking.onMatch() == Reply.ACCEPT || asking.onMismatch() == Reply.ACCEPT))
                || (filter instanceof FilterConfig.LevelReplies levels
                        && levels.replies().contains(Reply.ACCEPT));
    }

    /** Whether a filter looks at the message, maybe with its arguments. */
    public boolean asksForArguments() {
        return asksForArguments;
    }

    /** Whether calls below the level of their logger have to be checked, because a filter may accept or count them. */
    public boolean looksBelow() {
        return looksBelow;
    }

    public boolean isEmpty() {
        return filters.length == 0;
    }

    /** Whether these filters match a configuration; then they keep their counts, except those of bursts. */
    public boolean are(List<TurboFilterConfig> others) {
        return configs.equals(others)
                && configs.stream()
                        .noneMatch(each -> each instanceof OfEvents own
                                && own.filters().stream().anyMatch(FilterConfig::counts));
    }

    /**
     * The filters' reply for a call; NEUTRAL: its level decides.
     *
     * @param marker the call's marker; null: it has none
     * @param reader reads the marker
     * @param format the message before its arguments are put in; null: the question is only whether the level is enabled
     * @param arguments of the message; null: none
     * @param context the MDC; null: empty
     */
    public Reply decide(
            int level,
            @Nullable Object marker,
            MarkerReader reader,
            @Nullable String format,
            @Nullable Object @Nullable [] arguments,
            @Nullable Map<String, String> context) {
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
                boolean has = marker != null && reader.contains(marker, wanted.marker());
                reply = has ? wanted.onMatch() : wanted.onMismatch();
            } else if (filter instanceof ContextLevel levels) {
                reply = decide(levels, level, context);
            } else {
                reply = early(level, marker, reader, format, arguments, context);
            }
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }

    /** Asks filters that need an event before there is one: they get an event of their own. */
    private Reply early(
            int level,
            @Nullable Object marker,
            MarkerReader reader,
            @Nullable String format,
            @Nullable Object @Nullable [] arguments,
            @Nullable Map<String, String> context) {
        Event event = Events.POOL.take();
        try {
            event.begin(level, 0, "", "", 0);
            event.message(format);
            event.arguments(arguments);
            event.context(context);
            if (marker != null) {
                event.addMarker(marker, reader);
            }
            return EventFilter.decide(early, level, event);
        } finally {
            Events.POOL.give(event);
        }
    }

    private static Reply decide(ContextLevel filter, int level, @Nullable Map<String, String> context) {
        String value = context == null ? null : context.get(filter.key());
        Threshold threshold = value == null ? null : filter.levels().get(value);
        int least = (threshold == null ? filter.otherwise() : threshold).code();
        return level >= least ? filter.onHigherOrEqual() : filter.onLower();
    }
}
