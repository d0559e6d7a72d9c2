package dev.tailrace.engine.sink.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.Throttle;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiverTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    @Test
    void window_lowestIndexIsTheNewest_andTheOldestGoes() {
        Sink sink = rig.open("app.log", rig.window("old/app.%i.log.gz", 3, 2));
        for (String line : new String[] {"a", "b", "c", "d", "e"}) {
            rig.log(sink, line);
            rig.archive();
        }
        assertThat(rig.tree())
                .isEqualTo(Map.of(
                        "app.log", "e", "old/app.1.log.gz", "d", "old/app.2.log.gz", "c", "old/app.3.log.gz", "b"));
        assertThat(rig.hidden()).isEmpty();
        assertThat(rig.archiver.compressions()).isEqualTo(4);
        rig.close(sink);
    }

    @Test
    void manyRollsBeforeTheArchiverRuns_areShiftedOldestFirst() {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.zip", 9, 2));
        for (String line : new String[] {"a", "b", "c", "d"}) {
            rig.log(sink, line);
        }
        assertThat(rig.archiver.backlog()).isEqualTo(3);
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log", "d",
                        "app.1.log.zip", "app.2024-03-09_1000.log: c",
                        "app.2.log.zip", "app.2024-03-09_1000.log: b",
                        "app.3.log.zip", "app.2024-03-09_1000.log: a"));
        assertThat(rig.archiver.backlog()).isZero();
        rig.close(sink);
    }

    @Test
    void datedZip_entryIsTheNameWithoutTheSuffix() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.%i.log.zip", 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of("app.log", "b", "app.2024-03-09.0.log.zip", "app.2024-03-09.0.log: a"));
        rig.close(sink);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.%i.log", "app.%i.log.gz"})
    void twoLogsWithOneWindow_eachLineIsThereOnce(String pattern) {
        twoLogs(rig.window(pattern, 90, 2));
    }

    @ParameterizedTest
    @CsvSource({"app.%i.log, true", "app.%i.log.gz, true", "app.%i.log.gz, false"})
    void twoLogsWithOneNumberedPattern_eachLineIsThereOnce(String pattern, boolean newestHighest) {
        twoLogs(new Rolling.Numbered(rig.path(pattern), 1, 90, newestHighest, 2, 0, 0));
    }

    @Test
    void twoLogsWithOneDatedPattern_eachLineIsThereOnce() {
        twoLogs(rig.dated("app.%d.%i.log.gz", 2, 5, 100_000));
    }

    /** While a file is packed, both logs are rolled. */
    private void twoLogs(Rolling rolling) {
        List<String> lines = new ArrayList<>();
        List<Sink> sinks = new ArrayList<>();
        boolean[] packing = {false};
        rig.newArchiver(
                nanos -> {
                    if (packing[0] && lines.size() < 60) {
                        sinks.forEach(sink -> log(sink, lines));
                    }
                },
                () -> {});
        sinks.add(rig.open("one.log", rolling));
        sinks.add(rig.open("two.log", rolling));
        for (int i = 0; i < 10; i++) {
            sinks.forEach(sink -> log(sink, lines));
        }
        packing[0] = true;
        rig.archive();
        assertThat(rig.tree().values()).containsExactlyInAnyOrderElementsOf(lines);
        rig.close(sinks.remove(0));
        log(sinks.get(0), lines);
        log(sinks.get(0), lines);
        rig.archive();
        assertThat(rig.tree().values()).containsExactlyInAnyOrderElementsOf(lines);
        assertThat(rig.findings).isEmpty();
        rig.close(sinks.get(0));
        assertThat(rig.hidden()).isEmpty();
    }

    private void log(Sink sink, List<String> lines) {
        String line = "line" + lines.size();
        lines.add(line);
        rig.log(sink, line);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, true", "false, false"})
    void patternThatNamesAnotherLog_leavesThatNameOut(boolean window, boolean newestHighest) {
        String pattern = "app.%i.log.gz";
        Sink other = rig.open("app.2.log", null);
        Sink sink = rig.open(
                "app.log",
                window
                        ? rig.window(pattern, 4, 2)
                        : new Rolling.Numbered(rig.path(pattern), 1, 4, newestHighest, 2, 0, 0));
        for (String line : List.of("a", "b", "c", "d", "e", "f")) {
            rig.log(sink, line);
            rig.log(other, line);
            rig.archive();
        }
        Map<String, String> tree = rig.tree();
        assertThat(tree.remove("app.2.log")).isEqualTo("a b c d e f");
        assertThat(tree.remove("app.log")).isEqualTo("f");
        assertThat(tree.values()).contains("e", "d", "c").doesNotContain("a");
        assertThat(rig.findings).isEmpty();
        rig.close(sink);
        rig.close(other);
    }

    @Test
    void fifoInThePlaceOfAWaitingFile_holdsUpNothing() throws Exception {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 9, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        Path waiting = folder.resolve("app.1.log");
        Files.delete(waiting);
        makeFifo(waiting);

        Thread worker = daemon(rig::archive);
        worker.join(5_000);
        assertThat(worker.isAlive()).isFalse();
        rig.log(sink, "c");
        Thread more = daemon(() -> {
            rig.archive();
            rig.archiver.reportWaiting();
            rig.close(sink);
        });
        more.join(5_000);

        assertThat(more.isAlive()).isFalse();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "c", "app.1.log.gz", "b"));
        assertThat(rig.hidden()).isEmpty();
    }

    @Test
    void fifosInThePlacesOfHiddenFiles_areReplaced() throws Exception {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 9, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        Path note = folder.resolve(rig.hidden().get(0));
        Files.delete(note);
        makeFifo(note);
        makeFifo(ArchiveTransaction.temporary(note));

        Thread worker = daemon(rig::archive);
        worker.join(5_000);

        assertThat(worker.isAlive()).isFalse();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    /** As if the archiver hung in a system call. */
    @Tag("slow")
    @Test
    void archiverHangs_closingAndReportingDontWaitForIt() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        rig.newArchiver(
                nanos -> {
                    hanging.countDown();
                    await().atMost(1, TimeUnit.MINUTES).until(() -> goOn.getCount() == 0);
                },
                () -> {});
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 9, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        Thread worker = daemon(rig.archiver::doWork);
        assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();

        Thread end = daemon(() -> {
            rig.archiver.reportWaiting();
            rig.close(sink);
        });
        end.join(20_000);
        assertThat(end.isAlive()).isFalse();
        assertThat(rig.codes()).containsExactly(FindingCode.NOT_COMPRESSED);
        goOn.countDown();
        worker.join(30_000);
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "b", "app.1.log", "a"));
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void makeFifo(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void roll_duringACompression_waitsForNothing() throws Exception {
        CountDownLatch compressing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        rig.newArchiver(
                nanos -> {
                    compressing.countDown();
                    await().until(() -> goOn.getCount() == 0);
                },
                () -> {});
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 9, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        Thread worker = new Thread(rig::archive);
        worker.start();
        assertThat(compressing.await(30, TimeUnit.SECONDS)).isTrue();

        rig.log(sink, "c");
        rig.log(sink, "d");

        assertThat(rig.archiver.backlog()).isEqualTo(3);
        assertThat(rig.tree()).containsEntry("app.log", "d");
        goOn.countDown();
        worker.join(30_000);
        assertThat(rig.tree())
                .isEqualTo(Map.of("app.log", "d", "app.1.log.gz", "c", "app.2.log.gz", "b", "app.3.log.gz", "a"));
        rig.close(sink);
    }

    /** A crash is an error thrown between two steps, the Nth time; each N until a run gets through. */
    @ParameterizedTest
    @ValueSource(strings = {"app.%i.log", "app.%i.log.gz", "app.%i.log.zip"})
    void crash_afterAnyStepOfAWindow_losesAndDoublesNothing(String pattern) throws IOException {
        crashEverywhere(run -> new Rolling.FixedWindow(run.path(pattern), 1, 5, 2));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"app.%d.%i.log", "app.%d.%i.log.gz", "%d{yyyy/MM,aux}/app.%d.%i.log.zip"})
    void crash_afterAnyStepOfDatedFiles_losesAndDoublesNothing(String pattern) throws IOException {
        crashEverywhere(run -> run.dated(pattern, 2));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"app-%i.log", "app-%d-%i.log.gz", "app-%i.log.zip"})
    void crash_afterAnyStepOfNumberedFiles_losesAndDoublesNothing(String pattern) throws IOException {
        crashEverywhere(run -> new Rolling.Numbered(run.path(pattern), 1, 7, true, 2, 0, 0));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"app-%d-%i.log", "app-%d-%i.log.gz"})
    void crash_afterAnyStepOfNumberedFilesWithTheNewestLowest_losesAndDoublesNothing(String pattern)
            throws IOException {
        crashEverywhere(run -> new Rolling.Numbered(run.path(pattern), 1, 7, false, 2, 0, 0));
    }

    private interface Policy {
        Rolling in(Rig run);
    }

    private void crashEverywhere(Policy policy) throws IOException {
        crashEverywhere(policy, run -> run.folder.resolve("none"));
    }

    /** Once at the nth step of one process, and once more at the mth of the next one; each n until a process gets through. */
    private void crashEverywhere(Policy policy, Function<Rig, Path> elsewhere) throws IOException {
        List<String> lines = List.of("a", "b", "c", "d", "e");
        int n = 0;
        int logged = 0;
        while (logged >= 0) {
            n++;
            // The second one at some steps only: all pairs take minutes.
            for (int m : n % 3 == 0 ? new int[] {1, 2, 3, 5, 8, 13} : new int[] {Integer.MAX_VALUE}) {
                Rig run = new Rig(Files.createDirectory(folder.resolve("run" + n + "-" + m)));
                logged = crashAtStep(run, policy.in(run), n, lines);
                List<String> rest = lines.subList(logged < 0 ? lines.size() : logged, lines.size());
                int again = crashAtStep(run, policy.in(run), m, rest);
                checkAll(run, policy, rest.subList(again < 0 ? rest.size() : again, rest.size()), elsewhere, n, m);
            }
        }
        assertThat(n).isGreaterThan(3);
    }

    private void checkAll(Rig run, Policy policy, List<String> rest, Function<Rig, Path> elsewhere, int n, int m)
            throws IOException {
        run.forgetArchiver();
        Sink last = run.open("app.log", policy.in(run));
        for (String line : rest) {
            run.log(last, line);
        }
        run.archive();
        Map<String, String> tree = new TreeMap<>(run.tree());
        if (Files.isDirectory(elsewhere.apply(run))) {
            Rig.tree(elsewhere.apply(run)).forEach((name, content) -> tree.put("elsewhere/" + name, content));
        }
        assertThat(String.join(" ", tree.values())
                        .replaceAll("\\S+: ", "")
                        .trim()
                        .split(" +"))
                .as("crash after step %d, then %d: %s", n, m, tree)
                .containsExactlyInAnyOrder("a", "b", "c", "d", "e");
        assertThat(tree).as("crash after step %d, then %d", n, m).containsEntry("app.log", "e");
        assertThat(run.hidden()).as("crash after step %d, then %d", n, m).isEmpty();
        run.close(last);
    }

    /** How many lines were logged before the crash; -1: there was none. */
    private static int crashAtStep(Rig run, Rolling rolling, int n, List<String> lines) {
        int[] steps = {0};
        run.newArchiver(nanos -> {}, () -> {
            if (++steps[0] == n) {
                throw new Crash();
            }
        });
        int logged = 0;
        Sink sink = null;
        try {
            sink = run.open("app.log", rolling);
            for (String line : lines) {
                run.log(sink, line);
                logged++;
                if (line.equals("c")) {
                    run.archive();
                }
            }
            run.archive();
            return -1;
        } catch (Crash e) {
            return logged;
        } finally {
            if (sink != null) {
                run.close(sink);
            }
        }
    }

    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void crash_withAHalfMadeTemporaryFile_startsOver() throws IOException {
        Sink before = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(before, "a");
        rig.log(before, "b");
        rig.close(before);
        rig.forgetArchiver();
        Path rolled = onlyRolled();
        Files.writeString(folder.resolve(rolled.getFileName() + ".tailrace-tmp"), "half");
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    /** The roll had no room on the disk for its note, and the archiver dies at the nth step. */
    @Test
    void crash_ofARollWithoutANote_leavesNothingHalfMade() throws IOException {
        for (int step = 0; step < 6; step++) {
            Rig run = new Rig(Files.createDirectory(folder.resolve("run" + step)));
            int[] left = {Integer.MAX_VALUE};
            run.newArchiver(nanos -> {}, () -> {
                if (left[0]-- == 0) {
                    throw new Crash();
                }
            });
            Sink before = run.open("app.log", run.window("app.%i.log.gz", 3, 2));
            run.log(before, "a");
            run.log(before, "b");
            Files.delete(run.folder.resolve(onlyHidden(run)));
            left[0] = step;
            try {
                run.archive();
            } catch (Crash e) {
                assertThat(left[0]).isNegative();
            }
            run.close(before);
            run.forgetArchiver();
            Sink sink = run.open("app.log", run.window("app.%i.log.gz", 3, 2));
            assertThat(run.archive().tree()).as("step %d", step).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
            assertThat(run.hidden()).as("step %d", step).isEmpty();
            run.close(sink);
        }
    }

    private static String onlyHidden(Rig run) {
        assertThat(run.hidden()).hasSize(1);
        return run.hidden().iterator().next();
    }

    /** A process that died, or had no room on the disk, while it wrote a note, had not renamed the file. */
    @ParameterizedTest
    @ValueSource(strings = {"", "tailrace-ro", "tailrace-rolled 1\n", "tailrace-rolled 1\n9f2c .gz he"})
    void note_thatIsUnfinished_isRemoved(String text) throws IOException {
        Files.writeString(folder.resolve(".app.log.17-0-00000000.rolled"), text);
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    /** What a note names is compressed and deleted: it must not come from another user. */
    @Test
    void note_thatOthersCouldWrite_isLeftAlone() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious.txt"), "not a log");
        Path note = folder.resolve(".app.log.17-0-00000000.rolled");
        RolledNote.write(note, precious, precious, Compression.GZIP, false, ArchiveTransaction.temporary(note));
        Files.setPosixFilePermissions(note, PosixFilePermissions.fromString("rw-rw-rw-"));
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(sink, "a");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "a", "precious.txt", "not a log"));
        rig.close(sink);
        rig.forgetArchiver();

        // The same note of this user is followed: the test sees what it guards against.
        Files.setPosixFilePermissions(note, PosixFilePermissions.fromString("rw-------"));
        sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "a", "precious.txt.gz", "not a log"));
        rig.close(sink);
    }

    /** The identity of a file that is gone is another file's soon. */
    @Test
    void note_whoseIdentityAnotherFileHas_namesNothing() throws IOException {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        rig.close(sink);
        rig.forgetArchiver();
        // As if the freed number had gone to it.
        Files.move(folder.resolve("app.1.log"), folder.resolve("stdout.txt"));
        sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "stdout.txt", "a"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    /** Two logs whose archives lie apart, by the same names, on another file system. */
    @Test
    void placesOnAnotherFileSystem_ofTwoLogsInOneDirectory_areNotMixedUp() throws IOException {
        Path other = elsewhere();
        Files.writeString(folder.resolve("app.3.log"), "somebody's own");
        try {
            Sink ann = rig.open("a.log", new Rolling.FixedWindow(other + "/ann/app.%i.log.gz", 1, 3, 2));
            Sink bob = rig.open("b.log", new Rolling.FixedWindow(other + "/bob/app.%i.log.gz", 1, 3, 2));
            rig.log(ann, "ann1");
            rig.log(ann, "ann2");
            for (int i = 1; i <= 3; i++) {
                rig.log(bob, "bob" + i);
            }
            rig.archive();
            assertThat(Rig.tree(other))
                    .isEqualTo(
                            Map.of("ann/app.1.log.gz", "ann1", "bob/app.1.log.gz", "bob2", "bob/app.2.log.gz", "bob1"));
            assertThat(rig.tree()).isEqualTo(Map.of("a.log", "ann2", "b.log", "bob3", "app.3.log", "somebody's own"));
            rig.close(ann);
            rig.close(bob);
        } finally {
            delete(other);
        }
    }

    @Test
    void fileOfAnotherRolling_thatCantBeCompressed_holdsUpNothing_andIsSaid() throws IOException {
        Path foreign = Files.writeString(folder.resolve("app.9.log"), "x");
        Path note = folder.resolve(".app.log.17-0-00000000.rolled");
        RolledNote.write(note, foreign, foreign, Compression.GZIP, false, ArchiveTransaction.temporary(note));
        Files.createDirectory(folder.resolve(note.getFileName() + ".tailrace-tmp")); // in its way
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        while (rig.archiver.backlog() > 0) {
            rig.archiver.doWork();
        }
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a", "app.9.log", "x"));
        assertThat(rig.codes()).containsExactly(FindingCode.COMPRESSION_FAILED);
        rig.close(sink);
    }

    /** Names may have 255 bytes, and hidden ones are made of them. */
    @Test
    void longNames_areRolledAndShifted() throws IOException {
        String name = "x".repeat(200);
        Sink sink = rig.open("app.log", rig.window(name + ".%i.log.gz", 1, 2));
        for (String line : List.of("a", "b", "c", "d")) {
            rig.log(sink, line);
            rig.archive();
        }
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "d", name + ".1.log.gz", "c"));
        assertThat(rig.hidden()).isEmpty();
        assertThat(rig.findings).isEmpty();
        rig.close(sink);
    }

    @Test
    void crash_ofALogWithoutAFileOfItsOwn_leavesNothingHidden() throws IOException {
        for (int n = 1; n <= 6; n++) {
            Rig run = new Rig(Files.createDirectory(folder.resolve("run" + n)));
            Rolling rolling = run.dated("app.%d.%i.log.gz", 2);
            int step = n;
            int[] steps = {0};
            run.newArchiver(nanos -> {}, () -> {
                if (++steps[0] == step) {
                    throw new Crash();
                }
            });
            Sink sink = run.open((String) null, rolling);
            run.log(sink, "a");
            run.log(sink, "b");
            try {
                run.archive();
            } catch (Crash e) {
                assertThat(steps[0]).isEqualTo(step);
            }
            run.close(sink);
            run.forgetArchiver();
            sink = run.open((String) null, rolling);
            run.archive();
            assertThat(run.tree())
                    .as("step %d", n)
                    .isEqualTo(Map.of("app.2024-03-09.0.log.gz", "a", "app.2024-03-09.1.log", "b"));
            assertThat(run.hidden()).as("step %d", n).isEmpty();
            run.close(sink);
        }
    }

    /** A person took the file away, and another one was rolled to its name: the archiver must not take it for the first. */
    @Test
    void fileThatIsReplaced_whileItIsCompressed_isNotRemoved() throws IOException {
        Path[] files = {folder.resolve("app.1.log"), folder.resolve("mine")};
        rig.newArchiver(nanos -> {}, () -> {
            if (Files.exists(files[0]) && !Files.exists(files[1]) && hasTemporary()) {
                try {
                    Files.move(files[0], files[1]);
                    Files.writeString(files[0], "another");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of("app.log", "b", "app.1.log", "another", "app.1.log.gz", "a", "mine", "a"));
        rig.close(sink);
    }

    private boolean hasTemporary() {
        return rig.hidden().stream().anyMatch(name -> name.endsWith(".tailrace-tmp"));
    }

    @Test
    void trash_thatAFormerProcessLeft_isDeleted() throws IOException {
        Files.createDirectory(folder.resolve("old"));
        Files.writeString(folder.resolve("old/.app.7.log.gz.1f-3.tailrace-trash"), "x");
        Files.writeString(folder.resolve(".app.1.log.1f-4.tailrace-trash"), "x");
        for (String file : new String[] {"app.log", null}) {
            Sink sink = rig.open(file, rig.dated("old/app.%d.%i.log.gz", 2));
            rig.log(sink, "a");
            rig.archive();
            rig.close(sink);
        }
        assertThat(rig.hidden()).isEmpty();
    }

    /** By a rolling with one root; then the log is opened by one with another. */
    private void crashAndMove(int step) throws IOException {
        Rig run = new Rig(Files.createDirectory(folder.resolve("run" + step)));
        Sink before = run.open("app.log", run.dated("old/app.%d.%i.log.gz", 4));
        run.log(before, "first");
        run.log(before, "second");
        int[] left = {step};
        run.newArchiver(nanos -> {}, () -> {
            if (left[0]-- == 0) {
                throw new Crash();
            }
        });
        run.close(before);
        Sink again = run.open("app.log", run.dated("old/app.%d.%i.log.gz", 4));
        try {
            run.archive();
        } catch (Crash e) {
            assertThat(left[0]).isNegative();
        }
        run.close(again);
        run.forgetArchiver();
        Sink moved = run.open("app.log", run.window("new/app.%i.log.gz", 3, 100));
        run.archive();
        run.close(moved);
        // As the first thing after all.
        run.forgetArchiver();
        run.close(run.open("app.log", run.window("new/app.%i.log.gz", 3, 100)));
        assertThat(run.tree().values()).as("step %d", step).containsExactlyInAnyOrder("first", "second");
        if (step > 0) {
            assertThat(run.hidden()).as("step %d", step).isEmpty();
        }
    }

    @Test
    void crash_thenAnotherRoot_losesAndDoublesNothing_andLeavesNothing() throws IOException {
        for (int step = 0; step < 6; step++) {
            crashAndMove(step);
        }
    }

    private Path onlyRolled() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".rolled"))
                    .findAny()
                    .orElseThrow();
        }
    }

    @Test
    void placeThatCantBeMade_isAFinding_andTriedAgainLater_withoutLoss() throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("old"), "a file where a directory should be");
        Sink sink = rig.open("app.log", rig.window("old/app.%i.log.gz", 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        rig.archive();
        rig.archive();
        assertThat(rig.codes()).containsExactly(FindingCode.COMPRESSION_FAILED);
        assertThat(rig.archiver.backlog()).isOne();
        Files.delete(inTheWay);
        assertThat(rig.archiver.doWork()).as("waits before it tries again").isZero();
        rig.nowNanos += TimeUnit.MINUTES.toNanos(1);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "old/app.1.log.gz", "a"));
        rig.close(sink);
    }

    @Test
    void failure_ofOneLog_doesNotHoldUpAnother() throws IOException {
        Files.writeString(folder.resolve("old"), "in the way");
        Sink bad = rig.open("bad.log", rig.window("old/bad.%i.log.gz", 3, 2));
        Sink good = rig.open("good.log", rig.window("good.%i.log.gz", 3, 2));
        for (Sink sink : new Sink[] {bad, good}) {
            rig.log(sink, "a");
            rig.log(sink, "b");
        }
        assertThat(rig.archive().tree()).containsEntry("good.1.log.gz", "a");
        rig.close(bad);
        rig.close(good);
    }

    /** A place that no rename leads to: another file system, where there is one. */
    private Path elsewhere() throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isDirectory(memory) && Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "tailrace")
                : Files.createDirectory(folder.resolve("elsewhere"));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"app.%i.log, app.1.log", "app.%i.log.gz, app.1.log.gz"})
    void placeOnAnotherFileSystem_fileIsSeenBesideTheLog_untilItIsCopied(String pattern, String archive)
            throws IOException {
        Path other = elsewhere();
        try {
            Sink sink = rig.open("app.log", new Rolling.FixedWindow(other + "/" + pattern, 1, 3, 2));
            rig.log(sink, "a");
            rig.log(sink, "b");
            assertThat(rig.tree()).containsEntry("app.log", "b").containsEntry("app.1.log", "a");
            rig.archive();
            assertThat(Rig.tree(other)).isEqualTo(Map.of(archive, "a"));
            assertThat(rig.tree()).containsEntry("app.log", "b").doesNotContainKey("app.1.log");
            assertThat(rig.hidden()).isEmpty();
            rig.close(sink);
        } finally {
            delete(other);
        }
    }

    @Test
    void placesOnAnotherFileSystem_numbersGoOn_overBothDirectories() throws IOException {
        Path other = elsewhere();
        try {
            Rolling rolling = new Rolling.TimeBased(other + "/%d{yyyy,aux}/app.%d.%i.log.gz", 2, 0, 0, false);
            Sink sink = rig.open("app.log", rolling);
            for (String line : List.of("a", "b")) {
                rig.log(sink, line);
            }
            rig.archive();
            for (String line : List.of("c", "d")) {
                rig.log(sink, line);
            }
            assertThat(rig.tree())
                    .containsEntry("2024/app.2024-03-09.1.log", "b")
                    .containsEntry("2024/app.2024-03-09.2.log", "c");
            rig.close(sink);
            rig.forgetArchiver();
            sink = rig.open("app.log", rolling);
            rig.archive();
            assertThat(Rig.tree(other))
                    .isEqualTo(Map.of(
                            "2024/app.2024-03-09.0.log.gz", "a",
                            "2024/app.2024-03-09.1.log.gz", "b",
                            "2024/app.2024-03-09.2.log.gz", "c"));
            rig.close(sink);
        } finally {
            delete(other);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"app.%i.log", "app.%i.log.gz"})
    void crash_afterAnyStep_withPlacesOnAnotherFileSystem_losesAndDoublesNothing(String pattern) throws IOException {
        Path other = elsewhere();
        try {
            crashEverywhere(
                    run -> new Rolling.FixedWindow(other + "/" + run.folder.getFileName() + "/" + pattern, 1, 5, 2),
                    run -> other.resolve(run.folder.getFileName()));
        } finally {
            delete(other);
        }
    }

    @Test
    void thread_doesTheWork_andCloseFinishesTheRest() {
        rig.archiver.start();
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 5, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        rig.log(sink, "c");
        assertThat(rig.archiver.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(60)))
                .isTrue();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "c", "app.1.log.gz", "b", "app.2.log.gz", "a"));
        rig.close(sink);
    }

    @Test
    void close_atItsDeadline_leavesTheRestForTheNextProcess() throws IOException {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 5, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        Packer packer = new Packer(new Throttle(1, () -> 0, nanos -> {}));
        Path path = folder.resolve("app.1.log");
        ArchiveNames names = new ArchiveNames.Window(FileNamePattern.parse(rig.path("app.%i.log.gz")), 1, 5);
        Path temporary = ArchiveTransaction.temporary(path);
        RolledFile rolled = new RolledFile(path, 1, 0, Compression.GZIP, names, false, "app.1.log", temporary, 0, null);
        Shelf shelf = new Shelf(Compression.GZIP, step -> {});
        assertThatThrownBy(() -> new ArchiveTransaction(packer, step -> {}).run(rolled, shelf, () -> true))
                .isInstanceOf(InterruptedIOException.class);
        rig.close(sink);
        rig.forgetArchiver();
        Sink again = rig.open("app.log", rig.window("app.%i.log.gz", 5, 2));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
        assertThat(rig.findings).isEmpty();
        rig.close(again);
    }

    @Test
    void closedSink_endsACompressionThatRuns_andTheNextProcessStartsOver() throws Exception {
        CountDownLatch packing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        rig.newArchiver(
                nanos -> {
                    packing.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                () -> {});
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 5, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        Thread worker = new Thread(rig.archiver::doWork);
        worker.start();
        packing.await();
        Thread closer = new Thread(() -> rig.close(sink));
        closer.start();
        await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        closer.join();
        worker.join();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "b", "app.1.log", "a"));
        assertThat(rig.archiver.backlog()).isZero();
        assertThat(rig.archiver.doWork()).isZero();
        rig.forgetArchiver();
        Sink again = rig.open("app.log", rig.window("app.%i.log.gz", 5, 2));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
        assertThat(rig.hidden()).isEmpty();
        assertThat(rig.findings).isEmpty();
        rig.close(again);
    }
}
