package dev.tailrace.jmx;

import dev.tailrace.level.LevelRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The bean. Thread-safe. */
final class LoggersBean implements LoggersMXBean {
    private final Loggers loggers;

    LoggersBean(Loggers loggers) {
        this.loggers = loggers;
    }

    @Override
    public List<String> getLoggerNames() {
        return loggers.names();
    }

    @Override
    public @Nullable String getLoggerLevel(String loggerName) {
        return loggers.level(loggerName);
    }

    @Override
    public void setLoggerLevel(String loggerName, @Nullable String levelName) {
        String level = levelName == null ? "" : levelName.strip().toUpperCase(Locale.ROOT);
        // Says what is wrong with a name or a level, as for the command line.
        LevelRequest.Change change = new LevelRequest.Change(loggerName, level);
        loggers.set(change.logger(), level.isEmpty() ? null : level);
    }

    @Override
    public @Nullable String getParentLoggerName(String loggerName) {
        if (loggers.level(loggerName) == null) {
            return null;
        }
        if (loggerName.equalsIgnoreCase(LevelRequest.ROOT)) {
            return "";
        }
        int dot = loggerName.lastIndexOf('.');
        return dot < 0 ? LevelRequest.ROOT : loggerName.substring(0, dot);
    }
}
