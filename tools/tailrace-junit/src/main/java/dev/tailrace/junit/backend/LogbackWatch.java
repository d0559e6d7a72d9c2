package dev.tailrace.junit.backend;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.spi.LifeCycle;

/**
 * Notices that a configuration is replaced. A reset removes the appenders and keeps this listener; a stop also removes all listeners.
 * Spring Boot stops the context, resets it, configures it while a turbo filter denies every event, and starts it.
 */
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

    /**
     * The context removes its listeners after this call, and whatever were attached now. The reset that follows stops its components first.
     */
    @Override
    public void onStop(LoggerContext context) {
        tap.changed();
        context.register(new NextReset(tap));
    }

    /** The caller holds the logger's lock. */
    @Override
    public void onLevelChange(Logger logger, Level level) {
        tap.changed();
    }

    /** Makes the tap listen again before the context announces the reset. */
    private record NextReset(LogbackTap tap) implements LifeCycle {
        @Override
        public void start() {
            // It is started.
        }

        @Override
        public void stop() {
            tap.listen();
        }

        @Override
        public boolean isStarted() {
            return true;
        }
    }
}
