package dev.tailrace.torture.fault;

import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.audit.Auditor;
import dev.tailrace.torture.audit.Gaps;
import dev.tailrace.torture.audit.LogFiles;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Other programs rename, delete, truncate and append to the log while it is written. Removed content is kept aside, so that its lines can
 * be found. In runs where nothing is destroyed, processes are killed meanwhile and writes are short: each line must exist once even then.
 */
final class OutsideHands {
    private enum Act {
        RENAME,
        RENAME_AND_MAKE,
        APPEND,
        DELETE,
        DELETE_FOLDER,
        CUT
    }

    /** Appending is left out with short writes: foreign bytes would be in the middle of lines. */
    private static final List<Act> RENAMES = List.of(Act.RENAME, Act.RENAME_AND_MAKE);

    private static final List<Act> GENTLE = List.of(Act.RENAME, Act.RENAME_AND_MAKE, Act.APPEND);

    private OutsideHands() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        boolean gentle = trial.random().nextInt(3) > 0;
        boolean failing = gentle && trial.random().nextBoolean();
        try (Scene scene = trial.scene(SceneSettings.plain())) {
            scene.expect(Scene.Expected.OUTSIDE_HANDS);
            ProducerLoad load = ProducerLoad.paced(2, 500);
            Crowd crowd = Crowd.of(
                    trial.between(1, 3),
                    scene,
                    trial,
                    () -> failing ? load.with("-Dtailrace.failWrites=" + trial.between(1, 1 << 30)) : load);
            int acts = trial.quickOr(6, 20);
            for (int i = 1; i <= acts; i++) {
                Thread.sleep(trial.between(50, 400));
                act(trial.oneOf(failing ? RENAMES : gentle ? GENTLE : List.of(Act.values())), i, scene, crowd.all());
                trial.acted();
                if (gentle && trial.random().nextInt(3) == 0) {
                    crowd.kill(crowd.victim());
                }
            }
            trial.settle(scene);
        }
    }

    /** Does a non-destructive act while no process logs. */
    static void disturb(Scene scene, Trial trial, int number) throws IOException, InterruptedException {
        scene.expect(Scene.Expected.OUTSIDE_HANDS);
        act(trial.oneOf(GENTLE), number, scene, List.of());
        trial.acted();
    }

    private static void act(Act act, int number, Scene scene, List<Child> crowd)
            throws IOException, InterruptedException {
        Path log = scene.log();
        Path aside = scene.logs().resolve("outside." + number);
        try {
            switch (act) {
                case RENAME -> Files.move(log, aside);
                case RENAME_AND_MAKE -> {
                    Files.move(log, aside);
                    make(log);
                }
                case APPEND -> Files.writeString(log, Auditor.FOREIGN + number + "\n", StandardOpenOption.APPEND);
                case DELETE -> {
                    // The new name is in another folder for a while, so that the file counts as gone.
                    Path kept = scene.folder().resolve(String.valueOf(aside.getFileName()));
                    Files.createLink(kept, log);
                    Files.delete(log);
                    Thread.sleep(1_000);
                    Files.move(kept, aside);
                }
                case DELETE_FOLDER -> {
                    Path gone = scene.folder().resolve("gone." + number);
                    Files.move(scene.logs(), gone);
                    if (number % 2 == 0) {
                        Files.createDirectory(scene.logs());
                    }
                    Thread.sleep(1_500);
                    Files.createDirectories(scene.logs());
                    for (Path file : LogFiles.in(gone)) {
                        boolean isLog = file.endsWith(LogFiles.NAME);
                        Files.move(file, isLog ? aside : scene.logs().resolve(String.valueOf(file.getFileName())));
                    }
                }
                case CUT -> cut(log, aside, crowd);
            }
        } catch (NoSuchFileException e) {
            // The file was just renamed or deleted, and there is no new one yet.
        }
    }

    private static void make(Path log) throws IOException {
        try {
            Files.createFile(log);
        } catch (FileAlreadyExistsException e) {
            // The drainer was faster.
        }
    }

    /** Like copytruncate, but with all processes stopped, so that nothing is written between copy and truncation. */
    private static void cut(Path log, Path aside, List<Child> crowd) throws IOException, InterruptedException {
        for (Child child : crowd) {
            child.signal("STOP");
        }
        try {
            Files.copy(log, aside);
            Files.write(log, new byte[0], StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        } finally {
            for (Child child : crowd) {
                child.signal("CONT");
            }
        }
    }

    /**
     * The log is copied and truncated while it is written, as logrotate does with {@code copytruncate}. This tool, not the log, loses bytes
     * that are written between the copy and the truncation: only lines from exactly there may be missing.
     */
    static void copyTruncate(Trial trial) throws IOException, InterruptedException {
        try (Scene scene = trial.scene(SceneSettings.plain())) {
            scene.expect(Scene.Expected.OUTSIDE_HANDS);
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
            trial.tally().plan =
                    acts + " times, " + gaps.lines(Gaps.Gap::isBehindASavedFile) + " lines fell between copy and cut";
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
