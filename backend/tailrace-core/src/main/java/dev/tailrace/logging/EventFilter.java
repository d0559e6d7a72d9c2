package dev.tailrace.logging;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.layout.event.Event;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A running filter. Thread-safe. */
interface EventFilter {
    /**
     * The filter's reply for an event.
     *
     * @param event null: the question is only whether any event of the level passes; NEUTRAL when that depends on the event
     */
    Reply reply(int level, @Nullable Event event);

    static EventFilter of(FilterConfig config, Bursts bursts) {
        if (config instanceof FilterConfig.ThresholdFilter threshold) {
            int least = threshold.level().code();
            return (level, event) -> level >= least ? Reply.NEUTRAL : Reply.DENY;
        }
        if (config instanceof FilterConfig.LevelFilter exact) {
            int wanted = exact.level().code();
            return (level, event) -> level == wanted ? exact.onMatch() : exact.onMismatch();
        }
        if (config instanceof FilterConfig.LevelReplies known) {
            Reply[] replies = known.replies().toArray(Reply[]::new);
            return (level, event) -> replies[level / 10];
        }
        if (config instanceof FilterConfig.Asking asking) {
            return asking(asking, EventPredicates.of(asking.test(), bursts));
        }
        if (config instanceof FilterConfig.Chain chain) {
            return chain(chain, bursts);
        }
        if (config instanceof FilterConfig.ContextLevel levels) {
            return (level, event) -> {
                String value = event == null ? null : event.valueInContext(levels.key());
                if (value == null) {
                    return Reply.NEUTRAL;
                }
                int least =
                        levels.levels().getOrDefault(value, levels.otherwise()).code();
                return level >= least ? levels.onMatch() : levels.onMismatch();
            };
        }
        FilterConfig.ContextFilter context = (FilterConfig.ContextFilter) config;
        return (level, event) -> event == null
                ? Reply.NEUTRAL
                : context.reply(
                        context.withPairs() ? event.valueInContext(context.key()) : event.contextValue(context.key()));
    }

    private static EventFilter asking(FilterConfig.Asking asking, Predicate<Event> test) {
        return (level, event) -> {
            if (event == null) {
                return Reply.NEUTRAL;
            }
            try {
                return test.test(event) ? asking.onMatch() : asking.onMismatch();
            } catch (StackOverflowError e) {
                // A regular expression can't decide without an event either.
                return Reply.NEUTRAL;
            }
        };
    }

    /** The filter behind a chain is asked, too, whatever it accepts. */
    private static EventFilter chain(FilterConfig.Chain chain, Bursts bursts) {
        EventFilter[] filters = all(chain.filters(), bursts);
        String once = chain.once();
        if (once == null) {
            return (level, event) -> decide(filters, level, event) == Reply.DENY ? Reply.DENY : Reply.NEUTRAL;
        }
        return (level, event) -> {
            if (event == null) {
                return Reply.NEUTRAL;
            }
            boolean passes = event.notes().isKnown(once)
                    ? event.notes().answer(once)
                    : event.notes().keep(once, decide(filters, level, event) != Reply.DENY);
            return passes ? Reply.NEUTRAL : Reply.DENY;
        };
    }

    static EventFilter[] all(List<FilterConfig> configs, Bursts bursts) {
        return configs.stream().map(config -> of(config, bursts)).toArray(EventFilter[]::new);
    }

    /** The first reply that isn't neutral. */
    static Reply decide(EventFilter[] filters, int level, @Nullable Event event) {
        for (EventFilter filter : filters) {
            Reply reply = filter.reply(level, event);
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }
}
