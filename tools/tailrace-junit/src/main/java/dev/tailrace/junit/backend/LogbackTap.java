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
 * An appender of the root logger and of each logger that keeps its events from it: whatever levels and turbo filters let through comes by
 * exactly once, in the thread that logs, whether or not it is appended asynchronously afterwards. A turbo filter would see each call
 * instead, also those whose level is off. Whether the filters of the other appenders let the event through is asked of them.
 *
 * <p>A configuration is replaced in many ways, also in the middle of a test. {@link LogbackWatch} hears of a reset, of a start and of new
 * levels, and {@link LogbackSequence} of each event, before it goes to the appenders: where they were taken away without notice, as by
 * {@code detachAndStopAllAppenders()}, they are looked at then.
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
    /** Whether each event is heard of; Logback before 1.3 has no sequence numbers. */
    private boolean heardOfEvents;

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

    /** All loggers are looked at with the next event or test: a configuration is on its way. Takes no lock: the caller may have a logger's. */
    void changed() {
        stale = true;
    }

    /** A new configuration begins, and what was attached is gone. */
    void replaced() {
        stale = true;
        attach();
        stale = true;
    }

    /** An event comes that isn't handed to any appender yet. A thread that finds another one attaching goes on: the two may wait for each other. */
    void coming() {
        if (needsLook() && lock.tryLock()) {
            try {
                look();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Cheap when nothing has changed: it is called before each test, and a list of all loggers may be long. */
    @Override
    public void attach() {
        if (!needsLook()) {
            return;
        }
        lock.lock();
        try {
            if (!stale && !heardOfEvents) {
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

    /** A stop of the context takes all listeners away, and a configuration may have sequence numbers of its own. */
    void listen() {
        if (!context.getCopyOfListenerList().contains(watch)) {
            context.addListener(watch);
        }
        try {
            LogbackSequence.listen(context, this);
            heardOfEvents = true;
        } catch (LinkageError older) {
            heardOfEvents = false;
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
