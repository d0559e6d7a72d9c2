package dev.tailrace.junit.backend;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.Appender;
import dev.tailrace.junit.measure.Recorder;
import dev.tailrace.junit.measure.StandardLine;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.LoggerFactory;

/**
 * An appender of the root logger and of each non-additive logger. It gets each event exactly once that levels and turbo filters let
 * through, in the thread that logs, whether or not another appender is asynchronous. A turbo filter would see each call instead, even one
 * whose level is off. The filters of the other appenders are asked whether they let the event through.
 *
 * <p>A configuration can be replaced in many ways, even in the middle of a test. {@link LogbackWatch} is notified of a reset, of a start
 * and of new levels, and {@link LogbackSequence} of each event before it goes to the appenders. That call checks for appenders that were
 * removed without notice, as by {@code detachAndStopAllAppenders()}.
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
    private final LogbackWatch watch = new LogbackWatch(this);
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean stale = true;
    /** Whether {@link LogbackSequence} sees each event; Logback before 1.3 has no sequence numbers. */
    private boolean seesEvents;

    private volatile String gap = "";

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
        return tap;
    }

    /**
     * Marks all loggers for a check at the next event or test: a configuration is being read. Takes no lock, as the caller may hold a
     * logger's lock.
     */
    void changed() {
        stale = true;
    }

    /** Notes that a new configuration begins and has removed what was attached. */
    void replaced() {
        stale = true;
        attach();
        stale = true;
    }

    /** Called before an event goes to any appender. Doesn't wait for another thread that is attaching: the two could deadlock. */
    void coming() {
        if (needsLook() && lock.tryLock()) {
            try {
                look();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Cheap when nothing has changed: called before each test, and a list of all loggers may be long. */
    @Override
    public void attach() {
        if (!needsLook()) {
            return;
        }
        lock.lock();
        try {
            if (!stale && !seesEvents) {
                gap =
                        "the root logger's appenders were removed, and this version of Logback says so to none of its listeners";
            }
            look();
        } finally {
            lock.unlock();
        }
    }

    private boolean needsLook() {
        return stale || !root.isAttached(appender);
    }

    private void look() {
        stale = false;
        reach.forget();
        listen();
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

    /** Registers again: a stop of the context removes all listeners, and a configuration may bring its own sequence numbers. */
    void listen() {
        if (!context.getCopyOfListenerList().contains(watch)) {
            context.addListener(watch);
        }
        try {
            LogbackSequence.listen(context, this);
            seesEvents = true;
        } catch (LinkageError older) {
            seesEvents = false;
        }
    }

    @Override
    public String gap() {
        return gap;
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
        // It is reported before a log call returns.
    }
}
