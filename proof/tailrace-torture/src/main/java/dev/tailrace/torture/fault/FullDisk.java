package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import dev.tailrace.torture.place.SmallDisk;
import java.io.IOException;

/**
 * A real disk gets full repeatedly, and is freed later. Every third run has little memory and drops lines that don't fit: the log must
 * report their exact number. In other runs no line may be missing.
 */
final class FullDisk {
    private static final int MEGABYTES = 16;

    private FullDisk() {}

    static void run(Trial trial) throws IOException, InterruptedException, NotRunException {
        boolean drops = trial.random().nextInt(3) == 0;
        SceneSettings settings =
                SceneSettings.rolled(128).with(drops ? "memory=\"1MB\" spill=\"1MB\" whenFull=\"drop\"" : "");
        try (Scene scene = trial.scene(settings)) {
            SmallDisk disk = trial.disk(scene.logs(), MEGABYTES);
            scene.move(disk);
            ProducerLoad load = drops ? ProducerLoad.paced(2, 50) : ProducerLoad.paced(2, 2_000);
            Crowd crowd = Crowd.of(trial.between(1, 2), scene, trial, () -> load);
            int times = trial.quickOr(2, 5);
            for (int i = 0; i < times; i++) {
                Thread.sleep(trial.between(50, 300));
                disk.fill();
                trial.acted();
                Thread.sleep(trial.between(100, 1_500));
                if (trial.random().nextBoolean()) {
                    Child victim = crowd.victim();
                    trial.kill(victim);
                    scene.expect(Scene.Expected.UNCOMPRESSED);
                    if (trial.random().nextBoolean()) {
                        crowd.replace(victim);
                        disk.free();
                    } else {
                        disk.free();
                        crowd.replace(victim);
                    }
                } else {
                    disk.free();
                }
            }
            trial.settle(scene);
        }
    }
}
