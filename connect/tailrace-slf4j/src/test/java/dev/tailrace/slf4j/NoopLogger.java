package dev.tailrace.slf4j;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/**
 * An enabled logger that only lets its arguments escape, so that the compiler can't eliminate a caller's allocations (the array, the
 * boxes).
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
