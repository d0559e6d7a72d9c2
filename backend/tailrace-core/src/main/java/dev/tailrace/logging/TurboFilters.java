package dev.tailrace.logging;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.config.model.TurboFilterConfig.OfEvents;
import dev.tailrace.spi.MarkerReader;
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
    private final TurboFilter[] filters;
    private final boolean asksForArguments;
    private final boolean looksBelow;

    public TurboFilters(List<TurboFilterConfig> configs) {
        this.configs = configs;
        this.filters = new TurboFilter[configs.size()];
        Bursts bursts = new Bursts();
        boolean asks = false;
        boolean below = false;
        for (int i = 0; i < filters.length; i++) {
            filters[i] = TurboFilter.of(configs.get(i), bursts);
            if (configs.get(i) instanceof OfEvents own) {
                asks |= own.filters().stream().anyMatch(FilterConfig::looksAtMessage);
                below |= own.filters().stream().anyMatch(TurboFilters::looksBelow);
            } else {
                below = true;
            }
        }
        this.asksForArguments = asks;
        this.looksBelow = below;
    }

    private static boolean looksBelow(FilterConfig filter) {
        return filter.counts()
                || (filter instanceof FilterConfig.Asking asking
                        && (asking.onMatch() == Reply.ACCEPT || asking.onMismatch() == Reply.ACCEPT))
                || (filter instanceof FilterConfig.ContextLevel asked
                        && (asked.onMatch() == Reply.ACCEPT || asked.onMismatch() == Reply.ACCEPT))
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
        for (TurboFilter filter : filters) {
            Reply reply = filter.reply(level, marker, reader, format, arguments, context);
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }
}
