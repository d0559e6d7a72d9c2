package dev.tailrace.torture.fault;

import dev.tailrace.testkit.Damage;
import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.audit.Gaps;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Single words in the files of dead processes are overwritten: frame headers and drop counters. A damaged header may only lose its own
 * line, and damaged counters must not reach the log.
 */
final class DamagedLanes {
    /** Offsets in an owner's file of the counters and times of dropped lines. */
    private static final List<Long> COUNTS = List.of(128L, 144L, 160L, 168L, 176L, 192L, 208L, 1024L, 1032L, 1040L);

    private DamagedLanes() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        try (Scene scene = trial.scene(SceneSettings.plain())) {
            int rounds = trial.quickOr(2, 8);
            long damaged = 0;
            for (int i = 0; i < rounds; i++) {
                // New processes recover the files of the last ones, and leave files themselves.
                Crowd crowd = Crowd.of(trial.between(1, 3), scene, trial, () -> ProducerLoad.paced(2, 50));
                Thread.sleep(trial.between(100, 400));
                stand(crowd, trial);
                for (Child child : crowd.all()) {
                    trial.kill(child);
                }
                damaged += damage(scene, trial);
            }
            Audit audit = scene.audit();
            Gaps gaps = Gaps.of(scene.files(), scene.acknowledgements());
            long single = gaps.lines(gap -> gap.first() == gap.last());
            trial.tally().plan = damaged + " headers damaged, " + single + " lines missing one by one";
            // Adjacent lines of one thread may both be damaged.
            long missing = gaps.lines(gap -> true);
            trial.settle(scene, missing <= damaged ? gaps.excuse(audit, gap -> true) : audit);
        }
    }

    /** Stops the drainer, so that all lines stay in their lanes. */
    private static void stand(Crowd crowd, Trial trial) throws IOException, InterruptedException {
        Child drainer = crowd.drainer();
        if (drainer != null) {
            drainer.signal("STOP");
            Thread.sleep(trial.between(100, 300));
        }
    }

    private static long damage(Scene scene, Trial trial) throws IOException {
        long damaged = 0;
        for (Path ring : LaneFiles.of(scene, ".ring")) {
            List<Long> lines = new ArrayList<>(LaneFiles.lines(ring));
            Collections.shuffle(lines, trial.random());
            for (long offset : lines.subList(0, Math.min(lines.size(), trial.between(0, 3)))) {
                Damage.word(ring, offset, damaged(LaneFiles.word(ring, offset), trial));
                damaged++;
                trial.acted();
            }
        }
        for (Path owner : LaneFiles.of(scene, ".owner")) {
            if (trial.random().nextBoolean()) {
                long word = trial.random().nextLong();
                Damage.word(owner, trial.oneOf(COUNTS), word >= 0 && word <= 1L << 40 ? -word - 1 : word);
                trial.acted();
            }
        }
        return damaged;
    }

    /**
     * A damaged header: any word, or one that differs little: unfinished, not begun, with a wrong length, or with one bit changed. (The
     * three lowest bits stay: a line that seems to include up to seven of the zeros after it can't be distinguished from one that does.)
     */
    private static long damaged(long header, Trial trial) {
        int length = (int) header;
        long rest = header & ~0xFFFF_FFFFL;
        return switch (trial.random().nextInt(5)) {
            case 0 -> rest | (-length & 0xFFFF_FFFFL);
            case 1 -> 0;
            case 2 -> rest | Math.max(16, length + 8 * trial.oneOf(List.of(-3, -2, -1, 1, 2, 3)));
            case 3 -> header ^ 1L << trial.between(3, 63);
            default -> trial.random().nextLong() | 1L << 40;
        };
    }
}
