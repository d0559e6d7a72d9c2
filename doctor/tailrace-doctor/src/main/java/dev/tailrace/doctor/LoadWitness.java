package dev.tailrace.doctor;

import dev.tailrace.loadtest.Step;
import dev.tailrace.loadtest.Witness;
import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.probe.OwnProcess;
import dev.tailrace.probe.jvm.LiveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at the process that is under load, step by step, and keeps what it saw of the step that broke. Not thread-safe. */
final class LoadWitness implements Witness {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** To attach, and to write the archive, on a machine that is busy. */
    private static final Duration LONGER = Duration.ofSeconds(60);

    private static final Path STAT = Path.of("/proc/stat");
    /** Fields of the first line of {@code /proc/stat}, counted behind its name: user, nice, system, idle, waiting for disks, two interrupts. */
    private static final int IDLE = 4;

    private static final int WAITS_FOR_DISK = 5;
    private static final int LAST_OF_STAT = 7;
    private static final double TICKS_PER_SECOND = 100;

    private final long pid;
    private final double budget;
    private final Path folder;
    private final Map<Integer, Double> processors = new LinkedHashMap<>();
    private @Nullable Thread looking;
    private @Nullable Path archive;
    private @Nullable Path kept;
    private double keptRate = Double.POSITIVE_INFINITY;
    private double keptAnswers = Double.NaN;
    private volatile @Nullable String trouble;
    private final Map<Integer, Double> others = new LinkedHashMap<>();
    private double usedBefore;
    private double othersBefore;
    private long begun;

    LoadWitness(long pid, double budget, Path folder) {
        this.pid = pid;
        this.budget = budget;
        this.folder = folder;
    }

    @Override
    public void begin(int number, Duration length) {
        begun = System.nanoTime();
        usedBefore = used();
        othersBefore = ofOthers();
        Path out = folder.resolve("step-" + number + ".zip");
        archive = out;
        if (trouble == null) {
            Duration time = length.compareTo(SHORTEST) < 0 ? SHORTEST : length;
            Thread thread = new Thread(() -> look(time, out), "doctor-witness");
            thread.setDaemon(true);
            thread.start();
            looking = thread;
        }
    }

    private void look(Duration length, Path out) {
        try {
            LiveRecorder.record(new LiveOptions(pid, length, budget, out), line -> {});
        } catch (LiveException e) {
            trouble = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            trouble = e.toString();
        }
    }

    @Override
    public void end(Step step) throws InterruptedException {
        double seconds = (System.nanoTime() - begun) / 1e9;
        processors.put(step.number(), Math.max(0, used() - usedBefore) / seconds);
        others.put(step.number(), Math.max(0, ofOthers() - othersBefore) / seconds);
        Thread thread = looking;
        Path out = archive;
        if (thread == null || out == null) {
            return;
        }
        thread.join(LONGER.toMillis());
        looking = null;
        // The others lie in a folder that is removed at the end.
        if (step.verdict() == Step.Verdict.BROKE && step.rate() <= keptRate && Files.exists(out)) {
            kept = out;
            keptRate = step.rate();
            keptAnswers = step.throughput();
        }
    }

    /** Processor time of the process since its start, in seconds. */
    private double used() {
        return ProcessHandle.of(pid)
                .flatMap(each -> each.info().totalCpuDuration())
                .map(each -> each.toNanos() / (double) TimeUnit.SECONDS.toNanos(1))
                .orElse(0.0);
    }

    /** Processor time of all processes but this one and the one under load since the machine's start, in seconds; NaN where it isn't known. */
    private double ofOthers() {
        try {
            String[] fields =
                    Files.readString(STAT).lines().findFirst().orElse("").split(" +", -1);
            double ticks = 0;
            for (int i = 1; i <= LAST_OF_STAT; i++) {
                ticks += i == IDLE || i == WAITS_FOR_DISK ? 0 : Double.parseDouble(fields[i]);
            }
            return ticks / TICKS_PER_SECOND - used() - OwnProcess.cpuSeconds();
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Double.NaN;
        }
    }

    /** How many processors other processes used during a step; NaN when that is not known. */
    double ofOthers(int number) {
        return others.getOrDefault(number, Double.NaN);
    }

    /** How many processors the process used during a step; NaN when that is not known. */
    double processors(int number) {
        return processors.getOrDefault(number, Double.NaN);
    }

    /** The evidence of the last step at the lowest rate that broke; null when there is none. */
    @Nullable
    Path kept() {
        return kept;
    }

    /** How many requests a second were answered during that step; NaN when there is none. */
    double keptAnswers() {
        return keptAnswers;
    }

    /** Why the process couldn't be watched; null when it could. */
    @Nullable
    String trouble() {
        return trouble;
    }
}
