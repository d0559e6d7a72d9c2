package dev.tailrace.slf4j;

import dev.tailrace.Tailrace;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * What SLF4J finds on the class path or module path. Everything is assigned on construction: SLF4J asks for the MDC adapter
 * before it calls {@link #initialize()}, and other threads may ask for loggers meanwhile. Thread-safe.
 */
public final class TailraceServiceProvider implements SLF4JServiceProvider {
    /** Any 2.0.x API will do. */
    private static final String REQUESTED_API_VERSION = "2.0.99";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final TailraceMdcAdapter mdc = new TailraceMdcAdapter();
    private final TailraceLoggerFactory loggers = new TailraceLoggerFactory(Tailrace::logger, mdc);

    private final Providers providers = Providers.find(TailraceServiceProvider.class);

    /** For the service loader, which SLF4J has make one of each provider that there is, and uses the first. */
    public TailraceServiceProvider() {
        if (!providers.isOursFirst()) {
            providers.report();
        }
    }

    /**
     * Starts the engine. It happens here, and not with the first log call, because whatever is logged through SLF4J while the
     * configuration is read (by an XML parser, by another thread) is then recorded by SLF4J and replayed afterwards.
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
