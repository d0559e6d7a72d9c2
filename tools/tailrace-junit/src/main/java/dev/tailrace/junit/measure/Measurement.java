package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The measurement of one test, or of a class outside its tests, while it runs and afterwards. Thread-safe, except for {@link #outer}. */
public final class Measurement {
    private static final String COLD = "the first test of its JVM";

    private final String id;
    private final boolean test;
    private final boolean cold;
    private final long start = System.nanoTime();
    private final long threadId = Thread.currentThread().getId();
    private final MethodTimes methods = new MethodTimes();
    private volatile Counter counter = new Counter();
    private volatile @Nullable FlightRecording recording;
    private volatile @Nullable Kpis concluded;
    private volatile long end;
    private volatile boolean over;
    private volatile boolean accompanied;
    private volatile long unsure;
    private @Nullable Measurement outer;

    /** @param cold whether no test has ended in this JVM yet */
    Measurement(String id, boolean test, boolean cold, @Nullable FlightRecording recording) {
        this.id = id;
        this.test = test;
        this.cold = cold;
        this.recording = recording;
    }

    /** The stable name of the test or class. */
    public String id() {
        return id;
    }

    /** Whether a test is measured, not a class. */
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

    /** The measurement that its thread worked for before, and will work for afterwards; only for that thread. */
    @Nullable
    Measurement outer() {
        return outer;
    }

    void setOuter(Measurement measurement) {
        outer = measurement;
    }

    void accompany() {
        accompanied = true;
    }

    /** The final figures. Releases the counters, which may be large: threads that outlive the test keep this measurement. */
    public Kpis conclude() {
        Kpis all = kpis();
        concluded = all;
        counter = new Counter();
        recording = null;
        return all;
    }

    private long nanos() {
        return (over ? end : System.nanoTime()) - start;
    }

    synchronized void doubt() {
        unsure++;
    }

    Counter counter() {
        return counter;
    }

    /** Whether the measurement has a call of a named method already. */
    public boolean namesMethods() {
        return !methods.isEmpty();
    }

    MethodTimes methods() {
        return methods;
    }

    /** Called in the thread in which the measurement began. */
    void finish() {
        end = System.nanoTime();
        over = true;
    }

    /** The figures so far; the final ones once {@link #conclude} was called. */
    public Kpis kpis() {
        Kpis known = concluded;
        if (known != null) {
            return known;
        }
        Kpis counted = counter.kpis(nanos(), unsure);
        List<MethodTime> timed = methods.all(cold ? COLD : "");
        FlightRecording recorded = recording;
        if (recorded == null) {
            return timed.isEmpty() ? counted : counted.withMethods(timed);
        }
        // Exceptions of other threads are this test's only when it runs alone.
        return recorded.addTo(counted, accompanied ? threadId : FlightRecording.ALL_THREADS, timed);
    }
}
