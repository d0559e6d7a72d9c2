package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import dev.tailrace.torture.place.SmallDisk;
import java.io.IOException;
import java.util.List;

/**
 * The lane directory is on a tmpfs as small as a container's {@code /dev/shm}, or much smaller, or other programs fill it to the last byte
 * repeatedly. No process may die of {@code SIGBUS}, which the JVM turns into an internal error. A process without room for lanes at its
 * start has private lanes in memory and may write its own log; such processes are not killed, since their lanes can't outlive them.
 */
final class SmallLanes {
    private enum Kind {
        /** Docker's default size. */
        CONTAINER(64),
        /** Room for some rings, not for all. */
        TINY(3),
        /** Enough room, until other programs take it. */
        FILLED(16);

        final int megabytes;

        Kind(int megabytes) {
            this.megabytes = megabytes;
        }
    }

    private SmallLanes() {}

    static void run(Trial trial) throws IOException, InterruptedException, NotRunException {
        Kind kind = trial.oneOf(List.of(Kind.values()));
        SceneSettings settings = kind == Kind.CONTAINER ? SceneSettings.rolled(2_048) : SceneSettings.plain();
        try (Scene scene = trial.scene(settings)) {
            SmallDisk memory = trial.disk(scene.lanes(), kind.megabytes);
            scene.expect(Scene.Expected.NEIGHBOURS);
            scene.moveLanes(memory);
            int size = trial.quickOr(4, kind == Kind.CONTAINER ? 8 : 5);
            Crowd crowd = Crowd.of(size, scene, trial, () -> ProducerLoad.paced(2, trial.oneOf(List.of(100, 1_000))));
            int times = trial.quickOr(3, 8);
            for (int i = 0; i < times; i++) {
                Thread.sleep(trial.between(100, 500));
                if (kind == Kind.FILLED) {
                    memory.fill();
                    trial.acted();
                }
                Child drainer = crowd.drainer();
                if (drainer != null && trial.random().nextBoolean()) {
                    // Makes lanes full, so that they try to grow and spill.
                    drainer.signal("STOP");
                    trial.acted();
                    Thread.sleep(trial.between(100, 1_000));
                    drainer.signal("CONT");
                } else {
                    Thread.sleep(trial.between(100, 500));
                }
                if (trial.random().nextBoolean()) {
                    memory.free();
                }
                Child victim = crowd.victim();
                if (outlivesAKill(victim)) {
                    crowd.kill(victim);
                }
                memory.free();
            }
            trial.settle(scene);
        }
    }

    private static boolean outlivesAKill(Child child) {
        String known = child.errors();
        return !known.contains("TR3007") && !known.contains("TR2014");
    }
}
