package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Many processes start at the same time, log a little and end, some by a kill. */
final class Storm {
    private Storm() {}

    static void run(Trial trial) throws IOException, InterruptedException {
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
