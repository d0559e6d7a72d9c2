package dev.tailrace.junit.backend;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;

/**
 * Hands each event on. Not one of Logback's own base classes: they let no event through that is logged while another one is being handed
 * on by the same thread, and an argument's {@code toString()} may well log.
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
        // It is known by its name.
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
        // Counts what others write.
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
