package dev.tailrace.slf4j;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A logger as the application sees it. A disabled level costs one comparison; an enabled call goes to the
 * {@link CallWriter}, and nothing that fails below it reaches the application. Markers decide
 * whether a level is enabled only where a turbo filter asks for them. Thread-safe.
 *
 * <p>Public and final because SLF4J replays early events by looking {@link #log(LoggingEvent)} up by reflection. It serializes as its name.
 *
 * <p>The class is long because SLF4J's interface has sixty methods that differ in one word each.
 */
public final class TailraceLogger implements LocationAwareLogger, LoggingEventAware, Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final transient dev.tailrace.Logger engine;
    private final transient CallWriter calls;

    TailraceLogger(dev.tailrace.Logger engine, TailraceMdcAdapter mdc) {
        this.name = engine.name();
        this.engine = engine;
        this.calls = new CallWriter(engine, mdc);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isEnabledForLevel(Level level) {
        return engine.isEnabled(level.toInt()) && calls.passes(level.toInt(), null, null);
    }

    /** Returns a builder for a disabled level, too: {@link #log(LoggingEvent)} decides whether the event is logged. */
    @Override
    public LoggingEventBuilder makeLoggingEventBuilder(Level level) {
        return new EventBuilder(this, level.toInt());
    }

    @Override
    public boolean isTraceEnabled() {
        return engine.isEnabled(TRACE_INT) && calls.passes(TRACE_INT, null, null);
    }

    @Override
    public boolean isTraceEnabled(@Nullable Marker marker) {
        return engine.isEnabled(TRACE_INT) && calls.passes(TRACE_INT, marker, null);
    }

    @Override
    public void trace(@Nullable String message) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.logThrowable(TRACE_INT, null, message, null);
        }
    }

    @Override
    public void trace(@Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.log1(TRACE_INT, null, format, argument);
        }
    }

    @Override
    public void trace(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.log2(TRACE_INT, null, format, first, second);
        }
    }

    @Override
    public void trace(@Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.logN(TRACE_INT, null, format, arguments);
        }
    }

    @Override
    public void trace(@Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.logThrowable(TRACE_INT, null, message, thrown);
        }
    }

    @Override
    public void trace(@Nullable Marker marker, @Nullable String message) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.logThrowable(TRACE_INT, marker, message, null);
        }
    }

    @Override
    public void trace(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.log1(TRACE_INT, marker, format, argument);
        }
    }

    @Override
    public void trace(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.log2(TRACE_INT, marker, format, first, second);
        }
    }

    @Override
    public void trace(@Nullable Marker marker, @Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.logN(TRACE_INT, marker, format, arguments);
        }
    }

    @Override
    public void trace(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(TRACE_INT)) {
            calls.logThrowable(TRACE_INT, marker, message, thrown);
        }
    }

    @Override
    public boolean isDebugEnabled() {
        return engine.isEnabled(DEBUG_INT) && calls.passes(DEBUG_INT, null, null);
    }

    @Override
    public boolean isDebugEnabled(@Nullable Marker marker) {
        return engine.isEnabled(DEBUG_INT) && calls.passes(DEBUG_INT, marker, null);
    }

    @Override
    public void debug(@Nullable String message) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.logThrowable(DEBUG_INT, null, message, null);
        }
    }

    @Override
    public void debug(@Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.log1(DEBUG_INT, null, format, argument);
        }
    }

    @Override
    public void debug(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.log2(DEBUG_INT, null, format, first, second);
        }
    }

    @Override
    public void debug(@Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.logN(DEBUG_INT, null, format, arguments);
        }
    }

    @Override
    public void debug(@Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.logThrowable(DEBUG_INT, null, message, thrown);
        }
    }

    @Override
    public void debug(@Nullable Marker marker, @Nullable String message) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.logThrowable(DEBUG_INT, marker, message, null);
        }
    }

    @Override
    public void debug(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.log1(DEBUG_INT, marker, format, argument);
        }
    }

    @Override
    public void debug(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.log2(DEBUG_INT, marker, format, first, second);
        }
    }

    @Override
    public void debug(@Nullable Marker marker, @Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.logN(DEBUG_INT, marker, format, arguments);
        }
    }

    @Override
    public void debug(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(DEBUG_INT)) {
            calls.logThrowable(DEBUG_INT, marker, message, thrown);
        }
    }

    @Override
    public boolean isInfoEnabled() {
        return engine.isEnabled(INFO_INT) && calls.passes(INFO_INT, null, null);
    }

    @Override
    public boolean isInfoEnabled(@Nullable Marker marker) {
        return engine.isEnabled(INFO_INT) && calls.passes(INFO_INT, marker, null);
    }

    @Override
    public void info(@Nullable String message) {
        if (engine.isEnabled(INFO_INT)) {
            calls.logThrowable(INFO_INT, null, message, null);
        }
    }

    @Override
    public void info(@Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(INFO_INT)) {
            calls.log1(INFO_INT, null, format, argument);
        }
    }

    @Override
    public void info(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(INFO_INT)) {
            calls.log2(INFO_INT, null, format, first, second);
        }
    }

    @Override
    public void info(@Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(INFO_INT)) {
            calls.logN(INFO_INT, null, format, arguments);
        }
    }

    @Override
    public void info(@Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(INFO_INT)) {
            calls.logThrowable(INFO_INT, null, message, thrown);
        }
    }

    @Override
    public void info(@Nullable Marker marker, @Nullable String message) {
        if (engine.isEnabled(INFO_INT)) {
            calls.logThrowable(INFO_INT, marker, message, null);
        }
    }

    @Override
    public void info(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(INFO_INT)) {
            calls.log1(INFO_INT, marker, format, argument);
        }
    }

    @Override
    public void info(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(INFO_INT)) {
            calls.log2(INFO_INT, marker, format, first, second);
        }
    }

    @Override
    public void info(@Nullable Marker marker, @Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(INFO_INT)) {
            calls.logN(INFO_INT, marker, format, arguments);
        }
    }

    @Override
    public void info(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(INFO_INT)) {
            calls.logThrowable(INFO_INT, marker, message, thrown);
        }
    }

    @Override
    public boolean isWarnEnabled() {
        return engine.isEnabled(WARN_INT) && calls.passes(WARN_INT, null, null);
    }

    @Override
    public boolean isWarnEnabled(@Nullable Marker marker) {
        return engine.isEnabled(WARN_INT) && calls.passes(WARN_INT, marker, null);
    }

    @Override
    public void warn(@Nullable String message) {
        if (engine.isEnabled(WARN_INT)) {
            calls.logThrowable(WARN_INT, null, message, null);
        }
    }

    @Override
    public void warn(@Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(WARN_INT)) {
            calls.log1(WARN_INT, null, format, argument);
        }
    }

    @Override
    public void warn(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(WARN_INT)) {
            calls.log2(WARN_INT, null, format, first, second);
        }
    }

    @Override
    public void warn(@Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(WARN_INT)) {
            calls.logN(WARN_INT, null, format, arguments);
        }
    }

    @Override
    public void warn(@Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(WARN_INT)) {
            calls.logThrowable(WARN_INT, null, message, thrown);
        }
    }

    @Override
    public void warn(@Nullable Marker marker, @Nullable String message) {
        if (engine.isEnabled(WARN_INT)) {
            calls.logThrowable(WARN_INT, marker, message, null);
        }
    }

    @Override
    public void warn(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(WARN_INT)) {
            calls.log1(WARN_INT, marker, format, argument);
        }
    }

    @Override
    public void warn(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(WARN_INT)) {
            calls.log2(WARN_INT, marker, format, first, second);
        }
    }

    @Override
    public void warn(@Nullable Marker marker, @Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(WARN_INT)) {
            calls.logN(WARN_INT, marker, format, arguments);
        }
    }

    @Override
    public void warn(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(WARN_INT)) {
            calls.logThrowable(WARN_INT, marker, message, thrown);
        }
    }

    @Override
    public boolean isErrorEnabled() {
        return engine.isEnabled(ERROR_INT) && calls.passes(ERROR_INT, null, null);
    }

    @Override
    public boolean isErrorEnabled(@Nullable Marker marker) {
        return engine.isEnabled(ERROR_INT) && calls.passes(ERROR_INT, marker, null);
    }

    @Override
    public void error(@Nullable String message) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.logThrowable(ERROR_INT, null, message, null);
        }
    }

    @Override
    public void error(@Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.log1(ERROR_INT, null, format, argument);
        }
    }

    @Override
    public void error(@Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.log2(ERROR_INT, null, format, first, second);
        }
    }

    @Override
    public void error(@Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.logN(ERROR_INT, null, format, arguments);
        }
    }

    @Override
    public void error(@Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.logThrowable(ERROR_INT, null, message, thrown);
        }
    }

    @Override
    public void error(@Nullable Marker marker, @Nullable String message) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.logThrowable(ERROR_INT, marker, message, null);
        }
    }

    @Override
    public void error(@Nullable Marker marker, @Nullable String format, @Nullable Object argument) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.log1(ERROR_INT, marker, format, argument);
        }
    }

    @Override
    public void error(
            @Nullable Marker marker, @Nullable String format, @Nullable Object first, @Nullable Object second) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.log2(ERROR_INT, marker, format, first, second);
        }
    }

    @Override
    public void error(@Nullable Marker marker, @Nullable String format, @Nullable Object @Nullable ... arguments) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.logN(ERROR_INT, marker, format, arguments);
        }
    }

    @Override
    public void error(@Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {
        if (engine.isEnabled(ERROR_INT)) {
            calls.logThrowable(ERROR_INT, marker, message, thrown);
        }
    }

    /** A level between two SLF4J levels counts as the lower one. */
    @Override
    public void log(
            @Nullable Marker marker,
            @Nullable String callerBoundary,
            int level,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        int known = knownLevel(level);
        if (engine.isEnabled(known)) {
            calls.logLocationAware(known, callerBoundary, marker, message, arguments, thrown);
        }
    }

    /**
     * Logs an event that SLF4J recorded before the engine was ready, or an event of a bridge. The event keeps its own time if it has one.
     */
    @Override
    public void log(LoggingEvent recorded) {
        int level = recorded.getLevel().toInt();
        if (engine.isEnabled(level)) {
            calls.recorded(level, recorded);
        }
    }

    /** Logs an event that was built with the fluent API. */
    void log(EventBuilder built, int level, String callerBoundary) {
        if (engine.isEnabled(level)) {
            calls.logFluent(level, callerBoundary, built);
        }
    }

    private static int knownLevel(int level) {
        return level <= TRACE_INT ? TRACE_INT : level >= ERROR_INT ? ERROR_INT : level - level % DEBUG_INT;
    }

    /** The logger of the same name in the reading JVM, whichever backend it has. */
    private Object readResolve() {
        return LoggerFactory.getLogger(name);
    }
}
