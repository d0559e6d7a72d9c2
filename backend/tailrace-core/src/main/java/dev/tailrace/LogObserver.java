package dev.tailrace;

import org.jspecify.annotations.Nullable;

/**
 * Looks on at what is logged, so that a test can count it. It is called by the thread that logs, before the log call returns, and must be
 * thread-safe. What it throws is reported and does not reach the application.
 */
public interface LogObserver {
    /**
     * An event that at least one appender took; reported once, however many did.
     *
     * @param level SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40
     * @param logger its name; the root logger's is {@code ROOT}
     * @param messageBytes how long the formatted message is, in UTF-8
     * @param thrown the throwable that came with it
     */
    void logged(int level, String logger, int messageBytes, @Nullable Throwable thrown);
}
