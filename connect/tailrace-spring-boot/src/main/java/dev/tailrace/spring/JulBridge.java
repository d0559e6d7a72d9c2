package dev.tailrace.spring;

import dev.tailrace.LoggerState;
import dev.tailrace.LoggingControl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.util.ClassUtils;

/**
 * Has {@code java.util.logging} go to SLF4J, as far as {@code jul-to-slf4j} is there and the application has no handlers of its own; and
 * gives its loggers the levels of ours, so that a call below them costs nothing. Thread-safe: applications in one JVM share it.
 */
final class JulBridge {
    private final ClassLoader classLoader;
    /** Loggers of the JDK are collected, with their levels, when nothing else keeps them. */
    private List<Logger> levelled = new ArrayList<>();

    private boolean installed;

    JulBridge(ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    synchronized void install() {
        if (!ClassUtils.isPresent("org.slf4j.bridge.SLF4JBridgeHandler", classLoader)) {
            return;
        }
        try {
            Logger root = LogManager.getLogManager().getLogger("");
            Handler[] handlers = root.getHandlers();
            if (handlers.length > 1 || (handlers.length == 1 && !isReplaceable(handlers[0]))) {
                return;
            }
            if (handlers.length == 1) {
                root.removeHandler(handlers[0]);
            }
            SLF4JBridgeHandler.install();
            installed = true;
        } catch (SecurityException | LinkageError e) {
            // As without the bridge: the application starts all the same.
            installed = false;
        }
    }

    private static boolean isReplaceable(Handler handler) {
        return handler instanceof ConsoleHandler || handler instanceof SLF4JBridgeHandler;
    }

    synchronized void uninstall() {
        if (installed) {
            SLF4JBridgeHandler.uninstall();
            installed = false;
        }
    }

    synchronized boolean isInstalled() {
        return installed;
    }

    /** Gives the JDK's loggers the levels that ours have now; those that had one from here and have none any more inherit again. */
    synchronized void propagate() {
        List<Logger> fresh = new ArrayList<>();
        for (LoggerState state : LoggingControl.loggers()) {
            LoggerState.Setting own = state.configured();
            if (own != null) {
                Logger logger = Logger.getLogger(state.name().equals("ROOT") ? "" : state.name());
                logger.setLevel(level(own));
                fresh.add(logger);
            }
        }
        List<Logger> before = levelled;
        levelled = fresh;
        reset(before);
        if (before.isEmpty()) {
            // Levels from a logging.properties would hide events from loggers that want them.
            reset(Collections.list(LogManager.getLogManager().getLoggerNames()).stream()
                    .map(Logger::getLogger)
                    .toList());
        }
    }

    private void reset(List<Logger> loggers) {
        for (Logger each : loggers) {
            if (!levelled.contains(each) && !each.getName().isEmpty()) {
                each.setLevel(null);
            }
        }
    }

    private static Level level(LoggerState.Setting setting) {
        return switch (setting) {
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
