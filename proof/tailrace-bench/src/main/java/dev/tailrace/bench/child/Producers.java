package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of a contestant's JVM in which many threads log. Arguments: the file with the {@link Assignment}, the file for the {@link
 * Report}. If several JVMs log together, also the number of this JVM; the parent then leads all of them from {@link Stage} to {@link
 * Stage}.
 */
public final class Producers {
    private static final int ALONE = 1;
    /** Time for all threads to start before the first event is due. */
    private static final long HEAD_START_NANOS = 200_000_000;
    /** How long the files may stay unchanged with lines missing, before the lines count as lost. */
    private static final long STILL_NANOS = 1_000_000_000;

    private static final long SLICE_MILLIS = 500;

    private final Assignment assignment;
    private final Pace pace;
    private final int process;
    private final IntFunction<Line.Voice> voices;
    private final Barrier barrier;
    private final Meter meter = new Meter();
    private final List<Producer> producers = new ArrayList<>();
    private final List<Phase> phases = new ArrayList<>();

    /**
     * @param process the process number in the lines
     * @param voices returns the voice of a thread number
     * @param barrier before each step
     */
    Producers(Assignment assignment, int process, IntFunction<Line.Voice> voices, Barrier barrier) {
        this.assignment = assignment;
        this.pace = assignment.pace();
        this.process = process;
        this.voices = voices;
        this.barrier = barrier;
    }

    public static void main(String[] arguments) throws Exception {
        Assignment assignment = Handover.read(Path.of(arguments[0]), Assignment.class);
        Logger logger = LoggerFactory.getLogger(Line.LOGGER);
        Line line = assignment.pace().lines().line();
        Path reportFile = Path.of(arguments[1]);
        int process = arguments.length > 2 ? Integer.parseInt(arguments[2]) : ALONE;
        Barrier barrier = arguments.length > 2 ? Barrier.ofParent(reportFile.resolveSibling("")) : Barrier.NONE;
        Report report =
                new Producers(assignment, process, thread -> line.voice(logger, process, thread), barrier).run();
        Handover.write(report, reportFile);
        // Threads that a backend leaves running must not delay the race.
        System.exit(0);
    }

    Report run() throws InterruptedException, IOException {
        Gates gates = Gates.of(pace.threads());
        for (int i = 0; i < pace.threads(); i++) {
            Schedule schedule = Schedule.of(pace, i);
            Producer producer = new Producer(pace, schedule, voices.apply(i), gates);
            producers.add(producer);
            Thread thread = new Thread(producer, LineKind.threadName(i));
            thread.setDaemon(true);
            thread.start();
        }
        barrier.meet(Stage.READY);
        long start = System.nanoTime() + HEAD_START_NANOS;
        producers.forEach(producer -> producer.begins(start));
        meter.start();
        gates.go().countDown();
        if (pace.flatOutLines() == 0) {
            pacedOnly(start, gates);
        } else {
            pacedThenFlatOut(start, gates);
        }
        gates.leave().countDown();
        long[] logged = producers.stream().mapToLong(Producer::logged).toArray();
        return new Report(List.copyOf(phases), Map.of(process, logged), samples());
    }

    /** Counts CPU time and garbage until the backend has stopped, because deferred work is its own. */
    private void pacedOnly(long start, Gates gates) throws InterruptedException, IOException {
        Meter.Reading before = readAt(start + millis(pace.warmMillis()));
        gates.paced().await();
        long nanos = System.nanoTime() - start - millis(pace.warmMillis());
        gates.full().countDown();
        barrier.meet(Stage.DONE);
        Backend.stop(assignment.backend());
        add(before, nanos, pacedEvents(), Latency.of(samples()), List.of());
    }

    private void pacedThenFlatOut(long start, Gates gates) throws InterruptedException, IOException {
        Meter.Reading pacedBegan = readAt(start + millis(pace.warmMillis()));
        gates.paced().await();
        if (pace.pacedMillis() > 0) {
            add(pacedBegan, millis(pace.pacedMillis()), pacedEvents(), Latency.of(samples()), List.of());
        }
        barrier.meet(Stage.PACED);
        gates.full().countDown();
        gates.warm().await();
        barrier.meet(Stage.WARM);
        Growth growth = new Growth(Path.of(assignment.folder()));
        if (assignment.watched()) {
            await(growth, bytes(0));
        }
        if (assignment.watched() && isTimed()) {
            FreeMemory.touch(Path.of(assignment.folder()), pace.typicalFlatOutBytes());
        }
        // With a time limit, the number of lines isn't known in advance, and counting bytes now would be measured.
        long all = !assignment.watched() ? 0 : isTimed() ? Long.MAX_VALUE : bytes(pace.flatOutLines());
        long loggedBefore = logged();
        Meter.Reading before = meter.read();
        long began = System.nanoTime();
        gates.flat().countDown();
        List<Double> slices = slices(growth, gates.done());
        long called = System.nanoTime();
        if (assignment.watched()) {
            await(growth, all);
        }
        long nanos = Math.max(called - began, growth.changedNanos() - began);
        barrier.meet(Stage.DONE);
        Backend.stop(assignment.backend());
        long events = logged() - loggedBefore;
        add(before, nanos, events, Latency.none(), slices);
    }

    /** Lines a second in the files, in each slice of the time until all threads are done. */
    private List<Double> slices(Growth growth, CountDownLatch done) throws InterruptedException {
        List<Double> slices = new ArrayList<>();
        if (!assignment.watched()) {
            done.await();
            return slices;
        }
        long bytes = growth.look();
        long since = System.nanoTime();
        while (!done.await(SLICE_MILLIS, TimeUnit.MILLISECONDS)) {
            long grown = growth.look() - bytes;
            long nanos = System.nanoTime() - since;
            slices.add(grown * 1e9 / nanos / pace.typicalLineBytes());
            bytes += grown;
            since += nanos;
        }
        return slices;
    }

    private boolean isTimed() {
        return pace.flatOutMillis() != 0;
    }

    /** Waits until the files have this many bytes, or stop growing: the rest is then lost, or in a buffer until the backend stops. */
    private void await(Growth growth, long expected) throws InterruptedException {
        while (growth.look() < expected) {
            if (System.nanoTime() - growth.changedNanos() > STILL_NANOS) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** The size of all lines logged so far plus {@code more} further lines of each thread. */
    private long bytes(int more) {
        Line line = pace.lines().line();
        long bytes = 0;
        for (int thread = 0; thread < producers.size(); thread++) {
            long count = producers.get(thread).logged() + more;
            for (long sequence = 0; sequence < count; sequence++) {
                bytes += line.length(process, thread, sequence);
            }
        }
        return bytes;
    }

    private void add(Meter.Reading before, long nanos, long events, Latency latency, List<Double> slices) {
        Meter.Reading after = meter.read();
        phases.add(new Phase(
                process,
                events,
                0,
                nanos,
                after.cpuNanos() - before.cpuNanos(),
                after.bytes() - before.bytes(),
                latency,
                slices));
    }

    private Meter.Reading readAt(long nanoTime) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanoTime - System.nanoTime());
        return meter.read();
    }

    private List<Samples> samples() {
        return producers.stream().map(Producer::samples).toList();
    }

    private long logged() {
        return producers.stream().mapToLong(Producer::logged).sum();
    }

    private long pacedEvents() {
        return samples().stream().mapToLong(Samples::count).sum();
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
