package dev.tailrace.servlet;

import dev.tailrace.Tailrace;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/**
 * Ends Tailrace with the application. Listeners of {@code web.xml} are called after it, at least by Tomcat: what they log starts Tailrace
 * once more, and it ends by itself when the class loader is closed.
 */
final class JakartaListener implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {}

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Tailrace.shutdown();
    }
}
