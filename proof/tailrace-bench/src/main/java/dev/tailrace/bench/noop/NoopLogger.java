package dev.tailrace.bench.noop;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;

/** An enabled logger that returns at once. Its callers still allocate boxes and arrays. Immutable. */
final class NoopLogger implements Logger {
    private final String name;

    NoopLogger(String name) {
        this.name = name;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isTraceEnabled() {
        return true;
    }

    @Override
    public boolean isTraceEnabled(@Nullable Marker marker) {
        return true;
    }

    @Override
    public void trace(@Nullable String message) {}

    @Override
    public void trace(@Nullable String format, @Nullable Object argument) {}

    @Override
    public void trace(@Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void trace(@Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void trace(@Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void trace(@Nullable Marker marker, @Nullable String message) {}

    @Override
    public void trace(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {}

    @Override
    public void trace(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void trace(@Nullable Marker marker, @Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void trace(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public boolean isDebugEnabled() {
        return true;
    }

    @Override
    public boolean isDebugEnabled(@Nullable Marker marker) {
        return true;
    }

    @Override
    public void debug(@Nullable String message) {}

    @Override
    public void debug(@Nullable String format, @Nullable Object argument) {}

    @Override
    public void debug(@Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void debug(@Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void debug(@Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void debug(@Nullable Marker marker, @Nullable String message) {}

    @Override
    public void debug(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {}

    @Override
    public void debug(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void debug(@Nullable Marker marker, @Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void debug(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isInfoEnabled(@Nullable Marker marker) {
        return true;
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
    public void info(@Nullable Marker marker, @Nullable String message) {}

    @Override
    public void info(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {}

    @Override
    public void info(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void info(@Nullable Marker marker, @Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void info(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled(@Nullable Marker marker) {
        return true;
    }

    @Override
    public void warn(@Nullable String message) {}

    @Override
    public void warn(@Nullable String format, @Nullable Object argument) {}

    @Override
    public void warn(@Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void warn(@Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void warn(@Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void warn(@Nullable Marker marker, @Nullable String message) {}

    @Override
    public void warn(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {}

    @Override
    public void warn(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void warn(@Nullable Marker marker, @Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void warn(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled(@Nullable Marker marker) {
        return true;
    }

    @Override
    public void error(@Nullable String message) {}

    @Override
    public void error(@Nullable String format, @Nullable Object argument) {}

    @Override
    public void error(@Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void error(@Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void error(@Nullable String message, @Nullable Throwable thrown) {}

    @Override
    public void error(@Nullable Marker marker, @Nullable String message) {}

    @Override
    public void error(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {}

    @Override
    public void error(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {}

    @Override
    public void error(@Nullable Marker marker, @Nullable String format, @Nullable Object... arguments) {}

    @Override
    public void error(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {}
}
