package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that are killed, and replaced. Stateless. */
final class Kills {
    private Kills() {}

    /** {@code kill -9} of producers and drainers among one to eight processes, at any time. */
    static void run(Trial trial) throws IOException, InterruptedException {
        int size = trial.between(1, trial.quickOr(4, 8));
        int pause = trial.oneOf(List.of(0, 200, 2_000));
        int threads = trial.between(1, 3);
        try (Scene scene =
                trial.scene(trial.rolled(trial.oneOf(pause == 0 ? List.of(2_048, 8_192) : List.of(32, 256))))) {
            Crowd crowd = Crowd.of(
                    size,
                    scene,
                    trial,
                    () -> pause == 0 ? ProducerLoad.lines(threads, 100_000) : ProducerLoad.paced(threads, pause));
            int kills = trial.quickOr(6, 20);
            for (int i = 0; i < kills; i++) {
                Thread.sleep(trial.between(0, 250));
                Child victim = crowd.victim();
                trial.kill(victim);
                if (trial.random().nextInt(4) == 0 && size > 1) {
                    Child second = crowd.victim();
                    if (second != victim) {
                        crowd.kill(second);
                    }
                }
                crowd.replace(victim);
            }
            trial.settle(scene);
        }
    }

    /** In each process, every eighth write to the log is short or fails, and some processes are killed. */
    static void failingWrites(Trial trial) throws IOException, InterruptedException {
        try (Scene scene =
                trial.scene(trial.random().nextBoolean() ? SceneSettings.rolled(128) : SceneSettings.plain())) {
            int threads = trial.between(1, 2);
            Crowd crowd = Crowd.of(
                    trial.between(1, 3),
                    scene,
                    trial,
                    () -> ProducerLoad.paced(threads, 500).with("-Dtailrace.failWrites=" + trial.between(1, 1 << 30)));
            int kills = trial.quickOr(4, 15);
            for (int i = 0; i < kills; i++) {
                Thread.sleep(trial.between(50, 600));
                crowd.kill(crowd.victim());
                trial.acted();
            }
            trial.settle(scene);
        }
    }

    /** Many processes start at the same time, log a little and end, some by a kill. */
    static void storm(Trial trial) throws IOException, InterruptedException {
        try (Scene scene = trial.scene(trial.rolled(64))) {
            List<Child> children = new ArrayList<>();
            for (int i = 0; i < trial.quickOr(8, 50); i++) {
                Child child = scene.start(ProducerLoad.lines(2, 100));
                child.send("go");
                children.add(child);
            }
            for (Child child : children) {
                if (!child.await("stopped", 120)) {
                    scene.complain(child, "did not get its lines logged");
                } else if (trial.random().nextInt(5) == 0) {
                    trial.kill(child);
                } else {
                    scene.end(child);
                }
            }
            trial.acted();
            trial.settle(scene);
        }
    }
}
