package dev.tailrace.torture.fault;

import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.audit.Gaps;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The log is copied and truncated while it is written, as logrotate does with {@code copytruncate}. This tool, not the log, loses bytes
 * that are written between the copy and the truncation: only lines from exactly there may be missing.
 */
final class CopyTruncate {
    private CopyTruncate() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        try (Scene scene = trial.scene(SceneSettings.plain())) {
            scene.expectOutsideHands();
            Crowd.of(trial.between(1, 3), scene, trial, () -> ProducerLoad.paced(2, 200));
            int acts = trial.quickOr(10, 40);
            for (int i = 1; i <= acts; i++) {
                Thread.sleep(trial.between(20, 300));
                copyAndTruncate(scene.log(), scene.logs().resolve("outside." + i));
                trial.acted();
            }
            // Later lines show where the last truncation fell.
            Thread.sleep(200);
            Audit audit = scene.audit();
            Gaps gaps = Gaps.of(scene.files(), scene.acknowledgements());
            trial.plan(
                    acts + " times, " + gaps.lines(Gaps.Gap::isBehindASavedFile) + " lines fell between copy and cut");
            trial.settle(scene, gaps.excuse(audit, Gaps.Gap::isBehindASavedFile));
        }
    }

    private static void copyAndTruncate(Path log, Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long copied = 0;
            long count;
            do {
                count = from.transferTo(copied, 1 << 20, to);
                copied += count;
            } while (count > 0);
            from.truncate(0);
        }
    }
}
