package dev.tailrace.junit.backend;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.spi.FilterReply;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the appenders that a logger's events reach, and whether any of them accepts an event. Thread-safe. */
final class LogbackReach {
    private final LoggerContext context;
    private final Map<String, List<Appender<ILoggingEvent>>> known = new ConcurrentHashMap<>();

    LogbackReach(LoggerContext context) {
        this.context = context;
    }

    /** Drops cached results, as the configuration may have been replaced. */
    void forget() {
        known.clear();
    }

    boolean isWritten(ILoggingEvent event) {
        for (Appender<ILoggingEvent> appender : reached(event.getLoggerName())) {
            if (appender.getFilterChainDecision(event) != FilterReply.DENY) {
                return true;
            }
        }
        return false;
    }

    /** An empty result isn't cached: a configuration that is being read will add appenders. */
    private List<Appender<ILoggingEvent>> reached(String name) {
        List<Appender<ILoggingEvent>> reached = known.get(name);
        if (reached == null) {
            reached = appenders(name);
            if (!reached.isEmpty()) {
                known.put(name, reached);
            }
        }
        return reached;
    }

    private List<Appender<ILoggingEvent>> appenders(String name) {
        List<Appender<ILoggingEvent>> all = new ArrayList<>();
        String each = name;
        while (true) {
            Logger logger = context.exists(each);
            if (logger != null) {
                Iterator<Appender<ILoggingEvent>> own = logger.iteratorForAppenders();
                while (own.hasNext()) {
                    Appender<ILoggingEvent> appender = own.next();
                    if (!(appender instanceof LogbackAppender)) {
                        all.add(appender);
                    }
                }
                if (!logger.isAdditive()) {
                    return all;
                }
            }
            if (each.equals(org.slf4j.Logger.ROOT_LOGGER_NAME)) {
                return all;
            }
            int dot = Math.max(each.lastIndexOf('.'), each.lastIndexOf('$'));
            each = dot < 0 ? org.slf4j.Logger.ROOT_LOGGER_NAME : each.substring(0, dot);
        }
    }
}
