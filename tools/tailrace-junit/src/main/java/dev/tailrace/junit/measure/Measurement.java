package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One test, or what a class does outside its tests, while it runs and afterwards. Thread-safe, but for what is its own thread's. */
public final class Measurement {
    private volatile Object owner;
    private final Function<Object, String> names;
    private final boolean test;
    private final long start = System.nanoTime();
    private volatile @Nullable FlightRecording recording;
    private volatile @Nullable Kpis concluded;
    private final long threadId = Thread.currentThread().getId();
    private volatile long end;
    private volatile boolean over;
    private volatile boolean accompanied;
    private volatile boolean checked;
    private volatile boolean passed;
    private volatile @Nullable Counter counter;
    private volatile @Nullable MethodTimes methods;
    private volatile long unsure;
    private volatile @Nullable String id;
    private @Nullable Measurement outer;

    Measurement(Object owner, Function<Object, String> names, boolean test, @Nullable FlightRecording recording) {
        this.owner = owner;
        this.names = names;
        this.test = test;
        this.recording = recording;
    }

    /** The stable name of the test or class. Written when it is first asked for: that takes as long as an empty test. */
    public String id() {
        String known = id;
        if (known == null) {
            known = names.apply(owner);
            id = known;
        }
        if (over) {
            // A thread that outlives the test knows this for as long as it lives, and must not keep the test's class.
            owner = known;
        }
        return known;
    }

    /** For whom it was begun; the name once that was asked for after the end. */
    public Object owner() {
        return owner;
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

    /** What its thread worked for before, and does afterwards; for that thread only. */
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

    /** Whether {@link #setChecked} was called. */
    public boolean isChecked() {
        return checked;
    }

    /** Somebody has judged the figures before the end, and the judgement stands. */
    public void setChecked() {
        checked = true;
    }

    /** Whether nothing was logged and no exception counted so far; for a test that isn't {@link #conclude concluded}. */
    public boolean isSilent() {
        Counter counted = counter;
        return recording == null && (counted == null || counted.isSilent());
    }

    /** Whether it passed; false before it is {@link #conclude concluded}. */
    public boolean hasPassed() {
        return passed;
    }

    /** Keeps the figures of what is over, and whether it passed, and lets go what they were counted with, which may be large. */
    public void conclude(boolean success) {
        passed = success;
        if (!isSilent()) {
            concluded = kpis();
            counter = null;
            recording = null;
        }
    }

    /** How long it has taken so far; once it is over, altogether. */
    public long nanos() {
        return (over ? end : System.nanoTime()) - start;
    }

    synchronized void doubt() {
        unsure++;
    }

    /** Made when the first entry comes: most tests log nothing. */
    Counter counter() {
        Counter made = counter;
        if (made == null) {
            synchronized (this) {
                made = counter;
                if (made == null) {
                    made = new Counter();
                    counter = made;
                }
            }
        }
        return made;
    }

    synchronized MethodTimes methods() {
        MethodTimes made = methods;
        if (made == null) {
            made = new MethodTimes();
            methods = made;
        }
        return made;
    }

    /** In the thread that it began in. */
    void finish() {
        end = System.nanoTime();
        over = true;
    }

    /** What was measured so far; once it is over, what was measured altogether. */
    public Kpis kpis() {
        Kpis known = concluded;
        if (known != null) {
            return known;
        }
        Counter counter = this.counter;
        Kpis counted = counter == null ? Kpis.silent(nanos(), unsure) : counter.kpis(nanos(), unsure);
        MethodTimes methods = this.methods;
        List<MethodTime> timed = methods == null ? List.of() : methods.all();
        FlightRecording recorded = recording;
        if (recorded == null) {
            return timed.isEmpty() ? counted : counted.withMethods(timed);
        }
        // Exceptions of other threads are this test's only when it runs alone.
        return recorded.addTo(counted, accompanied ? threadId : FlightRecording.ALL_THREADS, timed);
    }
}
