package dev.tailrace.config.log4j;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.LevelReplies;
import dev.tailrace.config.model.FilterConfig.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters between a logger and an appender, in this order. Where only levels are asked for they are added up,
 * and come first as far as that makes no difference: a filter that counts is not asked for what stays behind before it.
 */
record FilterChain(List<FilterConfig> steps) {
    static final FilterChain FREE = new FilterChain(List.of());

    FilterChain {
        steps = List.copyOf(steps);
    }

    /** @param once see {@link FilterConfig.Chain} */
    FilterChain then(CompositeFilter gate, @Nullable String once) {
        if (gate.asksForLevelOnly()) {
            return then(gate.passing());
        }
        FilterConfig.Chain chain = new FilterConfig.Chain(gate.filters(), null);
        return then(chain.counts() ? new FilterConfig.Chain(gate.filters(), once) : chain);
    }

    /** @param passing the levels that pass, as a set of bits */
    FilterChain then(int passing) {
        if (passing == Log4jFilters.ALL) {
            return this;
        }
        int first = 0;
        for (int i = 0; i < steps.size(); i++) {
            first = steps.get(i).counts() ? i + 1 : first;
        }
        List<FilterConfig> all = new ArrayList<>(steps);
        if (first < all.size() && all.get(first) instanceof LevelReplies known) {
            all.set(first, levels(passing & new CompositeFilter(List.of(known)).passing()));
        } else {
            all.add(first, levels(passing));
        }
        return new FilterChain(all);
    }

    FilterChain then(FilterConfig filter) {
        if (filter instanceof LevelReplies levels) {
            return then(new CompositeFilter(List.of(levels)).passing());
        }
        List<FilterConfig> all = new ArrayList<>(steps);
        all.add(filter);
        return new FilterChain(all);
    }

    FilterChain then(FilterChain next) {
        FilterChain all = this;
        for (FilterConfig step : next.steps) {
            all = all.then(step);
        }
        return all;
    }

    private static LevelReplies levels(int passing) {
        List<Reply> replies = new ArrayList<>();
        for (int bit = 1; bit < Log4jFilters.ALL; bit <<= 1) {
            replies.add((passing & bit) != 0 ? Reply.NEUTRAL : Reply.DENY);
        }
        return new LevelReplies(replies);
    }

    /** The chain as filters of an appender. */
    List<FilterConfig> filters() {
        List<FilterConfig> filters = new ArrayList<>();
        for (FilterConfig step : steps) {
            if (step instanceof LevelReplies levels) {
                filters.addAll(Log4jFilters.configured(new CompositeFilter(List.of(levels)).passing()));
            } else {
                filters.add(step);
            }
        }
        return filters;
    }
}
