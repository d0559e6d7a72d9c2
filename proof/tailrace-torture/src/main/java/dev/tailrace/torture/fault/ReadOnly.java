package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import dev.tailrace.torture.place.SmallDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The log's file system is read-only for a while, for all files that are opened, renamed or created: rolls, archives, spill files and each
 * new drainer. Files that the drainer has open stay writable, which is why the drainer is killed so often. ({@link Kills#failingWrites} covers
 * failing writes.)
 */
final class ReadOnly {
    private static final int MEGABYTES = 64;

    private ReadOnly() {}

    static void run(Trial trial) throws IOException, InterruptedException, NotRunException {
        boolean rolled = trial.random().nextInt(3) > 0;
        SceneSettings settings = rolled ? SceneSettings.rolled(128) : SceneSettings.plain();
        try (Scene scene = trial.scene(trial.random().nextInt(3) == 0 ? settings.with("memory=\"1MB\"") : settings)) {
            SmallDisk disk = trial.disk(scene.logs(), MEGABYTES);
            scene.move(disk);
            Crowd crowd = Crowd.of(trial.between(2, 3), scene, trial, () -> ProducerLoad.paced(2, 1_000));
            int times = trial.quickOr(2, 5);
            for (int i = 0; i < times; i++) {
                Thread.sleep(trial.between(100, 400));
                disk.makeReadOnly();
                trial.acted();
                List<Child> dead = new ArrayList<>();
                int kills = trial.between(0, crowd.all().size());
                for (int k = 0; k < kills; k++) {
                    Thread.sleep(trial.between(100, 700));
                    Child victim = crowd.victim();
                    if (!dead.contains(victim)) {
                        trial.kill(victim);
                        dead.add(victim);
                    }
                }
                Thread.sleep(trial.between(100, 700));
                disk.makeWritable();
                // Only now: a process that can't open the log at its start logs to the console.
                for (Child each : dead) {
                    crowd.replace(each);
                }
            }
            trial.settle(scene);
        }
    }
}
