package dev.tailrace.torture.fault;

import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import dev.tailrace.torture.place.SmallDisk;
import dev.tailrace.torture.place.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** One run of a fault, with its random numbers, folders and figures. For one thread. */
public final class Trial {
    private static final int FEW_LINES_KILOBYTES = 12;
    private static final int MANY_LINES_KILOBYTES = 256;
    private static final int PATIENCE_SECONDS = 20;

    private final Workshop workshop;
    private final String name;
    private final long seed;
    private final boolean quick;
    private final Random random;
    private final Tally tally = new Tally();

    /**
     * @param name name of the fault
     * @param seed seed of this run
     * @param quick whether the run must be short
     */
    public Trial(Workshop workshop, String name, long seed, boolean quick) {
        this.workshop = workshop;
        this.name = name;
        this.seed = seed;
        this.quick = quick;
        this.random = new Random(seed);
    }

    public Tally tally() {
        return tally;
    }

    Random random() {
        return random;
    }

    boolean isQuick() {
        return quick;
    }

    /** The first value for a quick run, else the second. */
    int quickOr(int quickly, int thoroughly) {
        return quick ? quickly : thoroughly;
    }

    /** A random number from {@code least} to {@code most}. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** A random number from 1 to {@code most}; the lower half and the upper half of its digits are equally likely. */
    int early(int most) {
        return (int) Math.exp(random.nextDouble() * Math.log(most + 1));
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Settings that roll into {@code .gz} files at this size, by date or, one time in three, as a window. */
    SceneSettings rolled(int kilobytes) {
        SceneSettings settings = SceneSettings.rolled(kilobytes);
        // A window of very many files would mostly measure renames.
        boolean few = kilobytes <= FEW_LINES_KILOBYTES || kilobytes >= MANY_LINES_KILOBYTES;
        return oneOf(List.of(settings, settings, few ? settings.windowed() : settings));
    }

    Scene scene(SceneSettings settings) throws IOException {
        return workshop.scene(name.replace(' ', '-'), settings);
    }

    SmallDisk disk(Path over, int megabytes) throws InterruptedException, NotRunException {
        try {
            return SmallDisk.over(over, megabytes);
        } catch (IOException e) {
            throw new NotRunException("needs root, or a user that may mount in its own namespace");
        }
    }

    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Waits until a condition holds; false if it takes longer. */
    static boolean await(long seconds, Condition condition) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(seconds)) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return true;
    }

    /** Waits until a thread of a process has stopped at its step; false, with a complaint, if it doesn't. */
    boolean parked(Scene scene, Child child, Path parked) throws IOException, InterruptedException {
        boolean parks = await(PATIENCE_SECONDS, () -> Files.exists(parked));
        if (parks) {
            acted();
        } else {
            scene.complain(child, "did not park");
        }
        return parks;
    }

    void kill(Child child) throws InterruptedException {
        child.kill();
        tally.kills++;
    }

    void halted(String step) {
        tally.kills++;
        tally.steps.merge(step, 1L, Long::sum);
    }

    void acted() {
        tally.acts++;
    }

    public void failed(Exception problem) {
        tally.complaints++;
        tally.fail(name + ", seed " + seed + ": " + problem);
    }

    /** Audits every line; the scene stays on disk if something is wrong. */
    void settle(Scene scene) throws IOException, InterruptedException {
        settle(scene, scene.audit());
    }

    void settle(Scene scene, Audit audit) throws IOException {
        tally.runs++;
        tally.audit.add(audit);
        List<String> wrong = new ArrayList<>(audit.problems);
        wrong.addAll(scene.complaints());
        if (!scene.complaints().isEmpty()) {
            tally.complaints++;
        }
        if (!audit.isGood() || !scene.complaints().isEmpty()) {
            Path kept = scene.keep();
            tally.fail(name + ", seed " + seed + ": " + (wrong.isEmpty() ? audit : wrong.get(0)) + "; see " + kept);
            Files.write(kept.resolve("problems.txt"), wrong);
        }
    }
}
