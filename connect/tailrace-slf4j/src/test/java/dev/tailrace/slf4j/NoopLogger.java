package dev.tailrace.slf4j;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/**
 * An enabled logger that does nothing but let its arguments escape, so that whatever a caller allocates for a call (the array,
 * the boxes) is allocated here as well, and the compiler cannot spare it.
 */
final class NoopLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("unused")
    private static volatile @Nullable Object sink;

    static Logger create() {
        return new NoopLogger();
    }

    @Override
    public void info(@Nullable String message) {
        sink = message;
    }

    @Override
    public void info(@Nullable String format, @Nullable Object argument) {
        sink = argument;
    }

    @Override
    public void info(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        sink = first;
        sink = second;
    }

    @Override
    public void info(@Nullable String format, @Nullable Object @Nullable ... arguments) {
        sink = arguments;
    }

    @Override
    public boolean isTraceEnabled() {
        return true;
    }

    @Override
    public boolean isDebugEnabled() {
        return true;
    }

    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String message, Object[] arguments, Throwable throwable) {
        sink = arguments;
    }
}
