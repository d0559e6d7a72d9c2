package dev.tailrace.junit.backend;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;

/** Notices that a configuration begins to be replaced, as Spring Boot does. What comes with the new one is looked for with the next test. */
final class LogbackWatch implements LoggerContextListener {
    private final LogbackTap tap;

    LogbackWatch(LogbackTap tap) {
        this.tap = tap;
    }

    @Override
    public boolean isResetResistant() {
        return true;
    }

    @Override
    public void onStart(LoggerContext context) {
        tap.replaced();
    }

    @Override
    public void onReset(LoggerContext context) {
        tap.replaced();
    }

    @Override
    public void onStop(LoggerContext context) {
        // Nothing is logged any more.
    }

    @Override
    public void onLevelChange(Logger logger, Level level) {
        // Levels are asked before an event is made.
    }
}
