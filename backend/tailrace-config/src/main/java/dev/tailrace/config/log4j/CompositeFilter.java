package dev.tailrace.config.log4j;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.LevelReplies;
import dev.tailrace.config.model.FilterConfig.Reply;
import java.util.List;

/**
 * The filters of one element of a Log4j 2 configuration, one behind the other: the first that is not NEUTRAL decides.
 *
 * @param filters neighbours that ask for the level only are one
 */
record CompositeFilter(List<FilterConfig> filters) {
    static final CompositeFilter OPEN = new CompositeFilter(List.of());

    CompositeFilter {
        filters = List.copyOf(filters);
    }

    boolean isOpen() {
        return filters.isEmpty() || (asksForLevelOnly() && passing() == Log4jFilters.ALL);
    }

    /** Whether nothing but an event's level matters. */
    boolean asksForLevelOnly() {
        return filters.isEmpty() || (filters.size() == 1 && filters.get(0) instanceof LevelReplies);
    }

    /** The levels that pass, as a set of bits; only if nothing else matters. */
    int passing() {
        return Log4jFilters.ALL & ~levels(Reply.DENY);
    }

    /** The levels that are accepted, so that no filter behind is asked; only if nothing else matters. */
    int accepted() {
        return levels(Reply.ACCEPT);
    }

    private int levels(Reply reply) {
        int levels = 0;
        for (FilterConfig filter : filters) {
            List<Reply> replies = ((LevelReplies) filter).replies();
            for (int i = 0; i < replies.size(); i++) {
                levels |= replies.get(i) == reply ? 1 << i : 0;
            }
        }
        return levels;
    }
}
