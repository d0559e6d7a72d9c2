package dev.tailrace.slf4j;

import dev.tailrace.spi.LogEvent;
import dev.tailrace.spi.LostCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.LoggingEvent;

/**
 * Passes an enabled log call to the engine: takes an event from the pool, fills it, has the engine encode it, and returns it to the pool.
 * Allocates nothing; a failure is reported on stderr instead of thrown. Thread-safe.
 */
final class CallWriter {
    /** The caller of this class is the location of an event that names no boundary of its own. */
    private static final String BOUNDARY = TailraceLogger.class.getName();

    private final dev.tailrace.Logger engine;
    private final TailraceMdcAdapter mdc;

    CallWriter(dev.tailrace.Logger engine, TailraceMdcAdapter mdc) {
        this.engine = engine;
        this.mdc = mdc;
    }

    /**
     * Whether the turbo filters let a call of an enabled level pass; without any it costs one comparison.
     *
     * @param message null for a call of {@code isXEnabled()}
     */
    boolean passes(int level, @Nullable Marker marker, @Nullable String message) {
        return !engine.isFiltered() || isLetPass(level, marker, message, null);
    }

    private boolean isLetPass(
            int level, @Nullable Marker marker, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        try {
            return engine.passes(level, marker, Markers.READER, message, arguments, mdc.current());
        } catch (StackOverflowError e) {
            // The call goes on, and counts if it is lost.
            return true;
        } catch (Throwable failure) {
            // A marker is foreign code. If it fails, the call passes: an extra line is better than a lost one.
            LostCall.report(engine.name(), failure);
            return true;
        }
    }

    void logThrowable(int level, @Nullable Marker marker, @Nullable String message, @Nullable Throwable thrown) {
        LogEvent event = open(level, null, marker, message, null);
        if (event != null) {
            event.throwable(thrown);
            finish(event, message, null);
        }
    }

    void log1(int level, @Nullable Marker marker, @Nullable String format, @Nullable Object argument) {
        LogEvent event = open(level, null, marker, format, engine.asksForArguments() ? new Object[] {argument} : null);
        if (event != null) {
            finish(event, format, event.arrayOf(argument));
        }
    }

    void log2(
            int level,
            @Nullable Marker marker,
            @Nullable String format,
            @Nullable Object first,
            @Nullable Object second) {
        LogEvent event =
                open(level, null, marker, format, engine.asksForArguments() ? new Object[] {first, second} : null);
        if (event != null) {
            finish(event, format, event.arrayOf(first, second));
        }
    }

    void logN(int level, @Nullable Marker marker, @Nullable String format, @Nullable Object @Nullable [] arguments) {
        LogEvent event = open(level, null, marker, format, arguments);
        if (event != null) {
            finish(event, format, arguments);
        }
    }

    void logLocationAware(
            int level,
            @Nullable String boundary,
            @Nullable Marker marker,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        LogEvent event = open(level, boundary, marker, message, arguments);
        if (event != null) {
            event.throwable(thrown);
            finish(event, message, arguments);
        }
    }

    void logFluent(int level, String boundary, EventBuilder builder) {
        LogEvent event = open(level, boundary, builder.firstMarker(), builder.message(), builder.arguments());
        if (event != null) {
            builder.fill(event);
            finish(event, builder.message(), builder.arguments());
        }
    }

    /** Logs a recorded event, which is foreign code: each call on it may fail. */
    void recorded(int level, LoggingEvent recorded) {
        try {
            String message = recorded.getMessage();
            Object[] arguments = recorded.getArgumentArray();
            LogEvent event = open(level, recorded.getCallerBoundary(), firstMarker(recorded), message, arguments);
            if (event != null) {
                boolean copied = false;
                try {
                    copy(recorded, event);
                    copied = true;
                } finally {
                    if (!copied) {
                        engine.close(event);
                    }
                }
                finish(event, message, arguments);
            }
        } catch (StackOverflowError e) {
            LostCalls.count++;
        } catch (Throwable failure) {
            LostCall.report(engine.name(), failure);
        }
    }

    /** The first marker, the only one that Logback's turbo filters see. */
    private static @Nullable Marker firstMarker(LoggingEvent recorded) {
        List<Marker> markers = recorded.getMarkers();
        return markers == null || markers.isEmpty() ? null : markers.get(0);
    }

    /**
     * Takes an event for a call that the turbo filters let pass, and sets the fields that all calls have. Null when they deny the call, or
     * when this fails.
     *
     * @param marker the first marker of the call
     * @param arguments for the turbo filters
     */
    private @Nullable LogEvent open(
            int level,
            @Nullable String boundary,
            @Nullable Marker marker,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments) {
        if (engine.isFiltered() && !isLetPass(level, marker, message, arguments)) {
            return null;
        }
        try {
            LogEvent event = engine.open(level, boundary == null ? BOUNDARY : boundary);
            event.context(mdc.current());
            if (marker != null) {
                event.addMarker(marker, Markers.READER);
            }
            return event;
        } catch (StackOverflowError e) {
            // There may be no stack for a call.
            LostCalls.count++;
            return null;
        } catch (Throwable failure) {
            LostCall.report(engine.name(), failure);
            return null;
        }
    }

    @SuppressWarnings("EmptyCatch") // nothing can be called without stack
    private void finish(LogEvent event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        try {
            if (engine.isLocated(event.level())) {
                event.locate();
            }
            engine.commit(event, message, arguments);
        } catch (StackOverflowError e) {
            // There may be no stack for a call. What commit() could begin, it counts itself.
            LostCalls.count++;
        } catch (Throwable failure) {
            LostCall.report(engine.name(), failure);
        } finally {
            try {
                engine.close(event);
            } catch (StackOverflowError e) {
                // The call returns whatever became of its event: the pool makes another one.
            }
        }
    }

    /** Copies everything but the first marker, which {@link #open} has set. */
    private static void copy(LoggingEvent recorded, LogEvent event) {
        long millis = recorded.getTimeStamp();
        if (millis > 0) {
            event.time(millis * 1_000_000);
        }
        event.threadName(recorded.getThreadName());
        event.throwable(recorded.getThrowable());
        List<Marker> markers = recorded.getMarkers();
        if (markers != null) {
            for (int i = 1; i < markers.size(); i++) {
                event.addMarker(markers.get(i), Markers.READER);
            }
        }
        List<KeyValuePair> pairs = recorded.getKeyValuePairs();
        if (pairs != null) {
            for (KeyValuePair pair : pairs) {
                event.addKeyValue(String.valueOf(pair.key), pair.value);
            }
        }
    }
}
