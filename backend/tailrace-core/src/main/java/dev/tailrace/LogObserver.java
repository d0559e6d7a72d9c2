package dev.tailrace;

import org.jspecify.annotations.Nullable;

/**
 * Observes logged events, so that a test can count them. Called by the logging thread, before the log call returns; must be thread-safe. An
 * exception is reported and does not reach the application.
 */
public interface LogObserver {
    /**
     * Called once for each event that at least one appender accepted.
     *
     * @param level SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40
     * @param logger the logger's name; {@code ROOT} for the root logger
     * @param messageBytes length of the formatted message in UTF-8 bytes
     * @param thrown the throwable of the event
     */
    void logged(int level, String logger, int messageBytes, @Nullable Throwable thrown);
}
