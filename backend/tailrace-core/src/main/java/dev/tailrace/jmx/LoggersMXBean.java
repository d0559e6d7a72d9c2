package dev.tailrace.jmx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Levels of loggers by JMX: the four operations of {@code java.util.logging.LoggingMXBean}. A level that is set here holds as one that {@code
 * Tailrace.setLevel} sets.
 */
public interface LoggersMXBean {
    /** The loggers that were asked for or configured, and their ancestors; the root logger is {@code ROOT}. */
    List<String> getLoggerNames();

    /** The logger's own level; empty: it inherits; null: there is no such logger. */
    @Nullable
    String getLoggerLevel(String loggerName);

    /**
     * Sets a level, also for a logger that isn't there yet.
     *
     * @param levelName ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF; null or empty: as configured
     * @throws IllegalArgumentException when there is no such level
     */
    void setLoggerLevel(String loggerName, @Nullable String levelName);

    /** The nearest ancestor; empty for the root; null: there is no such logger. */
    @Nullable
    String getParentLoggerName(String loggerName);
}
