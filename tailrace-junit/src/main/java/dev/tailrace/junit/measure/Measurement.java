package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One test, or what a class does outside its tests, while it runs and afterwards. Thread-safe. */
public final class Measurement {
    private final String id;
    private final boolean test;
    private final long start = System.nanoTime();
    private final AtomicLong unsure = new AtomicLong();
    private final MethodTimes methods = new MethodTimes();
    private final @Nullable FlightRecording recording;
    private final long thread = Thread.currentThread().getId();
    private volatile long end;
    private volatile boolean over;
    private volatile boolean accompanied;

    final Counter counter = new Counter();

    Measurement(String id, boolean test, @Nullable FlightRecording recording) {
        this.id = id;
        this.test = test;
        this.recording = recording;
    }

    /** The stable name of the test or class. */
    public String id() {
        return id;
    }

    /** Whether this is a test, and not a class. */
    public boolean isTest() {
        return test;
    }

    /** Whether another test ran at the same time. */
    public boolean isAccompanied() {
        return accompanied;
    }

    boolean isRunning() {
        return !over;
    }

    void accompany() {
        accompanied = true;
    }

    void doubt() {
        unsure.incrementAndGet();
    }

    MethodTimes methods() {
        return methods;
    }

    void finish() {
        end = System.nanoTime();
        over = true;
    }

    /** What was measured so far; once it is over, what was measured altogether. */
    public Kpis kpis() {
        long nanos = (over ? end : System.nanoTime()) - start;
        Kpis counted = counter.kpis(nanos, unsure.get());
        FlightRecording recorded = recording;
        if (recorded == null) {
            List<MethodTime> timed = methods.all();
            return timed.isEmpty() ? counted : counted.withMethods(timed);
        }
        // Exceptions of other threads are this test's only when it runs alone.
        return recorded.addTo(counted, accompanied ? thread : FlightRecording.ALL_THREADS, methods.all());
    }
}
