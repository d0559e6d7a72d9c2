package dev.tailrace.torture.fault;

import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.audit.Gaps;
import dev.tailrace.torture.child.Producer;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Rings and other files of the lane directory are truncated while they are mapped. No process may die, and all lines that are logged after
 * the lanes have switched to new files must be found. Lines that were in a truncated ring, or were logged to it before it was left, may be
 * missing; and up to JDK 20 the application's own code may meet the JVM's error, which is counted.
 */
final class CutLanes {
    private static final int PATIENCE_SECONDS = 20;
    private static final int HEAD = 4096;
    private static final long HOLDER_LENGTH = 4096;

    private CutLanes() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        try (Scene scene = trial.scene(SceneSettings.plain().with("maxWait=\"500ms\""))) {
            scene.expect(Scene.Expected.FAULTS);
            ProducerLoad load = ProducerLoad.paced(2, 300).with("-D" + Producer.ASKS + "=true");
            Crowd crowd = Crowd.of(trial.between(1, 3), scene, trial, () -> load);
            boolean readers = trial.random().nextBoolean();
            if (readers) {
                // With each file that it closes, a process loses its lock on it.
                crowd.all().forEach(child -> child.send("read both every 50"));
            }
            int acts = trial.quickOr(8, 30);
            boolean cutRing = false;
            for (int i = 0; i < acts; i++) {
                Thread.sleep(trial.between(50, 400));
                String suffix = i == 0 || trial.random().nextInt(4) > 0
                        ? ".ring"
                        : trial.oneOf(List.of(".owner", "drain.holder"));
                List<Path> files = LaneFiles.of(scene, suffix);
                if (!files.isEmpty()) {
                    cut(trial.oneOf(files), trial);
                    cutRing |= suffix.equals(".ring");
                    trial.acted();
                }
            }
            // The engine finds truncated files within a second, and stops using them.
            if (!Trial.await(PATIENCE_SECONDS, () -> isWhole(scene))) {
                scene.complain("a file that was cut is still there after 20 s");
            }
            Map<Integer, Long> safe = Gaps.acknowledged(scene.acknowledgements());
            Thread.sleep(300);
            Audit audit = scene.audit();
            Gaps gaps = Gaps.of(scene.files(), scene.acknowledgements());
            if (cutRing && crowd.all().stream().map(Child::errors).noneMatch(errors -> errors.contains("TR3030"))) {
                scene.complain("no process says that a file of a lane was cut");
            }
            trial.tally().plan = acts + " cuts" + (readers ? ", applications read these files" : "") + ", "
                    + gaps.lines(Gaps.until(safe)) + " lines were in what was cut off, the applications met "
                    + crowd.all().stream().mapToLong(CutLanes::faults).sum() + " errors";
            trial.settle(scene, gaps.excuse(audit, Gaps.until(safe)));
        }
    }

    private static long faults(Child child) {
        return child.errors()
                .lines()
                .filter(line -> line.startsWith(Producer.FAULT))
                .count();
    }

    /** Truncates at a page boundary or anywhere, and every third time to zero. */
    private static void cut(Path file, Trial trial) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            int size = (int) channel.size();
            int to = trial.random().nextInt(3) == 0 ? 0 : trial.between(0, size);
            channel.truncate(trial.random().nextBoolean() ? to & -HEAD : to);
        } catch (NoSuchFileException e) {
            // The file was removed meanwhile.
        }
    }

    private static boolean isWhole(Scene scene) throws IOException {
        return haveLength(LaneFiles.of(scene, "drain.holder"), length -> length == HOLDER_LENGTH)
                && haveLength(LaneFiles.of(scene, ".owner"), length -> length == OwnerDescriptor.LENGTH)
                && haveLength(LaneFiles.of(scene, ".ring"), length -> Long.bitCount(length - HEAD) == 1);
    }

    private static boolean haveLength(List<Path> files, LongPredicate right) throws IOException {
        for (Path file : files) {
            try {
                if (!right.test(Files.size(file))) {
                    return false;
                }
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        return true;
    }
}
