package dev.tailrace.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Passes events on, and notes those that its appender took while it was started, from before to after. */
public final class Gate extends UnsynchronizedAppenderBase<ILoggingEvent> implements AppenderAttachable<ILoggingEvent> {
    static final Queue<String> TAKEN = new ConcurrentLinkedQueue<>();

    private final AppenderAttachableImpl<ILoggingEvent> inside = new AppenderAttachableImpl<>();

    @Override
    protected void append(ILoggingEvent event) {
        for (Iterator<Appender<ILoggingEvent>> all = iteratorForAppenders(); all.hasNext(); ) {
            Appender<ILoggingEvent> appender = all.next();
            appender.doAppend(event);
            if (appender.isStarted()) {
                TAKEN.add(event.getFormattedMessage());
            }
        }
    }

    @Override
    public void stop() {
        super.stop();
        detachAndStopAllAppenders();
    }

    @Override
    public void addAppender(Appender<ILoggingEvent> appender) {
        inside.addAppender(appender);
    }

    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return inside.iteratorForAppenders();
    }

    @Override
    public Appender<ILoggingEvent> getAppender(String name) {
        return inside.getAppender(name);
    }

    @Override
    public boolean isAttached(Appender<ILoggingEvent> appender) {
        return inside.isAttached(appender);
    }

    @Override
    public void detachAndStopAllAppenders() {
        inside.detachAndStopAllAppenders();
    }

    @Override
    public boolean detachAppender(Appender<ILoggingEvent> appender) {
        return inside.detachAppender(appender);
    }

    @Override
    public boolean detachAppender(String name) {
        return inside.detachAppender(name);
    }
}
