package dev.tailrace.junit.backend;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.Appender;
import dev.tailrace.junit.measure.Recorder;
import dev.tailrace.junit.measure.StandardLine;
import org.slf4j.LoggerFactory;

/**
 * An appender of the root logger and of each logger that keeps its events from it: whatever levels and turbo filters let through comes by
 * exactly once, in the thread that logs, whether or not it is appended asynchronously afterwards. A turbo filter would see each call
 * instead, also those whose level is off. Whether the filters of the other appenders let the event through is asked of them.
 */
final class LogbackTap implements Backend {
    /** TRACE is 5000, DEBUG 10000, INFO 20000 and so on. */
    private static final int CODES_OF_A_LEVEL = 10_000;

    private static final int ERROR = 4;

    private final LoggerContext context;
    private final Recorder recorder;
    private final LogbackAppender appender;
    private final Logger root;
    private final LogbackReach reach;
    private volatile boolean stale = true;

    private LogbackTap(LoggerContext context, Recorder recorder) {
        this.context = context;
        this.recorder = recorder;
        this.appender = new LogbackAppender(this);
        this.reach = new LogbackReach(context);
        this.root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        appender.setContext(context);
    }

    static Backend attachTo(Recorder recorder) {
        return attachTo((LoggerContext) LoggerFactory.getILoggerFactory(), recorder);
    }

    static Backend attachTo(LoggerContext context, Recorder recorder) {
        LogbackTap tap = new LogbackTap(context, recorder);
        tap.attach();
        context.addListener(new LogbackWatch(tap));
        return tap;
    }

    /** A new configuration is on its way: it is looked at with the next test, the root logger already now. */
    void replaced() {
        stale = true;
        attach();
        stale = true;
    }

    /** Cheap when nothing has changed: it is called before each test, and a list of all loggers may be long. */
    @Override
    public synchronized void attach() {
        if (!stale && root.isAttached(appender)) {
            return;
        }
        stale = false;
        reach.forget();
        for (Logger logger : context.getLoggerList()) {
            boolean top = logger.getName().equals(org.slf4j.Logger.ROOT_LOGGER_NAME) || !logger.isAdditive();
            Appender<ILoggingEvent> there = logger.getAppender(LogbackAppender.NAME);
            if (top && there == null) {
                logger.addAppender(appender);
            } else if (!top && there != null) {
                logger.detachAppender(there);
            }
        }
    }

    void appended(ILoggingEvent event) {
        if (!reach.isWritten(event)) {
            return;
        }
        IThrowableProxy proxy = event.getThrowableProxy();
        recorder.logged(
                Math.min(ERROR, event.getLevel().toInt() / CODES_OF_A_LEVEL),
                event.getLoggerName(),
                StandardLine.utf8(event.getFormattedMessage()),
                proxy instanceof ThrowableProxy real ? real.getThrowable() : null);
    }

    @Override
    public String name() {
        return "Logback" + Backends.version(LoggerContext.class);
    }

    @Override
    public void settle() {
        // It is told before a log call returns.
    }
}
