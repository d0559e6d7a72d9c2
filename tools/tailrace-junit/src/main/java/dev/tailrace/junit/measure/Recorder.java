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
 * <p>What it takes for granted: JUnit reports the start and the end of a test in the thread that runs it. A thread made by a test's thread
 * then belongs to that test too, through an inheritable thread-local. A thread that belongs to no running test, such as one of a pool that
 * is older than the test or one that its class made, logs for the test that runs, if only one does. When several do, the owner is unknown: the entry is counted as not
 * attributed, and each of the running tests gets a note that it may miss one.
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
    /** Those that run now. */
    private final List<Measurement> tests = new CopyOnWriteArrayList<>();

    private final List<Measurement> classes = new CopyOnWriteArrayList<>();
    private final AtomicLong unattributed = new AtomicLong();
    private final AtomicLong outside = new AtomicLong();
    private final @Nullable Recordings recordings;

    /** What a thread works for. Only that thread changes it. */
    private static final class Work {
        /** The one that JUnit started in it; null in a thread that has inherited it from the one that made it. */
        final @Nullable Thread thread;

        volatile @Nullable Measurement measurement;

        Work(@Nullable Thread thread, @Nullable Measurement measurement) {
            this.thread = thread;
            this.measurement = measurement;
        }
    }

    /** @param recordings where throwing and methods are recorded; null: nowhere */
    public Recorder(@Nullable Recordings recordings) {
        this.recordings = recordings;
    }

    /** Begins in the calling thread, unless just that has begun there already. */
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
        Measurement measurement = new Measurement(id, test, test && recordings != null ? recordings.start() : null);
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

    /** Ends in the thread that it began in. */
    public void end(Measurement measurement) {
        measurement.finish();
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

    /** That of the calling thread, if JUnit started a test in it that hasn't ended. */
    private @Nullable Work known() {
        Work own = works.get();
        return own != null && own.thread != null ? own : null;
    }

    /** What the calling thread itself began and hasn't ended; null in a thread that only works for a test. */
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
        // A server that a class has started for its tests serves the test that runs.
        return measurement.isTest() || work.thread != null || tests.isEmpty() ? measurement : sole();
    }

    /** Counts an entry of the calling thread. {@code level}: see {@link Levels}. */
    public void logged(int level, String logger, long messageBytes, @Nullable Throwable thrown) {
        count(current(), level, logger, messageBytes, thrown, Callers::find);
    }

    /** Counts an entry that another thread logged; {@code place}: where, if the backend knows. */
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

    /** The one test that runs; if none does, the one class that does. */
    private @Nullable Measurement sole() {
        List<Measurement> now = List.copyOf(tests.isEmpty() ? classes : tests);
        return now.size() == 1 ? now.get(0) : null;
    }

    /** Adds a call to the times of the test that the calling thread works for. */
    public void timed(String method, long nanos) {
        Measurement measurement = current();
        if (measurement != null) {
            measurement.methods().add(method, nanos);
        }
    }

    /** Entries that may belong to any of several tests, since the start. */
    public long unattributed() {
        return unattributed.get();
    }

    /** Entries while no test and no single class ran, since the start. */
    public long outside() {
        return outside.get();
    }
}
