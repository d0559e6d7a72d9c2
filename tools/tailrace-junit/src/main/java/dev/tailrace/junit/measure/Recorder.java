package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.Thrown;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives each entry to the test that logged it. Thread-safe.
 *
 * <p>Assumes that JUnit reports the start and the end of a test in the thread that runs it. A thread started by a test's thread belongs to
 * that test too, through an inheritable thread-local. A thread that belongs to no running test, such as a thread of an older pool or one
 * that the test's class started, logs for the running test if there is only one. With several running tests the owner is unknown: the entry
 * counts as unattributed, and each running test gets a note that it may miss an entry.
 */
public final class Recorder {
    @SuppressWarnings("ThreadLocalUsage") // One recorder in a class loader.
    private final InheritableThreadLocal<@Nullable Work> works = new InheritableThreadLocal<>() {
        @Override
        protected @Nullable Work childValue(@Nullable Work parent) {
            return parent == null ? null : new Work(null, parent.measurement);
        }
    };

    private final Map<Long, Work> byThread = new ConcurrentHashMap<>();
    /** The running tests. */
    private final List<Measurement> tests = new CopyOnWriteArrayList<>();

    private final List<Measurement> classes = new CopyOnWriteArrayList<>();
    private final AtomicLong unattributed = new AtomicLong();
    private final AtomicLong outside = new AtomicLong();
    private volatile boolean warm;
    private final @Nullable Recordings recordings;

    /** The measurement that a thread works for. Only that thread changes it. */
    private static final class Work {
        /** The thread, if JUnit started a test or class in it; null in a thread that has inherited the work from its parent. */
        final @Nullable Thread thread;

        volatile @Nullable Measurement measurement;

        Work(@Nullable Thread thread, @Nullable Measurement measurement) {
            this.thread = thread;
            this.measurement = measurement;
        }
    }

    /** @param recordings the recordings of thrown exceptions and methods; null: none */
    public Recorder(@Nullable Recordings recordings) {
        this.recordings = recordings;
    }

    /** Begins a measurement in the calling thread; returns the running one if it has the same id and kind. */
    public Measurement begin(String id, boolean test) {
        Work work = known();
        if (work == null) {
            work = new Work(Thread.currentThread(), null);
            works.set(work);
        }
        Measurement outer = work.measurement;
        Measurement around = outer != null && outer.isRunning() ? outer : null;
        if (around != null && around.isTest() == test && around.id().equals(id)) {
            return around;
        }
        Measurement measurement =
                new Measurement(id, test, !warm, test && recordings != null ? recordings.start() : null);
        if (around != null) {
            measurement.setOuter(around);
        }
        work.measurement = measurement;
        byThread.put(Thread.currentThread().getId(), work);
        List<Measurement> together = test ? tests : classes;
        together.add(measurement);
        if (test && together.size() > 1) {
            together.forEach(Measurement::accompany);
        }
        return measurement;
    }

    /** Ends a measurement. To be called in the thread in which it began. */
    public void end(Measurement measurement) {
        measurement.finish();
        warm |= measurement.isTest();
        (measurement.isTest() ? tests : classes).remove(measurement);
        Work work = known();
        if (work == null || work.measurement != measurement) {
            return;
        }
        work.measurement = measurement.outer();
        if (work.measurement == null) {
            works.remove();
            byThread.remove(Thread.currentThread().getId());
        }
    }

    /** The calling thread's work, if JUnit started a test or class in this thread that hasn't ended. */
    private @Nullable Work known() {
        Work own = works.get();
        return own != null && own.thread != null ? own : null;
    }

    /** The running measurement that the calling thread began; null in a thread that only works for a test. */
    public @Nullable Measurement own() {
        Work work = known();
        Measurement own = work == null ? null : work.measurement;
        return own != null && own.isRunning() ? own : null;
    }

    /** The test or class that the calling thread works for. */
    public @Nullable Measurement current() {
        Work work = works.get();
        Measurement measurement = work == null ? null : work.measurement;
        if (work == null || measurement == null || !measurement.isRunning()) {
            return sole();
        }
        // A server that a class has started for its tests works for the running test.
        return measurement.isTest() || work.thread != null || tests.isEmpty() ? measurement : sole();
    }

    /** Counts an entry of the calling thread. {@code level}: see {@link Levels}. */
    public void logged(int level, String logger, long messageBytes, @Nullable Throwable thrown) {
        count(current(), level, logger, messageBytes, thrown, Callers::find);
    }

    /** Counts an entry of another thread. {@code place}: the place of the call, if the backend knows it. */
    public void logged(
            long threadId,
            int level,
            String logger,
            long messageBytes,
            @Nullable Throwable thrown,
            @Nullable StackTraceElement place) {
        Work work = byThread.get(threadId);
        Measurement known = work == null ? null : work.measurement;
        String where = place == null ? Callers.UNKNOWN : Callers.place(place);
        count(known != null ? known : sole(), level, logger, messageBytes, thrown, () -> where);
    }

    private void count(
            @Nullable Measurement measurement,
            int level,
            String logger,
            long messageBytes,
            @Nullable Throwable thrown,
            Supplier<String> place) {
        if (measurement == null) {
            miss();
            return;
        }
        Thrown cause = thrown == null ? null : new Thrown(thrown.getClass().getName(), ThrowableText.top(thrown), 1);
        measurement.counter().add(level, logger, StandardLine.bytes(logger, messageBytes, thrown), cause, place);
    }

    private void miss() {
        boolean several = false;
        for (Measurement test : tests) {
            test.doubt();
            several = true;
        }
        (several ? unattributed : outside).incrementAndGet();
    }

    /** The only running test; without running tests, the only running class. */
    private @Nullable Measurement sole() {
        List<Measurement> now = List.copyOf(tests.isEmpty() ? classes : tests);
        return now.size() == 1 ? now.get(0) : null;
    }

    /** Begins a call of a named method of the test that the calling thread works for. */
    public NamedCall call(String name) {
        Measurement measurement = current();
        return new NamedCall(measurement == null ? null : measurement.methods(), name);
    }

    /** The number of entries since the start that may belong to any of several tests. */
    public long unattributed() {
        return unattributed.get();
    }

    /** The number of entries since the start that were logged while no test and not exactly one class ran. */
    public long outside() {
        return outside.get();
    }
}
