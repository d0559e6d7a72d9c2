package dev.tailrace.logging;

import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.layout.event.Event;
import dev.tailrace.spi.MarkerReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A running filter of calls, before there is an event. Thread-safe. */
interface TurboFilter {
    /** See {@link TurboFilters#decide}. */
    Reply reply(
            int level,
            @Nullable Object marker,
            MarkerReader reader,
            @Nullable String format,
            @Nullable Object @Nullable [] arguments,
            @Nullable Map<String, String> context);

    static TurboFilter of(TurboFilterConfig config, Bursts bursts) {
        if (config instanceof TurboFilterConfig.Duplicates duplicates) {
            MessageCounts counts = new MessageCounts(duplicates.cacheSize());
            int allowed = duplicates.allowedRepetitions();
            // A question without a message counts as its first time.
            return (level, marker, reader, format, arguments, context) ->
                    (format == null ? 0 : counts.count(format)) > allowed ? Reply.DENY : Reply.NEUTRAL;
        }
        if (config instanceof TurboFilterConfig.ContextValue wanted) {
            return (level, marker, reader, format, arguments, context) -> {
                boolean has = context != null && wanted.value().equals(context.get(wanted.key()));
                return has ? wanted.onMatch() : wanted.onMismatch();
            };
        }
        if (config instanceof TurboFilterConfig.HasMarker wanted) {
            return (level, marker, reader, format, arguments, context) -> {
                boolean has = marker != null && reader.contains(marker, wanted.marker());
                return has ? wanted.onMatch() : wanted.onMismatch();
            };
        }
        if (config instanceof TurboFilterConfig.ContextLevel levels) {
            return (level, marker, reader, format, arguments, context) -> {
                String value = context == null ? null : context.get(levels.key());
                Threshold threshold = value == null ? null : levels.levels().get(value);
                int least = (threshold == null ? levels.otherwise() : threshold).code();
                return level >= least ? levels.onHigherOrEqual() : levels.onLower();
            };
        }
        return early(EventFilter.all(((TurboFilterConfig.OfEvents) config).filters(), bursts));
    }

    /** Asks filters that need an event before there is one: they get an event of their own. */
    private static TurboFilter early(EventFilter[] filters) {
        return (level, marker, reader, format, arguments, context) -> {
            Event event = Events.POOL.take();
            try {
                event.begin(level, 0, "", "", 0);
                event.message(format);
                event.arguments(arguments);
                event.context(context);
                if (marker != null) {
                    event.addMarker(marker, reader);
                }
                return EventFilter.decide(filters, level, event);
            } finally {
                Events.POOL.give(event);
            }
        };
    }
}
