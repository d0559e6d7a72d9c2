package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.Thrown;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
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
    private static final Measurement[] NONE = {};

    @SuppressWarnings("ThreadLocalUsage") // One recorder in a class loader.
    private final InheritableThreadLocal<@Nullable Work> works = new InheritableThreadLocal<>() {
        @Override
        protected @Nullable Work childValue(@Nullable Work parent) {
            return parent == null ? null : new Work(null, parent.measurement);
        }
    };

    private final Map<Long, Work> byThread = new ConcurrentHashMap<>();
    /** Those that run now: a few, and mostly one. */
    private volatile Measurement[] tests = NONE;

    private volatile Measurement[] classes = NONE;
    /** That of the thread that began or ended something last, which mostly is the one that does so next. */
    private volatile @Nullable Work latest;

    private final AtomicLong unattributed = new AtomicLong();
    private final AtomicLong outside = new AtomicLong();
    private final @Nullable Recordings recordings;
    private final Function<Object, String> names;

    /** What a thread works for. Only that thread changes it. */
    private static final class Work {
        /** The one that JUnit told of it; null in a thread that has inherited it from the one that made it. */
        final @Nullable Thread thread;

        volatile @Nullable Measurement measurement;

        Work(@Nullable Thread thread, @Nullable Measurement measurement) {
            this.thread = thread;
            this.measurement = measurement;
        }
    }

    /**
     * @param recordings where throwing and methods are recorded; null: nowhere
     * @param names tells for whom something is measured, by a stable name
     */
    public Recorder(@Nullable Recordings recordings, Function<Object, String> names) {
        this.recordings = recordings;
        this.names = names;
    }

    /** Begins in the calling thread, unless just that has begun there already. */
    public Measurement begin(Object owner, boolean test) {
        Work work = told();
        if (work == null) {
            work = new Work(Thread.currentThread(), null);
            works.set(work);
        }
        Measurement outer = work.measurement;
        Measurement around = outer != null && outer.isRunning() ? outer : null;
        if (around != null && around.isTest() == test && around.id().equals(names.apply(owner))) {
            return around;
        }
        Measurement measurement =
                new Measurement(owner, names, test, test && recordings != null ? recordings.start() : null);
        if (outer == null) {
            byThread.put(Thread.currentThread().getId(), work);
        } else if (around != null) {
            measurement.setOuter(around);
        }
        work.measurement = measurement;
        latest = work;
        Measurement[] together = add(measurement);
        if (test && together.length > 1) {
            for (Measurement each : together) {
                each.accompany();
            }
        }
        return measurement;
    }

    private synchronized Measurement[] add(Measurement measurement) {
        Measurement[] before = measurement.isTest() ? tests : classes;
        Measurement[] all;
        if (before.length == 0) {
            all = new Measurement[] {measurement};
        } else {
            all = Arrays.copyOf(before, before.length + 1);
            all[before.length] = measurement;
        }
        set(measurement.isTest(), all);
        return all;
    }

    private synchronized void remove(Measurement measurement) {
        Measurement[] before = measurement.isTest() ? tests : classes;
        int index = before.length - 1;
        while (index >= 0 && before[index] != measurement) {
            index--;
        }
        if (index >= 0) {
            Measurement[] rest = before.length == 1 ? NONE : Arrays.copyOf(before, before.length - 1);
            System.arraycopy(before, index + 1, rest, index, rest.length - index);
            set(measurement.isTest(), rest);
        }
    }

    private void set(boolean test, Measurement[] all) {
        if (test) {
            tests = all;
        } else {
            classes = all;
        }
    }

    /** Ends in the thread that it began in. */
    public void end(Measurement measurement) {
        measurement.finish();
        remove(measurement);
        Work work = told();
        if (work == null || work.measurement != measurement) {
            return;
        }
        Measurement outer = measurement.outer();
        work.measurement = outer;
        latest = outer == null ? null : work;
        if (outer == null) {
            works.remove();
            byThread.remove(Thread.currentThread().getId());
        }
    }

    /** That of the calling thread, if JUnit told it of anything that hasn't ended. */
    private @Nullable Work told() {
        Work last = latest;
        if (last != null && last.thread == Thread.currentThread()) {
            return last; // looking into the thread takes longer
        }
        Work own = works.get();
        return own != null && own.thread != null ? own : null;
    }

    /** Few run at the same time. */
    private static @Nullable Measurement named(String id, Measurement[] all) {
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

    /** What was begun for this owner and hasn't ended, mostly by the calling thread. */
    public @Nullable Measurement of(Object owner) {
        Measurement own = own();
        if (own != null && own.owner() == owner) {
            return own;
        }
        Measurement test = of(owner, tests);
        return test != null ? test : of(owner, classes);
    }

    private static @Nullable Measurement of(Object owner, Measurement[] all) {
        for (Measurement each : all) {
            if (owner.equals(each.owner())) {
                return each;
            }
        }
        return null;
    }

    /** What the calling thread itself began and hasn't ended; null in a thread that only works for a test. */
    public @Nullable Measurement own() {
        Work work = told();
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
        return measurement.isTest() || work.thread != null || tests.length == 0 ? measurement : sole();
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
        Measurement[] now = tests;
        return now.length > 0 ? single(now) : single(classes);
    }

    private static @Nullable Measurement single(Measurement[] all) {
        return all.length == 1 ? all[0] : null;
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
