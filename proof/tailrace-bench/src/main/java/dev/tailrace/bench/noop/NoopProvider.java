package dev.tailrace.bench.noop;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Provides loggers that are enabled for every level and return at once; loggers of libraries are off, as in every contestant. Selected by
 * {@code -Dslf4j.provider}, never registered, because these classes are on every contestant's class path. Thread-safe.
 */
public final class NoopProvider implements SLF4JServiceProvider, ILoggerFactory {
    /** Only these loggers are enabled: with debug logging on, a server would be measured at building its texts. */
    private static final String MEASURED = "dev.tailrace";

    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter mdc = new NOPMDCAdapter();

    @Override
    public ILoggerFactory getLoggerFactory() {
        return this;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // Nothing to start.
    }

    @Override
    public Logger getLogger(String name) {
        return name.startsWith(MEASURED) ? loggers.computeIfAbsent(name, NoopLogger::new) : NOPLogger.NOP_LOGGER;
    }
}
