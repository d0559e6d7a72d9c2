package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.locks.LockSupport;

/** The drainer of three processes is killed, and the time from the kill to the next byte in the log is measured. */
final class Takeover {
    /** Bytes that the dying process was writing still arrive within this time; no process can take over so early. */
    private static final long DYING_NANOS = 2_000_000;

    private static final long LOOK_NANOS = 200_000;

    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private Takeover() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        try (Scene scene = trial.scene(SceneSettings.plain())) {
            Crowd crowd = Crowd.of(3, scene, trial, () -> ProducerLoad.paced(1, 500));
            int takeovers = trial.quickOr(10, 50);
            for (int i = 0; i < takeovers; i++) {
                Thread.sleep(trial.between(100, 200));
                Child drainer = crowd.awaitDrainer();
                if (drainer == null) {
                    scene.complain("no process drains, or it is not known which");
                    break;
                }
                long begin = System.nanoTime();
                trial.kill(drainer);
                trial.tally().takeoverMillis.add(untilNextByte(scene, begin) / 1e6);
                crowd.replace(drainer);
            }
            trial.settle(scene);
        }
    }

    private static long untilNextByte(Scene scene, long begin) throws IOException {
        long size = Files.size(scene.log());
        while (true) {
            long now = Files.size(scene.log());
            long passed = System.nanoTime() - begin;
            if (now != size) {
                if (passed > DYING_NANOS) {
                    return passed;
                }
                size = now;
            } else if (passed > PATIENCE_NANOS) {
                return passed;
            } else {
                // Doesn't spin, because the measured processes need the CPU.
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }
}
