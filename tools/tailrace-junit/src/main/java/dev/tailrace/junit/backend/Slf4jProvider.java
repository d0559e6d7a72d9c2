package dev.tailrace.junit.backend;

import org.slf4j.LoggerFactory;

/** Finds the provider that SLF4J logs to. Loaded only if SLF4J is on the class path. */
final class Slf4jProvider {
    private Slf4jProvider() {}

    static String name() {
        return LoggerFactory.getILoggerFactory().getClass().getName();
    }
}
