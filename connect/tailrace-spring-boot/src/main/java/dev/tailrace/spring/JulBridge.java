package dev.tailrace.spring;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.util.ClassUtils;

/**
 * Has {@code java.util.logging} go to SLF4J, as far as {@code jul-to-slf4j} is there and the application has no handlers of its own.
 * Thread-safe: applications in one JVM share it.
 */
final class JulBridge {
    private final ClassLoader classLoader;
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
}
