package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.Thrown;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives each entry to the test that logged it. Thread-safe.
 *
 * <p>What it takes for granted: JUnit tells the start and the end of a test in the thread that runs it. A thread made by a test's thread
 * then belongs to that test too, through an inheritable thread-local. A thread that belongs to no running test, such as one of a pool that
 * is older than the test or one that its class made, logs for the test that runs, if only one does. When several do, nobody can tell: the entry is counted as not
 * attributed, and each of the running tests is told that it may miss one.
 */
public final class Recorder {
    @SuppressWarnings("ThreadLocalUsage") // One recorder in a class loader.
    private final InheritableThreadLocal<@Nullable Mark> marks = new InheritableThreadLocal<>();

    private final Map<Long, Measurement> byThread = new ConcurrentHashMap<>();
    private final Set<Measurement> tests = ConcurrentHashMap.newKeySet();
    private final Set<Measurement> classes = ConcurrentHashMap.newKeySet();
    private final AtomicLong unattributed = new AtomicLong();
    private final AtomicLong outside = new AtomicLong();
    private final @Nullable Recordings recordings;

    /** What a thread works for; {@code owner} is the thread that was told so by JUnit, others have inherited it. */
    private record Mark(
            Measurement measurement, long owner, @Nullable Mark previous) {}

    /** @param recordings where throwing and methods are recorded; null: nowhere */
    public Recorder(@Nullable Recordings recordings) {
        this.recordings = recordings;
    }

    /** Begins in the calling thread. */
    public Measurement begin(String id, boolean test) {
        Measurement measurement = new Measurement(id, test, test && recordings != null ? recordings.start() : null);
        long thread = Thread.currentThread().getId();
        Mark mark = marks.get();
        marks.set(new Mark(measurement, thread, mark != null && mark.owner() == thread ? mark : null));
        byThread.put(thread, measurement);
        (test ? tests : classes).add(measurement);
        if (test && tests.size() > 1) {
            tests.forEach(Measurement::accompany);
        }
        return measurement;
    }

    /** Ends in the thread that it began in. */
    public void end(Measurement measurement) {
        measurement.finish();
        tests.remove(measurement);
        classes.remove(measurement);
        Mark mark = marks.get();
        long thread = Thread.currentThread().getId();
        if (mark == null || mark.measurement() != measurement) {
            byThread.remove(thread, measurement);
            return;
        }
        Mark previous = mark.previous();
        if (previous == null) {
            marks.remove();
            byThread.remove(thread, measurement);
        } else {
            marks.set(previous);
            byThread.put(thread, previous.measurement());
        }
    }

    /** Few run at the same time. */
    private static @Nullable Measurement named(String id, Set<Measurement> all) {
        for (Measurement each : all) {
            if (each.id().equals(id)) {
                return each;
            }
        }
        return null;
    }

    /** The measurement that began with this id and hasn't ended. */
    public @Nullable Measurement running(String id) {
        Measurement test = named(id, tests);
        return test != null ? test : named(id, classes);
    }

    /** What the calling thread itself began and hasn't ended; null in a thread that only works for a test. */
    public @Nullable Measurement own() {
        Mark mark = marks.get();
        return mark != null
                        && mark.owner() == Thread.currentThread().getId()
                        && mark.measurement().isRunning()
                ? mark.measurement()
                : null;
    }

    /** The test or class that the calling thread works for. */
    public @Nullable Measurement current() {
        Mark mark = marks.get();
        if (mark == null || !mark.measurement().isRunning()) {
            return sole();
        }
        // A server that a class has started for its tests serves the test that runs.
        boolean known = mark.measurement().isTest()
                || mark.owner() == Thread.currentThread().getId();
        return known || tests.isEmpty() ? mark.measurement() : sole();
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
        Measurement known = byThread.get(threadId);
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
        measurement.counter.add(level, logger, StandardLine.bytes(logger, messageBytes, thrown), cause, place);
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
        Measurement test = single(tests);
        return test != null || !tests.isEmpty() ? test : single(classes);
    }

    private static @Nullable Measurement single(Set<Measurement> all) {
        Measurement found = null;
        for (Measurement each : all) {
            if (found != null) {
                return null;
            }
            found = each;
        }
        return found;
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
