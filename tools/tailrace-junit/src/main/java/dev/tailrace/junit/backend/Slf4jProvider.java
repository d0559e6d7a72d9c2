package dev.tailrace.junit.backend;

import org.slf4j.LoggerFactory;

/** The provider that SLF4J logs to. Loaded only where SLF4J is. */
final class Slf4jProvider {
    private Slf4jProvider() {}

    static String name() {
        return LoggerFactory.getILoggerFactory().getClass().getName();
    }
}
