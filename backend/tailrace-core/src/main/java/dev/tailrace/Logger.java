package dev.tailrace;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.layout.event.Event;
import dev.tailrace.logging.Appender;
import dev.tailrace.logging.Events;
import dev.tailrace.logging.LoggerTree;
import dev.tailrace.logging.TurboFilters;
import dev.tailrace.runtime.Lifecycle;
import dev.tailrace.spi.LogEvent;
import dev.tailrace.spi.LostCalls;
import dev.tailrace.spi.MarkerReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A named logger of the engine; a front (such as the SLF4J provider) wraps it. {@link dev.tailrace.spi} describes how a front logs.
 * Thread-safe.
 */
public final class Logger {
    static final LoggerTree<Logger> TREE = new LoggerTree<>(new Connector());
    static final Lifecycle LIFECYCLE = new Lifecycle(Logger.class.getClassLoader(), TREE);

    private static final int MAX_ATTEMPTS = 20;
    private static final Appender[] NONE = {};
    private static final AtomicReferenceFieldUpdater<Logger, Appender[]> APPENDERS =
            AtomicReferenceFieldUpdater.newUpdater(Logger.class, Appender[].class, "appenders");

    private final String name;
    private final int id;
    /** The lowest level code that is logged; set again when a configuration is applied. */
    private volatile int threshold = Integer.MAX_VALUE;
    /** Null while the engine is stopped. */
    private volatile Appender @Nullable [] appenders;
    /** Plain fields, written before the threshold that sends callers to them. Null until there are turbo filters. */
    private @Nullable TurboFilters filters;

    private int level = Integer.MAX_VALUE;
    /**
     * A bit for each level at which a line is known to show where the call was made. Not volatile: a stale read only costs a slower lookup.
     */
    private long located;

    private Logger(String name, int id) {
        this.name = name;
        this.id = id;
    }

    static Logger of(String name) {
        boolean awake = LIFECYCLE.wake();
        Logger logger = TREE.logger(name);
        if (awake && logger.appenders == null) {
            // The logger was made while the engine was being shut down: without a level it would be mute, and never
            // start the engine.
            LIFECYCLE.reconnect(name);
        }
        return logger;
    }

    public String name() {
        return name;
    }

    /**
     * Level codes are SLF4J's: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. If there are turbo filters, which can let any call pass, a
     * front has to ask {@link #passes} as well.
     */
    public boolean isEnabled(int level) {
        return level >= threshold;
    }

    /** Whether there are turbo filters, so that {@link #passes} has to be asked. */
    public boolean isFiltered() {
        return filters != null;
    }

    /** Whether {@link #passes} uses the arguments of a message; otherwise a front may leave them out. */
    public boolean asksForArguments() {
        TurboFilters asked = filters;
        return asked != null && asked.asksForArguments();
    }

    /**
     * Whether the turbo filters let a call pass; if they don't decide, whether the call's level does. Allocates nothing, unless a filter of
     * Log4j reads the message with its arguments. An exception of the marker's own code is passed on; the front should then let the call
     * pass.
     *
     * @param marker the call's marker; null: none
     * @param reader reads the marker
     * @param format the message before its arguments are put in; null: the question is only whether the level is enabled
     * @param arguments of the message; null: none
     * @param context the MDC; null: empty
     */
    public boolean passes(
            int code,
            @Nullable Object marker,
            MarkerReader reader,
            @Nullable String format,
            @Nullable Object @Nullable [] arguments,
            @Nullable Map<String, String> context) {
        if (appenders == null) {
            // The level is known only now.
            LIFECYCLE.reconnect(name);
        }
        TurboFilters asked = filters;
        FilterConfig.Reply reply = asked == null
                ? FilterConfig.Reply.NEUTRAL
                : asked.decide(code, marker, reader, format, arguments, context);
        return reply == FilterConfig.Reply.NEUTRAL ? code >= level : reply == FilterConfig.Reply.ACCEPT;
    }

    /**
     * Whether a front should {@link LogEvent#locate locate} an event of this level, because an appender that accepts the event has asked
     * for the location before. Otherwise the location is found later, by the encoder, which costs twice as much.
     */
    public boolean isLocated(int level) {
        return (located >>> level & 1) != 0;
    }

    /**
     * Takes an event from the pool and stamps it. The caller must give it back with {@link #close}.
     *
     * @param callerBoundary the full name of the class that applications call: its caller is the call's location
     */
    public LogEvent open(int level, String callerBoundary) {
        Event event = Events.POOL.take();
        event.begin(level, id, name, callerBoundary, 0);
        event.stamp();
        return event;
    }

    /**
     * Encodes the event for each appender that wants it and appends the lines to their lanes. Never throws an exception. Call once for an
     * event.
     *
     * @param message in SLF4J's language: {@code {}} takes the next argument. Message and arguments are not stored in the event: a store
     *     into a long-lived object would cost a fence for each of them
     * @param arguments null: none. The last one is the throwable, if it is one and the event has none of its own
     */
    public void commit(LogEvent event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        commit((Event) event, null, message, arguments);
    }

    /** @param to the appenders for one of the engine's own events; null: this logger's appenders */
    private void commit(
            Event event, Appender @Nullable [] to, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        // The appenders that haven't taken the event: one as long as they aren't known.
        int left = 1;
        try {
            // Read once: a concurrent change of the configuration must not make this event skip an appender.
            Appender[] all = to;
            if (all == null) {
                event.count();
                all = appenders;
                if (all == null) {
                    all = reconnected();
                }
            }
            left = all.length;
            if (all.length > 1) {
                event.texts().keep();
            }
            for (int i = 0; i < all.length; i++) {
                Appender appender = all[i];
                Destination.Outcome outcome = appender.append(event, message, arguments);
                if (outcome == Destination.Outcome.CLOSED && to == null) {
                    appendAnew(all, i, event, message, arguments);
                    left = 0;
                    break;
                }
                left--;
                if (event.takeLate()) {
                    appender.asksForCaller();
                    located = located(all);
                }
            }
            if (to == null && LIFECYCLE.needsAfterAppend()) {
                LIFECYCLE.afterAppend(event, message, arguments, all);
            }
        } catch (Throwable e) {
            // No failure in here may reach the application. No method call first: there may be no stack for it.
            PendingWord pending = event.pending;
            if (pending.owed) {
                pending.orphaned = true;
                pending.next = PendingWord.orphans;
                PendingWord.orphans = pending;
            }
            if (e instanceof StackOverflowError) {
                LostCalls.count += left == 0 ? 0 : 1;
            } else {
                LIFECYCLE.failed(e);
            }
        }
    }

    private Appender[] reconnected() {
        LIFECYCLE.reconnect(name);
        Appender[] present = appenders;
        return present == null ? NONE : present;
    }

    /**
     * Appends an event that was refused because the engine was shut down or its configuration changed after the appenders were read. The
     * event goes to the present appenders, except those that have accepted it already.
     */
    private void appendAnew(
            Appender[] before,
            int taken,
            Event event,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments) {
        event.texts().keep();
        List<Appender> done = new ArrayList<>(Arrays.asList(before).subList(0, taken));
        Appender[] refusing = before;
        for (int attempt = 0; refusing != null; attempt++) {
            if (attempt == MAX_ATTEMPTS) {
                throw new IllegalStateException("shut down " + attempt + " times during one log call");
            }
            // No refusing appender may stay here, or every later call would come this way.
            APPENDERS.compareAndSet(this, refusing, null);
            Appender[] all = appenders;
            if (all == null) {
                all = reconnected();
            }
            refusing = null;
            List<Appender> left = Appender.without(all, done);
            for (Appender appender : left) {
                Destination.Outcome outcome = appender.append(event, message, arguments);
                if (outcome == Destination.Outcome.CLOSED) {
                    refusing = all;
                    break;
                }
                done.add(appender);
            }
        }
    }

    /** Returns the event to the pool. Call once, whether the event was committed or not. */
    public void close(LogEvent event) {
        Event own = (Event) event;
        // An orphaned event belongs to the drain thread now, which settles its claim.
        if (!own.pending.orphaned) {
            Events.POOL.give(own);
        }
    }

    private static long located(Appender[] all) {
        long levels = 0;
        for (Appender appender : all) {
            for (Level each : Level.values()) {
                if (appender.isLocated(each.code())) {
                    levels |= 1L << each.code();
                }
            }
        }
        return levels;
    }

    /** Operations that the logger tree performs on loggers. */
    private static final class Connector implements LoggerTree.Connector<Logger> {
        @Override
        public Logger create(String name, int id) {
            return new Logger(name, id);
        }

        @Override
        public boolean isConnected(Logger logger) {
            return logger.appenders != null;
        }

        /** {@link #passes} starts the engine. */
        @Override
        public void defer(Logger logger) {
            logger.appenders = null;
            logger.filters = TurboFilters.NONE;
            logger.level = Integer.MAX_VALUE;
            logger.threshold = Integer.MIN_VALUE;
        }

        @Override
        public void connect(Logger logger, int level, Appender[] to, TurboFilters filters, boolean observed) {
            logger.located = located(to);
            TurboFilters before = logger.filters;
            if (!filters.isEmpty()) {
                logger.filters = filters;
            } else if (before != null) {
                // A call that has passed so that the filters decide must find filters; calls from before the last
                // configuration have found theirs.
                logger.filters = before.isEmpty() && logger.appenders != null ? null : filters;
            }
            logger.appenders = to;
            logger.level = level;
            // Without an appender, no event needs to be formatted.
            logger.threshold =
                    to.length == 0 && !observed ? Integer.MAX_VALUE : filters.looksBelow() ? Integer.MIN_VALUE : level;
        }

        @Override
        public void disconnect(Logger logger) {
            logger.appenders = null;
        }

        @Override
        public void report(
                Logger logger, Appender[] to, String callerBoundary, String message, @Nullable Object... arguments) {
            LogEvent event = logger.open(Level.INFO.code(), callerBoundary);
            try {
                logger.commit((Event) event, to, message, arguments);
            } finally {
                logger.close(event);
            }
        }
    }
}
