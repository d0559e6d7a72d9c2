package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Stops processes with SIGSTOP at any point and resumes them later; some are killed while stopped. */
final class Stops {

    private Stops() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        int size = trial.between(2, trial.quickOr(3, 6));
        try (Scene scene = trial.scene(trial.rolled(256))) {
            Crowd crowd = Crowd.of(size, scene, trial, () -> ProducerLoad.paced(2, 1_000));
            for (int i = 0; i < trial.quickOr(2, 4); i++) {
                parkAProducer(scene, crowd, trial);
            }
            int stops = trial.quickOr(4, 10);
            for (int i = 0; i < stops; i++) {
                Thread.sleep(trial.between(0, 200));
                Child victim = crowd.victim();
                victim.signal("STOP");
                trial.acted();
                Thread.sleep(length(trial));
                if (trial.random().nextInt(4) == 0) {
                    crowd.kill(victim);
                } else {
                    victim.signal("CONT");
                }
            }
            trial.settle(scene);
        }
    }

    /**
     * Stops a thread between its claim and its commit. Later frames of its process must wait; everything else goes on. The process is
     * killed then, or the thread goes on.
     */
    private static void parkAProducer(Scene scene, Crowd crowd, Trial trial) throws IOException, InterruptedException {
        Path parked = scene.folder().resolve("parked-" + trial.tally().acts);
        Child child = scene.startReady(ProducerLoad.paced(trial.between(1, 2), 1_000)
                .with("-Dtailrace.parkWhile=" + parked)
                .with(ProducerLoad.crash(
                        trial.oneOf(List.of("claimed", "negative length", "payload")), trial.between(1, 200))));
        child.send("go");
        if (!trial.parked(scene, child, parked)) {
            return;
        }
        Thread.sleep(length(trial));
        Child other = trial.oneOf(crowd.all());
        other.send("flush");
        if (!other.await("flushed true", 20)) {
            scene.complain(other, "waits for a thread of another process");
        }
        if (trial.random().nextBoolean()) {
            trial.kill(child);
        } else {
            Files.delete(parked);
        }
    }

    /** A length in milliseconds, mostly short; in a long torture, one in 20 takes up to a minute. */
    private static long length(Trial trial) {
        boolean veryLong = !trial.isQuick() && trial.random().nextInt(20) == 0;
        return veryLong ? trial.between(2_000, 60_000) : trial.between(100, trial.quickOr(1_000, 2_000));
    }
}
