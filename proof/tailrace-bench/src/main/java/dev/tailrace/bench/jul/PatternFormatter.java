package dev.tailrace.bench.jul;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Writes {@code %d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger - %msg%n}. The JDK's formatter doesn't know thread names and is
 * several times slower, which would be measured instead of the handler. Thread-safe; used in the calling thread only.
 */
public final class PatternFormatter extends Formatter {
    private static final int LEVEL_WIDTH = 5;

    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    @Override
    public String format(LogRecord event) {
        StringBuilder line = new StringBuilder(192);
        time.formatTo(event.getInstant(), line);
        String level = event.getLevel().getName();
        line.append(' ').append(level);
        for (int i = level.length(); i < LEVEL_WIDTH; i++) {
            line.append(' ');
        }
        return line.append(" [")
                .append(Thread.currentThread().getName())
                .append("] ")
                .append(event.getLoggerName())
                .append(" - ")
                .append(event.getMessage())
                .append('\n')
                .toString();
    }
}
