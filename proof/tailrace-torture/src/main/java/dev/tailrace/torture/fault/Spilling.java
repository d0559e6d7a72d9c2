package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;

/**
 * Lanes of one megabyte, while the drainer is stopped: all processes spill to disk. Then the drainer is killed or goes on, and some
 * spilling processes are killed.
 */
final class Spilling {
    private Spilling() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        SceneSettings settings = SceneSettings.rolled(trial.between(512, 4_096)).with("memory=\"1MB\"");
        try (Scene scene = trial.scene(settings)) {
            Crowd crowd = Crowd.of(trial.between(2, 3), scene, trial, () -> ProducerLoad.paced(2, 100));
            int times = trial.quickOr(3, 10);
            for (int i = 0; i < times; i++) {
                Thread.sleep(trial.between(0, 200));
                Child drainer = crowd.drainer();
                if (drainer == null) {
                    continue;
                }
                drainer.signal("STOP");
                trial.acted();
                Thread.sleep(trial.between(300, 1_500));
                Child victim = trial.oneOf(crowd.all());
                switch (trial.between(0, 3)) {
                    case 0 -> crowd.kill(drainer);
                    case 1 -> {
                        if (victim != drainer) {
                            crowd.kill(victim);
                        }
                        drainer.signal("CONT");
                    }
                    case 2 -> {
                        drainer.signal("CONT");
                        Thread.sleep(trial.between(0, 50));
                        crowd.kill(victim);
                    }
                    default -> drainer.signal("CONT");
                }
            }
            trial.settle(scene);
        }
    }
}
