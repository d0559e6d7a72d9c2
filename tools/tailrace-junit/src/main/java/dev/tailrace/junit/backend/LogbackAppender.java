package dev.tailrace.junit.backend;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;

/**
 * Forwards each event. It extends none of Logback's base classes because they drop an event that a thread logs while it appends another
 * one, and an argument's {@code toString()} may log.
 */
final class LogbackAppender extends ContextAwareBase implements Appender<ILoggingEvent> {
    static final String NAME = "tailrace-kpis";

    private final LogbackTap tap;

    LogbackAppender(LogbackTap tap) {
        this.tap = tap;
    }

    @Override
    public void doAppend(ILoggingEvent event) {
        tap.appended(event);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public void setName(String name) {
        // The name is fixed.
    }

    @Override
    public void start() {
        // There is nothing to start,
    }

    @Override
    public void stop() {
        // and a reset of the context, which stops all appenders, is no reason to stop counting.
    }

    @Override
    public boolean isStarted() {
        return true;
    }

    @Override
    public void addFilter(Filter<ILoggingEvent> filter) {
        // Filters of other appenders decide.
    }

    @Override
    public void clearAllFilters() {
        // There are none.
    }

    @Override
    public List<Filter<ILoggingEvent>> getCopyOfAttachedFiltersList() {
        return List.of();
    }

    @Override
    public FilterReply getFilterChainDecision(ILoggingEvent event) {
        return FilterReply.NEUTRAL;
    }
}
