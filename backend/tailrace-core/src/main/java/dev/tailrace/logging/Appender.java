package dev.tailrace.logging;

import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.limit.LimitTable;
import dev.tailrace.limit.LoggerLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running appender: its filters, its encoder, and the destination of its lines. Thread-safe. */
public final class Appender {
    private final String name;
    private final List<FilterConfig> configs;
    private final EventFilter[] filters;
    /** Whether a filter looks at the message or its arguments. */
    private final boolean asks;
    /** Whether a filter counts events: it is asked once per event, and its answer is kept. */
    private final boolean counts;

    private final Encoder encoder;
    private final Destination destination;
    private final List<LimitConfig> limitConfigs;
    /** The buckets of its destination's limits, made when they are first asked for. */
    private final Supplier<LimitTable> tables;
    /** Null where the configuration limits nothing. */
    private final @Nullable LimitTable table;
    /** The limits of this appender's logger; null: none. */
    private final @Nullable LoggerLimits limits;
    /** Whether filters or limits may keep an event out. */
    private final boolean guarded;
    /** The appenders for loggers with limits. */
    private final Map<LoggerLimits, Appender> limited = new ConcurrentHashMap<>();
    /** Whether one of its lines has shown its call's location. Not volatile: a thread with a stale read finds out itself. */
    private boolean located;

    /**
     * @param limits the appender's limits, and those of all appenders
     * @param tables the open buckets of the destination's limits
     */
    public Appender(
            String name,
            List<FilterConfig> filters,
            Bursts bursts,
            Encoder encoder,
            Destination destination,
            List<LimitConfig> limits,
            Supplier<LimitTable> tables) {
        this.name = name;
        this.configs = filters;
        this.filters = EventFilter.all(filters, bursts);
        this.asks = filters.stream().anyMatch(FilterConfig::looksAtMessage);
        this.counts = filters.stream().anyMatch(FilterConfig::counts);
        this.encoder = encoder;
        this.destination = destination;
        this.limitConfigs = limits;
        this.tables = tables;
        this.table = limits.isEmpty() ? null : tables.get();
        this.limits = null;
        this.guarded = this.filters.length != 0;
    }

    /** The same appender with other filters and limits. */
    private Appender(Appender base, EventFilter[] filters, @Nullable LoggerLimits limits) {
        this.name = base.name;
        this.configs = base.configs;
        this.filters = filters;
        this.asks = base.asks;
        this.counts = base.counts;
        this.encoder = base.encoder;
        this.destination = base.destination;
        this.limitConfigs = base.limitConfigs;
        this.tables = base.tables;
        this.table = base.table;
        this.limits = limits;
        this.guarded = filters.length != 0 || limits != null;
        this.located = base.located;
    }

    /** The same appender for events from a level on. */
    Appender from(int least) {
        EventFilter[] more = new EventFilter[filters.length + 1];
        // First: no other filter may accept an event below the level.
        more[0] = (level, event) -> level >= least ? FilterConfig.Reply.NEUTRAL : FilterConfig.Reply.DENY;
        System.arraycopy(filters, 0, more, 1, filters.length);
        return new Appender(this, more, limits);
    }

    /** This appender with the limits of a logger, among them those set at run time; this one itself, if it has none. */
    Appender of(String logger, boolean byDollar, List<LimitConfig> atRunTime) {
        List<LimitConfig> all = new ArrayList<>(atRunTime);
        all.addAll(limitConfigs);
        all.removeIf(limit -> !limit.covers(logger, byDollar));
        if (all.isEmpty()) {
            return this;
        }
        LoggerLimits own = (table == null ? tables.get() : table).of(all);
        return own == null ? this : limited.computeIfAbsent(own, key -> new Appender(this, filters, key));
    }

    /** Whether this appender equals a newly made one; an appender that counts events never does, since the new one begins anew. */
    public boolean is(Appender other) {
        return !counts
                && encoder == other.encoder
                && destination == other.destination
                && table == other.table
                && configs.equals(other.configs)
                && limitConfigs.equals(other.limitConfigs);
    }

    /**
     * The appenders that haven't taken an event yet; {@code all} may contain duplicates. An appender counts as done under another name,
     * too, if it writes to the same destination: otherwise the line would be there twice.
     */
    public static List<Appender> without(Appender[] all, List<Appender> done) {
        List<Appender> left = new ArrayList<>(Arrays.asList(all));
        List<Appender> others = new ArrayList<>();
        for (Appender each : done) {
            if (!removeOne(left, appender -> appender.name.equals(each.name))) {
                others.add(each);
            }
        }
        for (Appender each : others) {
            removeOne(left, appender -> appender.destination == each.destination);
        }
        return left;
    }

    private static boolean removeOne(List<Appender> from, Predicate<Appender> which) {
        for (int i = 0; i < from.size(); i++) {
            if (which.test(from.get(i))) {
                from.remove(i);
                return true;
            }
        }
        return false;
    }

    public Encoder encoder() {
        return encoder;
    }

    /** Encodes the event with this message and appends its line, if the filters let it pass. */
    public Destination.Outcome append(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        if (guarded) {
            if (filters.length != 0 && !letsPass(event, message, arguments)) {
                return Destination.Outcome.APPENDED;
            }
            LoggerLimits asked = limits;
            if (asked != null) {
                LimitTable.Verdict verdict = asked.check(event, message, arguments);
                if (verdict != LimitTable.Verdict.PASSES) {
                    return heldBack(event, verdict);
                }
            }
        }
        event.line().clear();
        encoder.encode(event, message, arguments, event.line());
        return destination.append(event.level(), event.loggerName(), event.line(), event.epochNanos(), event.pending);
    }

    private Destination.Outcome heldBack(Event event, LimitTable.Verdict verdict) {
        if (verdict == LimitTable.Verdict.CLOSED) {
            return Destination.Outcome.CLOSED;
        }
        // For an observer: the event was appended nowhere.
        event.notes().keep(this, false);
        return Destination.Outcome.APPENDED;
    }

    /** The encoder asks for a call's location. */
    public void asksForCaller() {
        located = true;
    }

    /** Whether an event of this level is known to get a line that shows its call's location. */
    public boolean isLocated(int level) {
        return located && EventFilter.decide(filters, level, null) != FilterConfig.Reply.DENY;
    }

    /** Whether the filters let an event pass that was appended before. */
    public boolean passed(Event event) {
        if (limits != null && event.notes().isKnown(this) && !event.notes().answer(this)) {
            return false;
        }
        return counts
                ? event.notes().answer(this)
                : EventFilter.decide(filters, event.level(), event) != FilterConfig.Reply.DENY;
    }

    private boolean letsPass(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        if (asks) {
            event.message(message);
            event.arguments(arguments);
        }
        boolean passes = EventFilter.decide(filters, event.level(), event) != FilterConfig.Reply.DENY;
        return counts ? event.notes().keep(this, passes) : passes;
    }
}
