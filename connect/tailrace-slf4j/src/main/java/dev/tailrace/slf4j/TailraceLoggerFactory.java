package dev.tailrace.slf4j;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** One logger per name; the same object for the same name. Thread-safe. */
final class TailraceLoggerFactory implements ILoggerFactory {
    private final ConcurrentHashMap<String, TailraceLogger> loggers = new ConcurrentHashMap<>();
    private final Function<String, dev.tailrace.Logger> engine;
    private final TailraceMdcAdapter mdc;

    TailraceLoggerFactory(Function<String, dev.tailrace.Logger> engine, TailraceMdcAdapter mdc) {
        this.engine = engine;
        this.mdc = mdc;
    }

    /**
     * Never throws for a name: null becomes {@code "null"}, since a logger is often a static field and would fail its class. The root
     * logger's name is case-insensitive, as in Logback.
     */
    @Override
    public Logger getLogger(@Nullable String name) {
        String key = String.valueOf(name);
        TailraceLogger known = loggers.get(key);
        return known != null ? known : create(key);
    }

    /**
     * Avoids {@code computeIfAbsent}: the engine may start below this call, and code that requests a logger during the start would update
     * the map recursively.
     */
    private Logger create(String key) {
        String name = Logger.ROOT_LOGGER_NAME.equalsIgnoreCase(key) ? Logger.ROOT_LOGGER_NAME : key;
        TailraceLogger fresh = new TailraceLogger(engine.apply(name), mdc);
        TailraceLogger earlier = loggers.putIfAbsent(name, fresh);
        return earlier != null ? earlier : fresh;
    }
}
