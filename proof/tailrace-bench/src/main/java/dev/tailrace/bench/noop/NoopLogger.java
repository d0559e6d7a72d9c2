package dev.tailrace.bench.noop;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/**
 * An enabled logger that returns at once. Its callers still allocate boxes and arrays. The calls that are measured are overridden: the
 * superclass would ask for the level and pass the arguments on. Immutable.
 */
final class NoopLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    NoopLogger(String name) {
        this.name = name;
    }

    @Override
    public void info(@Nullable String message) {}

    @Override
    public void info(@Nullable String format, @Nullable Object argument) {}

    @Override
    public void info(@Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void info(@Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void info(@Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void debug(@Nullable String message) {}

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
            Level level,
            @Nullable Marker marker,
            @Nullable String message,
            @Nullable Object[] arguments,
            @Nullable Throwable thrown) {}
}
