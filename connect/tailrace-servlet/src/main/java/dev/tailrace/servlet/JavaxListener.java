package dev.tailrace.servlet;

import dev.tailrace.Tailrace;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;

/**
 * Shuts Tailrace down with the application. Tomcat, at least, calls listeners of {@code web.xml} after this one: if they log, Tailrace
 * starts again and ends when the class loader is closed.
 */
final class JavaxListener implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {}

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Tailrace.shutdown();
    }
}
