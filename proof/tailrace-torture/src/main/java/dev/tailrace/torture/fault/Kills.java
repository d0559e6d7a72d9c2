package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import java.io.IOException;
import java.util.List;

/** {@code kill -9} of producers and drainers among one to eight processes, at any time; each is replaced. */
final class Kills {
    private Kills() {}

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
                        trial.kill(second);
                        crowd.replace(second);
                    }
                }
                crowd.replace(victim);
            }
            trial.settle(scene);
        }
    }
}
