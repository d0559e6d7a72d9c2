package dev.tailrace.recording;

import dev.tailrace.engine.figures.EventRecorder;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Records into Java Flight Recorder while a recording runs. Thread-safe.
 *
 * <p>Until the first operation that could be recorded, no class of the recorder is loaded; then only {@link FlightRecorder}, which knows
 * whether there has been a recording in this JVM. Only if so, the event classes are loaded, and with them the recorder's own. The first
 * event pays some milliseconds for that. A JVM without the module {@code jdk.jfr} records nothing.
 */
public final class FlightRecorderEvents implements EventRecorder {
    private static final EventRecorder INSTANCE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent() ? new FlightRecorderEvents() : NONE;

    /** Whether the recorder can't be used, for instance because an image has left out a part of it. */
    private volatile boolean failed;

    private FlightRecorderEvents() {}

    /** The only instance of this class loader. */
    public static EventRecorder instance() {
        return INSTANCE;
    }

    private boolean isOff() {
        return failed || !Recorder.isInitialized();
    }

    @Override
    public @Nullable Span begin(Kind kind) {
        try {
            return isOff() ? null : LogEvents.begin(kind);
        } catch (Throwable e) {
            return fail(e);
        }
    }

    @Override
    public void dropped(String log, int level, String logger, boolean waited) {
        try {
            if (!isOff()) {
                LogEvents.dropped(log, level, logger, waited);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public void batch(String log, long tookNanos, long bytes) {
        try {
            if (!isOff()) {
                LogEvents.batch(log, tookNanos, bytes);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** A failed recording must not fail a log call. After a stack overflow or a lack of memory, the next recording may work. */
    private @Nullable Span fail(Throwable error) {
        failed |= !(error instanceof VirtualMachineError);
        return null;
    }

    /** A separate class, so that loading the outer class loads nothing of the recorder. */
    private static final class Recorder {
        static boolean isInitialized() {
            return FlightRecorder.isInitialized();
        }
    }
}
