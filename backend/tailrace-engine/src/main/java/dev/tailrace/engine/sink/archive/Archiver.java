package dev.tailrace.engine.sink.archive;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.HelperThread;
import dev.tailrace.engine.sink.Throttle;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Does all slow work on rolled files, for all logs of an engine: compressing, copying, deleting. One daemon thread, kept to a share of one
 * core by sleeping; a test steps it with {@link #doWork} instead. The next process that opens the log finds the work that was unfinished
 * when this process closed the archiver or was killed.
 *
 * <p>The counters may be read from any thread.
 */
public final class Archiver {
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final LongSupplier epochNanos;
    private final Throttle throttle;
    private final ArchiveTransaction transaction;
    private final Runnable betweenSteps;
    private final List<Archive> archives = new CopyOnWriteArrayList<>();
    private final AtomicLong compressions = new AtomicLong();

    private volatile @Nullable HelperThread thread;
    private volatile boolean closing;
    private volatile boolean givesUp;

    /**
     * @param share of one core that it may use, above 0 and at most 1
     * @param epochNanos nanoseconds since the epoch
     */
    public Archiver(double share, LongSupplier epochNanos) {
        this(share, epochNanos, Throttle.cpuNanos(), LockSupport::parkNanos, () -> {});
    }

    public Archiver(
            double share, LongSupplier epochNanos, LongSupplier workNanos, LongConsumer sleep, Runnable betweenSteps) {
        this.epochNanos = epochNanos;
        this.throttle = new Throttle(share, workNanos, sleep);
        this.betweenSteps = betweenSteps;
        this.transaction = new ArchiveTransaction(new Packer(throttle), this::did);
    }

    /** Starts the thread. */
    public void start() {
        HelperThread worker = HelperThread.of(this::loop, "tailrace-archiver");
        thread = worker;
        worker.start();
    }

    private void loop() {
        while (!givesUp) {
            if (survivingWork() == 0) {
                if (closing) {
                    return;
                }
                LockSupport.parkNanos(this, IDLE_NANOS);
            }
        }
    }

    /** Without this thread rolled files stay as they are until the next start: it survives even a lack of memory. */
    private int survivingWork() {
        try {
            return doWork();
        } catch (Throwable e) {
            // Each log reports failures of its own files; an error that gets here is the JVM's, and the step is tried
            // again.
            return 0;
        }
    }

    /** One turn: archives at most one file of each log. Returns the number of archived files; 0 means that there is nothing to do now. */
    public int doWork() {
        int done = 0;
        for (Archive archive : archives) {
            if (!givesUp && archive.step(epochNanos.getAsLong(), transaction) == Archive.Step.DONE) {
                done++;
            }
        }
        archives.removeIf(Archive::isOver);
        return done;
    }

    /**
     * Finishes running and waiting work at full speed, until the deadline; the rest is left for the next process.
     *
     * @param deadlineNanos on the clock of {@link System#nanoTime}
     * @return whether everything is done
     */
    public boolean close(long deadlineNanos) {
        closing = true;
        throttle.lift();
        HelperThread worker = thread;
        if (worker == null) {
            return backlog() == 0;
        }
        LockSupport.unpark(worker);
        worker.awaitEnd(deadlineNanos);
        givesUp = true;
        LockSupport.unpark(worker);
        return backlog() == 0;
    }

    /** Waits, after {@link #close}, for the end of the unfinished step; false when it hasn't ended by the deadline. */
    public boolean awaitEnd(long deadlineNanos) {
        HelperThread worker = thread;
        return worker == null || worker.awaitEnd(deadlineNanos);
    }

    /** Reports for each log, as a finding, how many rolled files wait; after {@link #close}, and before the logs are closed. */
    public void reportWaiting() {
        archives.forEach(Archive::reportWaiting);
    }

    /** The number of rolled files that wait or are being worked on. */
    public long backlog() {
        long sum = 0;
        for (Archive archive : archives) {
            sum += archive.backlog();
        }
        return sum;
    }

    /** Files compressed since the start. */
    public long compressions() {
        return compressions.get();
    }

    public void add(Archive archive) {
        archives.add(archive);
    }

    /** The shelves of the logs whose rolled files have names of this pattern, which a new one joins. */
    List<Shelf> together(String pattern) {
        for (Archive archive : archives) {
            if (!archive.isOver() && archive.pattern().equals(pattern)) {
                return archive.together();
            }
        }
        return new CopyOnWriteArrayList<>();
    }

    /** The active files of all logs. */
    Set<Path> active() {
        Set<Path> active = new HashSet<>();
        for (Archive archive : archives) {
            Path file = archive.active();
            if (file != null) {
                active.add(file);
            }
        }
        return active;
    }

    /** The rolled files of all logs that aren't archived yet. */
    Set<Path> waiting() {
        Set<Path> waiting = new HashSet<>();
        archives.forEach(archive -> waiting.addAll(archive.waiting()));
        return waiting;
    }

    /** Called after each step that a crash could follow. */
    void did(String step) {
        betweenSteps.run();
        CrashPoint.reach(step);
    }

    boolean givesUp() {
        return givesUp;
    }

    void compressed() {
        compressions.incrementAndGet();
    }

    void wake() {
        Thread worker = thread;
        if (worker != null) {
            LockSupport.unpark(worker);
        }
    }
}
