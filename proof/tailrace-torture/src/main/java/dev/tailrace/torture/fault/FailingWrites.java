package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;

/** In each process, every eighth write to the log is short or fails, and some processes are killed. */
final class FailingWrites {
    private FailingWrites() {}

    static void run(Trial trial) throws IOException, InterruptedException {
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
                Child victim = crowd.victim();
                trial.kill(victim);
                crowd.replace(victim);
                trial.acted();
            }
            trial.settle(scene);
        }
    }
}
