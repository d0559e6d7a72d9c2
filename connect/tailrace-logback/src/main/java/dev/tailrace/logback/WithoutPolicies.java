package dev.tailrace.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import ch.qos.logback.core.rolling.helper.CompressionMode;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.File;
import org.jspecify.annotations.Nullable;

/** The policies of an appender that has none, which a {@code RollingFileAppender} doesn't start without: the file is never rolled. */
final class WithoutPolicies extends ContextAwareBase implements RollingPolicy, TriggeringPolicy<ILoggingEvent> {
    private final TailraceAppender appender;

    WithoutPolicies(TailraceAppender appender) {
        this.appender = appender;
    }

    @Override
    public void rollover() {
        // There is nothing to roll.
    }

    @Override
    public @Nullable String getActiveFileName() {
        return appender.rawFileProperty();
    }

    @Override
    public CompressionMode getCompressionMode() {
        return CompressionMode.NONE;
    }

    @Override
    public void setParent(FileAppender<?> parent) {
        // It is known.
    }

    @Override
    public boolean isTriggeringEvent(File file, ILoggingEvent event) {
        return false;
    }

    @Override
    public void start() {
        // Nothing runs.
    }

    @Override
    public void stop() {
        // Nothing runs.
    }

    @Override
    public boolean isStarted() {
        return true;
    }
}
