package dev.tailrace.logging;

import dev.tailrace.config.model.Threshold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Gives the loggers of {@code java.util.logging} the levels of ours, so that a call below them costs nothing. Thread-safe. */
final class JulFollower {
    /** Whether all others lose their levels first: those from a logging.properties would hide events from loggers that want them. */
    private final boolean alone;
    /** Loggers of the JDK are collected, with their levels, when nothing else keeps them. */
    private List<Logger> levelled = List.of();

    JulFollower(boolean alone) {
        this.alone = alone;
    }

    /** Those that had a level from here and have none any more inherit again. */
    synchronized void follow(List<LoggerTree.Levels> ours) {
        List<Logger> fresh = new ArrayList<>();
        for (LoggerTree.Levels each : ours) {
            Threshold own = each.own();
            if (own != null) {
                Logger logger = Logger.getLogger(each.name().equals("ROOT") ? "" : each.name());
                logger.setLevel(level(own));
                fresh.add(logger);
            }
        }
        List<Logger> before = levelled;
        levelled = fresh;
        if (before.isEmpty() && alone) {
            before = Collections.list(LogManager.getLogManager().getLoggerNames()).stream()
                    .map(Logger::getLogger)
                    .toList();
        }
        for (Logger each : before) {
            if (!fresh.contains(each) && !each.getName().isEmpty()) {
                each.setLevel(null);
            }
        }
    }

    private static Level level(Threshold threshold) {
        return switch (threshold) {
            case ALL -> Level.ALL;
            case TRACE -> Level.FINEST;
            case DEBUG -> Level.FINE;
            case INFO -> Level.INFO;
            case WARN -> Level.WARNING;
            case ERROR -> Level.SEVERE;
            case OFF -> Level.OFF;
        };
    }
}
