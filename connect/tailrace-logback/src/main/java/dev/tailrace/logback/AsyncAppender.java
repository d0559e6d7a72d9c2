package dev.tailrace.logback;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import ch.qos.logback.core.spi.ConfigurationEvent;
import ch.qos.logback.core.spi.ConfigurationEventListener;
import ch.qos.logback.core.spi.FilterReply;
import dev.tailrace.config.xml.Element;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of Logback's asynchronous appender, with its options and without its queue, whose events a killed process loses. The file
 * appender that it refers to is stopped at the end of the configuration, or at the first event, and Tailrace writes its file, with its policies, encoder and filters. Where
 * that appender is no file appender of Logback's, or something else refers to it as well, events are passed on to it in the calling thread,
 * and a status says so. Thread-safe.
 *
 * <p>{@code neverBlock}: events are dropped when all memory is full. {@code discardingThreshold}: those below WARN are. {@code queueSize},
 * {@code maxFlushTime} and {@code includeCallerData} have no effect, as there is no queue.
 */
public final class AsyncAppender extends UnsynchronizedAppenderBase<ILoggingEvent>
        implements AppenderAttachable<ILoggingEvent> {
    private final AppenderAttachableImpl<ILoggingEvent> attached = new AppenderAttachableImpl<>();
    private boolean neverBlock;
    private int discardingThreshold;

    /** Null until the configuration ends: loggers get their appenders after these were started. */
    private volatile @Nullable Target target;

    /**
     * Where events go.
     *
     * @param appender the one that is referred to
     * @param writer writes its file; null: events are passed on
     */
    private record Target(
            Appender<ILoggingEvent> appender, @Nullable EventWriter writer) {
        void append(ILoggingEvent event) {
            if (writer == null) {
                appender.doAppend(event);
            } else if (appender.getFilterChainDecision(event) != FilterReply.DENY) {
                writer.write(event);
            }
        }
    }

    /** The constructor for Logback. */
    public AsyncAppender() {}

    @Override
    public void start() {
        if (isStarted()) {
            return;
        }
        if (!iteratorForAppenders().hasNext()) {
            addError("No attached appenders found.");
            return;
        }
        super.start();
        Context context = getContext();
        if (context != null) {
            context.addConfigurationEventListener(new EndOfConfiguration(this));
        }
    }

    /**
     * Has an appender's file opened at the end of the configuration, when all loggers have their appenders: at the first event, all threads
     * would wait for it.
     */
    private static final class EndOfConfiguration implements ConfigurationEventListener {
        /** The context keeps its listeners for good, in older versions. */
        private final WeakReference<AsyncAppender> of;

        EndOfConfiguration(AsyncAppender appender) {
            this.of = new WeakReference<>(appender);
        }

        @Override
        public void listen(ConfigurationEvent event) {
            AsyncAppender appender = of.get();
            // The type's name differs between versions.
            if (appender != null && event.getEventType().name().startsWith("CONFIGURATION_ENDED")) {
                appender.find();
            }
        }
    }

    /** Returns when all lines are in the file, or after five seconds. */
    @Override
    public void stop() {
        Target last;
        synchronized (this) {
            if (!isStarted()) {
                return;
            }
            super.stop();
            last = target;
        }
        if (last != null && last.writer() != null) {
            last.writer().close();
        }
        detachAndStopAllAppenders();
    }

    @Override
    protected void append(ILoggingEvent event) {
        Target known = target;
        if (known == null) {
            known = find();
        }
        if (known != null) {
            known.append(event);
        }
    }

    private synchronized @Nullable Target find() {
        Iterator<Appender<ILoggingEvent>> all = iteratorForAppenders();
        // What is opened after the stop, nothing closes.
        if (target == null && isStarted() && all.hasNext()) {
            Appender<ILoggingEvent> appender = all.next();
            target = new Target(appender, take(appender));
        }
        return target;
    }

    /** Takes an appender's file over; null: events have to be passed on. */
    private @Nullable EventWriter take(Appender<ILoggingEvent> appender) {
        if (appender instanceof TailraceAppender || !(getContext() instanceof LoggerContext context)) {
            return null;
        }
        boolean ofFile = appender.getClass() == RollingFileAppender.class || appender.getClass() == FileAppender.class;
        if (!ofFile || !appender.isStarted()) {
            addWarn("Events are passed on to \"" + appender.getName() + "\" in the calling thread: it is "
                    + (ofFile ? "not started." : "no file appender of Logback's."));
            return null;
        }
        String other = otherUser(appender, context);
        if (other != null) {
            addWarn("Events are passed on to \"" + appender.getName() + "\" in the calling thread, because " + other
                    + " refers to it as well.");
            return null;
        }
        FileAppender<ILoggingEvent> file = (FileAppender<ILoggingEvent>) appender;
        file.stop();
        // Logback has truncated the file already, if it was to.
        file.setAppend(true);
        try {
            return EventWriter.open(context, file, settings(), this);
        } catch (IOException | RuntimeException | LinkageError e) {
            addError("The file of \"" + appender.getName() + "\" can't be taken over: " + e);
            appender.start();
            return null;
        }
    }

    private @Nullable String otherUser(Appender<ILoggingEvent> appender, LoggerContext context) {
        for (Logger logger : context.getLoggerList()) {
            if (logger.isAttached(appender)) {
                return "the logger \"" + logger.getName() + "\"";
            }
            for (Iterator<Appender<ILoggingEvent>> all = logger.iteratorForAppenders(); all.hasNext(); ) {
                Appender<ILoggingEvent> each = all.next();
                if (!each.equals(this) && holds(each, appender)) {
                    return "the appender \"" + each.getName() + "\"";
                }
            }
        }
        return null;
    }

    private static boolean holds(Appender<ILoggingEvent> holder, Appender<ILoggingEvent> appender) {
        if (holder instanceof AppenderAttachable<?> attachable) {
            for (Iterator<?> all = attachable.iteratorForAppenders(); all.hasNext(); ) {
                if (all.next().equals(appender)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Element settings() {
        Element settings = new Element("tailrace", null, 0);
        if (neverBlock) {
            settings.attributes().put("whenFull", "drop");
        } else if (discardingThreshold > 0) {
            settings.attributes().put("whenFull", "drop-below WARN");
        }
        return settings;
    }

    /** Whether events are dropped when memory and spill are full. */
    public void setNeverBlock(boolean drops) {
        neverBlock = drops;
    }

    /** When above 0, events below WARN are dropped when memory and spill are full. */
    public void setDiscardingThreshold(int events) {
        discardingThreshold = events;
    }

    /** Has no effect: there is no queue. */
    public void setQueueSize(int events) {}

    /** Has no effect: an event's caller is known in the thread that logs it. */
    public void setIncludeCallerData(boolean included) {}

    /** Has no effect: nothing is left in a queue at the end. */
    public void setMaxFlushTime(int millis) {}

    /** Adds the appender to write for; there can be one. */
    @Override
    public void addAppender(Appender<ILoggingEvent> appender) {
        if (attached.iteratorForAppenders().hasNext()) {
            addWarn("One and only one appender may be attached. Ignoring the additional appender named ["
                    + appender.getName() + "]");
        } else {
            attached.addAppender(appender);
        }
    }

    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return attached.iteratorForAppenders();
    }

    @Override
    public Appender<ILoggingEvent> getAppender(String name) {
        return attached.getAppender(name);
    }

    @Override
    public boolean isAttached(Appender<ILoggingEvent> appender) {
        return attached.isAttached(appender);
    }

    @Override
    public void detachAndStopAllAppenders() {
        attached.detachAndStopAllAppenders();
    }

    @Override
    public boolean detachAppender(Appender<ILoggingEvent> appender) {
        return attached.detachAppender(appender);
    }

    @Override
    public boolean detachAppender(String name) {
        return attached.detachAppender(name);
    }
}
