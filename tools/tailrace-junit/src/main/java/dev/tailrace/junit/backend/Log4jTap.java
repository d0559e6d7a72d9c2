package dev.tailrace.junit.backend;

import dev.tailrace.junit.measure.Recorder;
import dev.tailrace.junit.measure.StandardLine;
import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.jspecify.annotations.Nullable;

/**
 * An appender of the root logger and of each non-additive logger. It gets each event exactly once that the loggers' levels and filters let
 * through. With asynchronous loggers it runs in another thread; the event names the thread that logged. A filter in the configuration would
 * see each call instead, even {@code isInfoEnabled()}.
 */
final class Log4jTap extends AbstractAppender implements Backend, PropertyChangeListener {
    private static final String NAME = "tailrace-kpis";
    private static final Watch NOWHERE = new Watch();

    private final LoggerContext context;
    private final Recorder recorder;
    private final Log4jReach reach = new Log4jReach(NAME);
    private volatile Looked looked = Looked.NEVER;
    private volatile String gap = "";

    private Log4jTap(LoggerContext context, Recorder recorder) {
        super(NAME, null, null, true, Property.EMPTY_ARRAY);
        this.context = context;
        this.recorder = recorder;
    }

    /** Null when Log4j's API doesn't log to Log4j's core. */
    static @Nullable Backend attachTo(Recorder recorder) {
        return LogManager.getContext(false) instanceof LoggerContext context ? attachTo(context, recorder) : null;
    }

    static Backend attachTo(LoggerContext context, Recorder recorder) {
        Log4jTap tap = new Log4jTap(context, recorder);
        tap.start();
        tap.look();
        context.addPropertyChangeListener(tap);
        return tap;
    }

    /** Log4j calls this when the context has a new configuration. */
    @Override
    public void propertyChange(PropertyChangeEvent change) {
        if (LoggerContext.PROPERTY_CONFIG.equals(change.getPropertyName())) {
            look();
        }
    }

    /** Called before each test. */
    @Override
    public void attach() {
        Configuration now = context.getConfiguration();
        reach.forget();
        Looked last = looked;
        if (!last.isAsSeen(now, now.getLoggers())) {
            if (last.wasRemovedFrom(now)) {
                gap = "the appenders of a logger were removed, and Log4j says so to none of its listeners";
            }
            look();
        }
        await();
    }

    @Override
    public String gap() {
        return gap;
    }

    /** For known loggers only cheap checks: {@code LoggerConfig.getAppenders()} copies the map. */
    private synchronized void look() {
        Configuration now = context.getConfiguration();
        reach.look(now);
        Map<String, LoggerConfig> all = now.getLoggers();
        Looked last = looked;
        if (last.isAsSeen(now, all)) {
            return;
        }
        IdentityHashMap<LoggerConfig, Seen> before = new IdentityHashMap<>();
        boolean async;
        if (now == last.configuration) {
            async = last.asynchronous;
            for (Seen each : last.seen) {
                before.put(each.logger(), each);
            }
        } else {
            async = isAsync(context);
        }
        // Other threads may add loggers meanwhile: the next call treats them as new.
        Map<@Nullable String, LoggerConfig> copied = new LinkedHashMap<>(all);
        int count = copied.size();
        // Without a configuration file the root isn't among Log4j's loggers.
        if (!copied.containsKey(LogManager.ROOT_LOGGER_NAME)) {
            copied.put(null, now.getRootLogger());
        }
        List<Seen> found = new ArrayList<>();
        for (Map.Entry<@Nullable String, LoggerConfig> each : copied.entrySet()) {
            LoggerConfig logger = each.getValue();
            Seen known = before.get(logger);
            async |= isAsync(logger);
            boolean still = known != null && known.isStill(logger) && Objects.equals(known.name(), each.getKey());
            found.add(still ? known : listenTo(each.getKey(), logger));
        }
        looked = new Looked(now, count, async, found.toArray(new Seen[0]));
    }

    private Seen listenTo(@Nullable String name, LoggerConfig logger) {
        // The logger may have the appender without the watch: a test has put it back, or has copied the root's
        // appenders.
        logger.removeAppender(NAME);
        boolean additive = logger.isAdditive();
        if (additive && !logger.getName().isEmpty()) {
            return new Seen(name, logger, true, NOWHERE);
        }
        Watch watch = new Watch();
        logger.addAppender(this, null, watch);
        return new Seen(name, logger, additive, watch);
    }

    /** The loggers as found by the last look. Immutable. */
    private static final class Looked {
        static final Looked NEVER = new Looked(null, 0, false, new Seen[0]);

        final @Nullable Configuration configuration;
        final int loggers;
        final boolean asynchronous;
        final Seen[] seen;

        Looked(@Nullable Configuration configuration, int loggers, boolean asynchronous, Seen[] seen) {
            this.configuration = configuration;
            this.loggers = loggers;
            this.asynchronous = asynchronous;
            this.seen = seen;
        }

        /** Whether the appender was taken from a logger that is still the configuration's. */
        boolean wasRemovedFrom(Configuration now) {
            for (Seen each : now == configuration ? seen : new Seen[0]) {
                LoggerConfig there = each.name() == null
                        ? now.getRootLogger()
                        : now.getLoggers().get(each.name());
                if (each.watch().removed && there == each.logger()) {
                    return true;
                }
            }
            return false;
        }

        /** Looks loggers up one by one: an iteration over Log4j's map takes longer, and there are few loggers. */
        boolean isAsSeen(Configuration now, Map<String, LoggerConfig> all) {
            if (now != configuration || all.size() != loggers) {
                return false;
            }
            for (Seen each : seen) {
                if (!each.isStill(each.name() == null ? now.getRootLogger() : all.get(each.name()))) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * A logger of the configuration.
     *
     * @param name the logger's key in the configuration; null for a root logger that is not in the map
     * @param additive whether it passes its events to its parent
     * @param watch the watch on the appender, attached only to loggers that have the appender themselves
     */
    private record Seen(@Nullable String name, LoggerConfig logger, boolean additive, Watch watch) {
        boolean isStill(@Nullable LoggerConfig now) {
            return now != null && now == logger && now.isAdditive() == additive && !watch.removed;
        }
    }

    /**
     * A filter that lets all events through. Log4j stops it when the appender is removed from the logger; the appender itself is not
     * notified.
     */
    private static final class Watch extends AbstractFilter {
        volatile boolean removed;

        @Override
        public void stop() {
            removed = true;
            super.stop();
        }
    }

    /** Compares names, as the classes of Log4j's asynchronous loggers may be missing. */
    private static boolean isAsync(Object part) {
        return part.getClass().getName().contains("Async");
    }

    @Override
    public void append(LogEvent event) {
        if (!reach.isWritten(event)) {
            return;
        }
        String logger = event.getLoggerName() == null ? "" : event.getLoggerName();
        long bytes = StandardLine.utf8(event.getMessage().getFormattedMessage());
        if (event.getThreadId() == Thread.currentThread().getId()) {
            recorder.logged(level(event.getLevel()), logger, bytes, event.getThrown());
        } else {
            recorder.logged(
                    event.getThreadId(),
                    level(event.getLevel()),
                    logger,
                    bytes,
                    event.getThrown(),
                    event.isIncludeLocation() ? event.getSource() : null);
        }
    }

    /** A level between two counts as the more serious one; FATAL as ERROR. */
    private static int level(Level level) {
        int code = level.intLevel();
        return code <= Level.ERROR.intLevel()
                ? 4
                : code <= Level.WARN.intLevel()
                        ? 3
                        : code <= Level.INFO.intLevel() ? 2 : code <= Level.DEBUG.intLevel() ? 1 : 0;
    }

    @Override
    public String name() {
        return "Log4j 2" + Backends.version(LoggerContext.class);
    }

    @Override
    public void settle() {
        Configuration now = context.getConfiguration();
        Looked last = looked;
        if (now != last.configuration || now.getLoggers().size() != last.loggers) {
            look(); // a logger that came during the test may be asynchronous
        }
        await();
    }

    private void await() {
        if (looked.asynchronous) {
            Log4jQueues.await(context);
        }
    }
}
