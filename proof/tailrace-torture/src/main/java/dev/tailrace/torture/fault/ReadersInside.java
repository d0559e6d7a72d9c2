package dev.tailrace.torture.fault;

import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.child.Producer;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The application reads the directories of the log and of the lanes, in the logging JVMs. With each file that it closes, the system drops
 * the POSIX locks that the JVM holds on the file, so a lock must not decide which process drains. Each run combines this with stops, kills,
 * threads that stop inside a write, second engines in a JVM, and lanes in memory or on disk. Besides the lines, the longest log call is
 * checked.
 */
final class ReadersInside {
    /** The steps at which a drain thread stops. Another process must not write before this thread goes on or is dead. */
    static final List<String> STEPS = List.of("before a write", "log: written", "after a write");

    private static final int MAX_WAIT_SECONDS = 3;
    private static final int PATIENCE_SECONDS = 60;

    private enum Readers {
        DRAINER,
        MEMBER,
        ALL
    }

    /**
     * The random choices of a run.
     *
     * @param size number of processes
     * @param threads threads of each engine
     * @param readers the processes that read
     * @param where the directories to read: logs, lanes, both
     * @param millis milliseconds between two reads; 0: one read with each act
     * @param lanesOnDisk whether the lanes are beside the log
     * @param twins whether every other process has two engines
     * @param step the step at which a drain thread stops within a write; null: none
     */
    private record Plan(
            int size,
            int threads,
            Readers readers,
            String where,
            int millis,
            boolean lanesOnDisk,
            boolean twins,
            @Nullable String step) {
        static Plan draw(Trial trial) {
            boolean parks = trial.random().nextInt(3) == 0;
            return new Plan(
                    trial.between(parks ? 2 : 1, 4),
                    trial.between(2, 3),
                    trial.oneOf(List.of(Readers.values())),
                    trial.oneOf(List.of("logs", "lanes", "both", "both")),
                    trial.oneOf(List.of(0, 0, 50, 300)),
                    trial.random().nextInt(3) == 0,
                    trial.random().nextInt(3) == 0,
                    parks ? trial.oneOf(STEPS) : null);
        }

        @Override
        public String toString() {
            return size + " processes of " + threads + " threads" + (twins ? ", two engines in some" : "")
                    + ", lanes " + (lanesOnDisk ? "beside the log" : "in memory")
                    + ", reads in " + readers + " of " + where
                    + (millis == 0 ? " with each act" : " each " + millis + " ms")
                    + (step == null ? "" : ", drain thread stops at \"" + step + "\"");
        }
    }

    private final Trial trial;
    private final Scene scene;
    private final Plan plan;
    private final boolean ownPids;
    private final Crowd crowd;
    /** The milliseconds that each process was stopped by a signal. */
    private final Map<Child, Long> stopped = new HashMap<>();

    /** The suspended process, which would not answer. */
    private @Nullable Child standing;
    /** The time of its stop, by {@link System#nanoTime}. */
    private long standingSince;

    private int started;

    /** {@code ownPids}: whether half of the processes run in PID namespaces of their own. */
    static void run(Trial trial, boolean ownPids) throws IOException, InterruptedException, NotRunException {
        if (ownPids && !ProducerLoad.ownPidsAllowed()) {
            throw new NotRunException("needs root: no PID namespace can be made");
        }
        Plan plan = Plan.draw(trial);
        SceneSettings settings = trial.rolled(trial.oneOf(List.of(64, 256))).withMaxWait(MAX_WAIT_SECONDS);
        trial.tally().plan = plan.toString();
        try (Scene scene = trial.scene(plan.lanesOnDisk ? settings.lanesOnDisk() : settings)) {
            new ReadersInside(trial, scene, plan, ownPids).go();
        }
    }

    private ReadersInside(Trial trial, Scene scene, Plan plan, boolean ownPids) {
        this.trial = trial;
        this.scene = scene;
        this.plan = plan;
        this.ownPids = ownPids;
        this.crowd = new Crowd(scene, trial, this::load);
    }

    private void go() throws IOException, InterruptedException {
        Path parked = scene.folder().resolve("parked");
        if (plan.step != null) {
            // A single process, so it drains.
            Child first = scene.startReady(
                    load().with("-Dtailrace.parkWhile=" + parked).with(ProducerLoad.crash(plan.step, trial.early(60))));
            if (ownPids) {
                awaitSocket(first);
            }
            crowd.join(first);
        }
        crowd.grow(plan.size);
        if (plan.step != null) {
            readWhileADrainThreadStops(parked);
        }
        int acts = trial.quickOr(4, 15);
        for (int i = 0; i < acts; i++) {
            Thread.sleep(trial.between(0, 200));
            act();
        }
        if (trial.random().nextBoolean()) {
            crowd.all().forEach(child -> child.send("read off"));
        }
        settle();
    }

    /**
     * An engine has its socket after its first second only. Until then another PID namespace has the lock and the heartbeat alone to go
     * by, and here the reads take the lock and the stop ends the heartbeat.
     */
    private void awaitSocket(Child child) throws IOException, InterruptedException {
        if (!Trial.await(PATIENCE_SECONDS, () -> !LaneFiles.of(scene, ".live").isEmpty())) {
            scene.complain(child, "did not open its socket");
        }
    }

    private ProducerLoad load() {
        ProducerLoad load = ProducerLoad.paced(plan.threads, trial.oneOf(List.of(200, 1_000)));
        if (plan.readers == Readers.ALL && plan.millis > 0) {
            // Reads even while the engine joins the log.
            load = load.with("-D" + Producer.READS + "=" + plan.where + " every " + plan.millis);
        }
        started++;
        if (plan.twins && started % 2 == 1) {
            load = load.twice();
        }
        return ownPids && started % 2 == 0 ? load.inOwnPidNamespace() : load;
    }

    private void act() throws IOException, InterruptedException {
        Child drainer = crowd.drainer();
        read(drainer);
        trial.acted();
        switch (trial.between(0, 4)) {
            case 0 -> {
                Child victim = crowd.victim();
                kill(victim);
            }
            case 1, 2 -> {
                Child victim = crowd.victim();
                // The other processes read, and one of them might consider it dead.
                stop(victim);
                read(drainer);
                if (trial.random().nextInt(4) == 0) {
                    Thread.sleep(length());
                    kill(victim);
                } else {
                    goOn(victim);
                    if (trial.random().nextBoolean()) {
                        read(drainer);
                    }
                }
            }
            case 3 -> {
                // Another engine of the same JVM, or another process, may find the lock free now.
                for (int i = 0; i < 5; i++) {
                    Thread.sleep(trial.between(0, 60));
                    read(drainer);
                }
            }
            default -> Thread.sleep(length());
        }
    }

    /**
     * Stops the drain thread of the first process in a write. No other process may write until the thread goes on or is dead.
     */
    private void readWhileADrainThreadStops(Path parked) throws IOException, InterruptedException {
        Child first = crowd.all().get(0);
        if (!trial.parked(scene, first, parked)) {
            return;
        }
        read(first);
        Thread.sleep(length());
        switch (trial.between(0, 3)) {
            case 0 -> {
                kill(first);
                Files.deleteIfExists(parked);
            }
            case 1 -> {
                stop(first);
                goOn(first);
                Files.delete(parked);
            }
            case 2 -> {
                Files.delete(parked);
                read(first);
            }
            default -> Files.delete(parked);
        }
    }

    /** Starts one read or repeated reads in the reading processes. */
    private void read(@Nullable Child drainer) throws InterruptedException {
        for (Child child : crowd.all()) {
            boolean reads = switch (plan.readers) {
                case DRAINER -> child == drainer || drainer == null;
                case MEMBER -> child != drainer;
                case ALL -> true;
            };
            if (!reads || standing == child) {
                continue;
            }
            if (plan.millis > 0) {
                child.send("read " + plan.where + " every " + plan.millis);
            } else {
                child.send("read " + plan.where);
                if (!child.await("read ", PATIENCE_SECONDS)) {
                    scene.complain(child, "does not read");
                }
            }
        }
    }

    private void stop(Child victim) throws IOException, InterruptedException {
        standingSince = System.nanoTime();
        standing = victim;
        victim.signal("STOP");
    }

    private void goOn(Child victim) throws IOException, InterruptedException {
        Thread.sleep(length());
        victim.signal("CONT");
        standing = null;
        stopped.merge(victim, (System.nanoTime() - standingSince) / 1_000_000, Long::sum);
    }

    /** A length in milliseconds; one in four is longer than any timeout for a dead process would be. */
    private int length() {
        return trial.random().nextInt(4) == 0 ? trial.between(2_100, 2_800) : trial.between(50, 700);
    }

    private void kill(Child victim) throws IOException, InterruptedException {
        standing = null;
        crowd.kill(victim);
    }

    private void settle() throws IOException, InterruptedException {
        crowd.all().forEach(child -> child.send("stop"));
        for (Child child : crowd.all()) {
            String answer = child.answer("stopped", PATIENCE_SECONDS);
            if (answer == null) {
                scene.complain(child, "did not stop");
                continue;
            }
            long longest = Long.parseLong(answer.substring(answer.lastIndexOf(' ') + 1));
            long allowed = MAX_WAIT_SECONDS * 1_000L + stopped.getOrDefault(child, 0L);
            trial.tally().longestCallMillis = Math.max(trial.tally().longestCallMillis, longest);
            if (longest > allowed) {
                scene.complain(child, "had a log call of " + longest + " ms, and " + allowed + " ms are allowed");
            }
        }
        Audit audit = scene.audit();
        if (audit.dropped > 0) {
            scene.complain(audit.dropped + " lines were dropped, although there was room for them");
        }
        trial.settle(scene, audit);
    }
}
