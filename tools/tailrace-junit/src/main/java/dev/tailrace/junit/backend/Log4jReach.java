package dev.tailrace.junit.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/** Finds the appenders that a logger's events reach, and whether any of them accepts an event. Thread-safe. */
final class Log4jReach {
    private final String own;
    private final Map<String, List<Way>> known = new ConcurrentHashMap<>();
    private volatile @Nullable Configuration configuration;

    /** A reference to an appender, with the levels and filters of both. */
    private record Way(
            @Nullable Level level,
            @Nullable Filter reference,
            @Nullable Filter appender) {
        boolean takes(LogEvent event) {
            return (level == null || event.getLevel().intLevel() <= level.intLevel())
                    && passes(reference, event)
                    && passes(appender, event);
        }

        private static boolean passes(@Nullable Filter filter, LogEvent event) {
            return filter == null || filter.filter(event) != Filter.Result.DENY;
        }
    }

    /** @param own the name of the appender that writes nothing */
    Log4jReach(String own) {
        this.own = own;
    }

    /** Switches to this configuration. */
    void look(Configuration now) {
        configuration = now;
        forget();
    }

    /** Drops cached results, as appenders may have changed. */
    void forget() {
        if (!known.isEmpty()) {
            known.clear();
        }
    }

    boolean isWritten(LogEvent event) {
        String name = event.getLoggerName() == null ? "" : event.getLoggerName();
        for (Way way : known.computeIfAbsent(name, this::ways)) {
            if (way.takes(event)) {
                return true;
            }
        }
        return false;
    }

    private List<Way> ways(String name) {
        List<Way> ways = new ArrayList<>();
        Configuration now = configuration;
        LoggerConfig logger = now == null ? null : now.getLoggerConfig(name);
        while (logger != null) {
            for (Appender appender : logger.getAppenders().values()) {
                if (!appender.getName().equals(own)) {
                    ways.add(way(logger, appender));
                }
            }
            logger = logger.isAdditive() ? logger.getParent() : null;
        }
        return ways;
    }

    private static Way way(LoggerConfig logger, Appender appender) {
        Filter filter = appender instanceof Filterable filterable ? filterable.getFilter() : null;
        for (AppenderRef reference : logger.getAppenderRefs()) {
            if (Objects.equals(reference.getRef(), appender.getName())) {
                return new Way(reference.getLevel(), reference.getFilter(), filter);
            }
        }
        return new Way(null, null, filter);
    }
}
