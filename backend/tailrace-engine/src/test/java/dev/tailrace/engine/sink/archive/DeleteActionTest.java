package dev.tailrace.engine.sink.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DeleteRule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.FileCondition;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeleteActionTest {
    private static final FileCondition ALL_LOGS = new FileCondition.Name("glob:**.log", List.of());

    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path given) throws IOException {
        folder = Files.createDirectories(given.toRealPath().resolve("logs"));
        rig = new Rig(folder);
    }

    private Path file(String name, int hoursOld) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "0123456789");
        long millis = TimeUnit.NANOSECONDS.toMillis(rig.nowNanos) - TimeUnit.HOURS.toMillis(hoursOld);
        Files.setLastModifiedTime(file, FileTime.fromMillis(millis));
        return file;
    }

    private DeleteRule removal(int depth, boolean links, FileCondition... conditions) {
        return new DeleteRule(folder.toString(), depth, links, false, true, List.of(conditions));
    }

    private void run(DeleteRule deleteRule, Set<Path> active, Set<Path> waiting) {
        Shelf shelf = new Shelf(Compression.NONE, step -> {});
        DeleteAction.run(
                deleteRule, TimeUnit.NANOSECONDS.toMillis(rig.nowNanos), active, waiting, shelf, rig.findings::add);
    }

    private Set<String> left(DeleteRule deleteRule, Path... active) {
        run(deleteRule, Set.of(active), Set.of());
        return rig.tree().keySet();
    }

    @Test
    void ageAndName_deleteOnlyWhatBothHoldFor() throws IOException {
        file("app-1.log", 30);
        file("app-2.log", 10);
        file("app-3.txt", 30);
        file("below/app-4.log", 30);

        assertThat(left(removal(
                        1,
                        false,
                        new FileCondition.Name(
                                "glob:app-*.log",
                                List.of(new FileCondition.Age(TimeUnit.HOURS.toMillis(24), List.of()))))))
                .containsExactlyInAnyOrder("app-2.log", "app-3.txt", "below/app-4.log");
    }

    @Test
    void maxDepth_isHowFarDownFilesGo() throws IOException {
        file("a.log", 1);
        file("b/b.log", 1);
        file("b/c/c.log", 1);

        assertThat(left(removal(2, false, ALL_LOGS))).containsExactly("b/c/c.log");
        assertThat(left(removal(0, false, ALL_LOGS))).containsExactly("b/c/c.log");
    }

    @Test
    void countAndSum_leaveTheNewest() throws IOException {
        for (int i = 1; i < 7; i++) {
            file("a-" + i + ".log", i);
        }
        assertThat(left(removal(1, false, ALL_LOGS, new FileCondition.Count(4, List.of()))))
                .containsExactly("a-1.log", "a-2.log", "a-3.log", "a-4.log");
        assertThat(left(removal(1, false, ALL_LOGS, new FileCondition.Sum(25, List.of()))))
                .containsExactly("a-1.log", "a-2.log");
    }

    @Test
    void oldestFirst_leavesTheOldest() throws IOException {
        for (int i = 1; i < 5; i++) {
            file("a-" + i + ".log", i);
        }
        DeleteRule deleteRule = new DeleteRule(
                folder.toString(), 1, false, false, false, List.of(new FileCondition.Count(2, List.of())));

        assertThat(left(deleteRule)).containsExactly("a-3.log", "a-4.log");
    }

    @Test
    void anyAndNot_areAskedUpToTheFirstThatDecides() throws IOException {
        file("a.log", 1);
        file("b.txt", 1);
        file("keep.log", 1);
        FileCondition keep = new FileCondition.Name("regex:keep.*", List.of());

        assertThat(left(removal(
                        1,
                        false,
                        new FileCondition.Not(keep),
                        new FileCondition.Any(List.of(ALL_LOGS, new FileCondition.Age(Long.MAX_VALUE, List.of()))))))
                .containsExactly("b.txt", "keep.log");
    }

    @Test
    void activeFiles_hiddenOnes_andLanes_stay() throws IOException {
        Path direct = file("direct.log", 1);
        file("other.log", 1);
        file(".other.log.tailrace-lock", 1);
        file(".app.log.17-0-00000000.rolled", 1);
        file(".hidden/x.log", 1);
        file("lanes/drain.staging", 1);
        file("lanes/1/ring.log", 1);
        file("old.log", 1);

        assertThat(left(removal(9, false, new FileCondition.Age(0, List.of())), direct))
                .containsExactlyInAnyOrder(
                        "direct.log", "other.log", "lanes/drain.staging", "lanes/1/ring.log", ".hidden/x.log");
        assertThat(folder.resolve(".other.log.tailrace-lock")).exists();
        assertThat(folder.resolve(".app.log.17-0-00000000.rolled")).exists();
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void links_areFollowedOnlyWhenAsked_andNeverOutside() throws IOException {
        Path outside = Files.createDirectories(folder.resolveSibling("outside"));
        Files.writeString(outside.resolve("precious.log"), "x");
        file("inside/a.log", 1);
        file("a.log", 1);
        Files.createSymbolicLink(folder.resolve("out"), outside);
        Files.createSymbolicLink(folder.resolve("out.log"), outside.resolve("precious.log"));
        Files.createSymbolicLink(folder.resolve("in"), folder.resolve("inside"));
        Files.createSymbolicLink(folder.resolve("nowhere.log"), folder.resolve("gone"));
        Files.createSymbolicLink(folder.resolve("inside/up"), folder);

        left(removal(9, true, ALL_LOGS));

        assertThat(outside.resolve("precious.log")).exists();
        assertThat(folder.resolve("out.log")).isSymbolicLink();
        assertThat(folder.resolve("inside/a.log")).doesNotExist();
        left(removal(9, false, ALL_LOGS));
        assertThat(folder.resolve("out.log")).doesNotExist();
        assertThat(outside.resolve("precious.log")).exists();
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void directories_atTheGreatestDepth_goWhenTheyAreEmpty() throws IOException {
        file("full/a.txt", 1);
        Files.createDirectories(folder.resolve("empty"));

        left(removal(1, false, new FileCondition.Name("glob:{full,empty}", List.of())));

        assertThat(folder.resolve("empty")).doesNotExist();
        assertThat(folder.resolve("full/a.txt")).exists();
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void testMode_namesWhatItWouldDelete() throws IOException {
        Path old = file("a.log", 1);
        DeleteAction.run(
                new DeleteRule(folder.toString(), 1, false, true, true, List.of(ALL_LOGS)),
                TimeUnit.NANOSECONDS.toMillis(rig.nowNanos),
                Set.of(),
                Set.of(),
                new Shelf(Compression.NONE, step -> {}),
                rig.findings::add);

        assertThat(old).exists();
        assertThat(rig.codes()).containsExactly(FindingCode.DELETE_TESTED);
        assertThat(rig.findings).flatExtracting(Finding::evidence).containsExactly(old.toString());
    }

    @Test
    void directoryThatIsNotThere_isNoTrouble() {
        DeleteAction.run(
                new DeleteRule(folder + "/none", 1, false, false, true, List.of(ALL_LOGS)),
                0,
                Set.of(),
                Set.of(),
                new Shelf(Compression.NONE, step -> {}),
                rig.findings::add);

        assertThat(rig.findings).isEmpty();
    }

    @Test
    void roll_deletesWhatIsOrdered_butNotTheActiveFile() throws IOException {
        file("app.2001-01-01.0.log", 100_000);
        file("strange.log", 100_000);
        file("strange.txt", 100_000);
        DeleteRule rule = removal(1, false, ALL_LOGS, new FileCondition.Count(2, List.of()));
        RollingOptions options = new RollingOptions(1, false, -1, null, false, List.of(rule));
        Sink sink =
                rig.open(new DestinationConfig.File(rig.path("app.log"), true, rig.dated("app.%d.%i.log", 2), options));
        rig.log(sink, "x");
        rig.archive();
        assertThat(rig.tree()).hasSize(4);
        rig.log(sink, "y");
        rig.log(sink, "z");
        rig.archive();
        assertThat(rig.tree().keySet()).contains("app.log", "strange.txt").doesNotContain("strange.log");
        assertThat(rig.codes()).isEmpty();
        rig.close(sink);
    }
}
