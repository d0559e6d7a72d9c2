package dev.tailrace.slf4j;

import dev.tailrace.Tailrace;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The provider that SLF4J finds on the class path or module path. The constructor assigns all fields: SLF4J requests the MDC adapter before
 * it calls {@link #initialize()}, and other threads may request loggers meanwhile. Thread-safe.
 */
public final class TailraceServiceProvider implements SLF4JServiceProvider {
    /** Any SLF4J API 2.0.x is compatible. */
    private static final String REQUESTED_API_VERSION = "2.0.99";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final TailraceMdcAdapter mdc = new TailraceMdcAdapter();
    private final TailraceLoggerFactory loggers = new TailraceLoggerFactory(Tailrace::logger, mdc);

    private final Providers providers = Providers.find(TailraceServiceProvider.class);

    /** For the service loader. SLF4J creates an instance of each provider and uses the first. */
    public TailraceServiceProvider() {
        if (!providers.isOursFirst()) {
            providers.report();
        }
    }

    /**
     * Starts the engine. The start happens here, not at the first log call, because SLF4J then records the calls that are made while the
     * configuration is read (by an XML parser, by another thread), and replays them afterwards.
     */
    @Override
    public void initialize() {
        Tailrace.preload(TailraceServiceProvider.class);
        loggers.getLogger(Logger.ROOT_LOGGER_NAME);
        if (providers.isOursFirst()) {
            providers.report();
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
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
        return REQUESTED_API_VERSION;
    }
}
