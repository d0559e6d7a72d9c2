package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class: measures log calls of one kind in one thread. Arguments: the backend's name, the {@link Kind}, the number of measured calls,
 * the file for the {@link Report}. Calls come in bursts with a pause after each in which the writer catches up.
 */
public final class CallTimes {
    private static final int ENABLED_BURST = 100;
    private static final long PAUSE_NANOS = 20_000_000;
    private static final int DISABLED_BURST = 10_000;
    private static final int FRAMES = 30;
    private static final int STACK = 50;
    /** The stack frames from main to the call. */
    private static final int OWN_FRAMES = 3;

    private final Logger logger = LoggerFactory.getLogger(Line.LOGGER);
    private final Histogram calls = Latency.histogram();

    /** The kind of call. */
    public enum Kind {
        /** Below the level: calls at full speed, timed together, since one call takes less than a clock reading. */
        DISABLED,
        /** With a new exception each time, which has thirty frames and a cause with thirty frames: printing creates the frames. */
        THROWN,
        /** A line with the caller's location, from a stack of fifty frames. */
        LOCATED
    }

    private CallTimes() {}

    /** Runs the measurement. */
    public static void main(String[] arguments) throws IOException {
        Thread.currentThread().setName("worker-0");
        int count = Integer.parseInt(arguments[2]);
        CallTimes times = new CallTimes();
        long logged = 0;
        Phase phase;
        if (Kind.valueOf(arguments[1]) == Kind.DISABLED) {
            // The first line creates the file.
            times.logger.info("order");
            logged = 1;
            times.disabled(count);
            long nanos = times.disabled(count);
            phase = new Phase(1, count, 0, nanos, 0, 0, Latency.none());
        } else {
            int warm = count / 2;
            times.enabled(arguments[1], warm);
            times.calls.reset();
            times.enabled(arguments[1], count);
            logged = (long) warm + count;
            Latency latency = new Latency(times.calls, Latency.histogram(), times.calls.getMaxValue(), 0, Series.NONE);
            phase = new Phase(1, count, 0, 1, 0, 0, latency);
        }
        Backend.stop(arguments[0]);
        new Report(List.of(phase), Map.of(1, new long[] {logged}), List.of()).write(Path.of(arguments[3]));
        System.exit(0);
    }

    /** The duration of {@code count} calls in nanoseconds. */
    private long disabled(int count) {
        long sum = 0;
        for (int done = 0; done < count; done += DISABLED_BURST) {
            sum += disabledBurst();
        }
        return sum;
    }

    private long disabledBurst() {
        long began = System.nanoTime();
        for (int i = 0; i < DISABLED_BURST; i++) {
            logger.debug("order filled");
        }
        return System.nanoTime() - began;
    }

    private void enabled(String kind, int count) {
        if (Kind.valueOf(kind) == Kind.THROWN) {
            thrown(count);
        } else {
            located(STACK - OWN_FRAMES, count);
        }
    }

    private void located(int frames, int count) {
        if (frames > 0) {
            located(frames - 1, count);
            return;
        }
        for (int done = 0; done < count; done += ENABLED_BURST) {
            for (int i = 0; i < ENABLED_BURST; i++) {
                long began = System.nanoTime();
                logger.info("order filled");
                calls.recordValue(System.nanoTime() - began);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void thrown(int count) {
        Exception[] failures = new Exception[ENABLED_BURST];
        for (int done = 0; done < count; done += failures.length) {
            for (int i = 0; i < failures.length; i++) {
                failures[i] = deep(FRAMES, deep(FRAMES, null));
            }
            for (Exception failure : failures) {
                long began = System.nanoTime();
                logger.info("order", failure);
                calls.recordValue(System.nanoTime() - began);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static Exception deep(int frames, @Nullable Throwable cause) {
        return frames > 0 ? deep(frames - 1, cause) : new Exception("order not filled", cause);
    }
}
