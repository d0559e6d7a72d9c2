package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Load;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.Settings;
import java.io.IOException;

/** Stops processes with SIGSTOP, wherever they are, and lets them go on later; some are killed while they stand still. */
final class Stops implements Fault {
    @Override
    public String name() {
        return "stop and go on";
    }

    @Override
    public String what() {
        return "SIGSTOP of the drainer and of producers, and SIGCONT later";
    }

    @Override
    public void run(Trial trial) throws IOException, InterruptedException {
        int size = trial.between(2, trial.quickOr(3, 6));
        try (Scene scene = trial.scene(Settings.rolled(256))) {
            Crowd crowd = Crowd.of(size, scene, trial, () -> Load.paced(2, 1_000));
            int stops = trial.quickOr(4, 10);
            for (int i = 0; i < stops; i++) {
                Thread.sleep(trial.between(0, 200));
                Child victim = crowd.victim();
                victim.signal("STOP");
                trial.acted();
                Thread.sleep(length(trial));
                if (trial.random().nextInt(4) == 0) {
                    trial.kill(victim);
                    crowd.replace(victim);
                } else {
                    victim.signal("CONT");
                }
            }
            trial.settle(scene);
        }
    }

    /** Milliseconds: mostly short; in a long torture one in 20 takes up to a minute. */
    private static long length(Trial trial) {
        boolean veryLong = !trial.isQuick() && trial.random().nextInt(20) == 0;
        return veryLong ? trial.between(2_000, 60_000) : trial.between(100, trial.quickOr(1_000, 2_000));
    }
}
