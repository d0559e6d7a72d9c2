package dev.tailrace.engine.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.CronSchedule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.log.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are rolled at the moments of a schedule. The clock stands at Saturday, 2024-03-09, 10:00. */
class ScheduledRollingTest {
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        rig = new Rig(folder);
    }

    private static RollingOptions at(String expression, boolean evaluate) {
        CronSchedule moments = CronSchedule.parse(expression, ZoneId.systemDefault());
        RollingOptions.Schedule schedule = new RollingOptions.Schedule(moments, evaluate);
        return new RollingOptions(1, false, -1, schedule, false, List.of());
    }

    private DestinationConfig.File target(@Nullable String file, Rolling rolling, String expression, boolean evaluate) {
        return new DestinationConfig.File(
                file == null ? null : rig.path(file), true, rolling, at(expression, evaluate));
    }

    private Sink open(@Nullable String file, Rolling rolling, String expression) {
        return rig.open(target(file, rolling, expression, false));
    }

    private Rolling numbered(String pattern, int max, long size) {
        return new Rolling.Numbered(rig.path(pattern), 1, max, true, size, 0, 0);
    }

    @Test
    void moments_endTheFile_whichIsNamedByTheMomentBefore() {
        Sink sink = open("app.log", rig.dated("app-%d{yyyy-MM-dd_HH}.log", 0), "0 0 9,12 ? * MON-SAT");
        rig.log(sink, "morning");
        rig.at("2024-03-09T11:59:59");
        rig.log(sink, "still");
        rig.at("2024-03-09T12:00:00");
        rig.tick(sink);
        rig.log(sink, "noon");
        rig.at("2024-03-10T12:00:00");
        rig.tick(sink);
        rig.log(sink, "Sunday");
        rig.at("2024-03-11T09:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log",
                        "",
                        "app-2024-03-09_09.log",
                        "morning still",
                        "app-2024-03-09_12.log",
                        "noon Sunday"));
        rig.close(sink);
    }

    @Test
    void endOfAPeriodOfTheDate_endsNothing() {
        Sink sink = open("app.log", rig.dated("app-%d{yyyy-MM-dd}.log", 0), "0 0 12 ? * MON");
        rig.log(sink, "one");
        rig.at("2024-03-10T00:00:00");
        rig.tick(sink);
        rig.log(sink, "two");
        assertThat(rig.archive().tree()).containsOnlyKeys("app.log");
        rig.close(sink);
    }

    @Test
    void severalFilesOfADate_getIndices_sizeIncluded() {
        Sink sink = open("app.log", numbered("app-%d{yyyy-MM}-%i.log.gz", 7, 8), "0 0 * * * ?");
        rig.log(sink, "one");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.log(sink, "two, long");
        rig.log(sink, "three");
        rig.at("2024-03-09T13:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log",
                        "",
                        "app-2024-03-1.log.gz",
                        "one",
                        "app-2024-03-2.log.gz",
                        "two, long",
                        "app-2024-03-3.log.gz",
                        "three"));
        rig.close(sink);
    }

    @Test
    void withoutADate_thereIsTheIndex() {
        Sink sink = open("app.log", numbered("app-%i.log", 7, 0), "0 0 * * * ?");
        rig.log(sink, "one");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.log(sink, "two");
        rig.at("2024-03-09T12:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "", "app-1.log", "one", "app-2.log", "two"));
        rig.close(sink);
    }

    @Test
    void emptyFiles_areNotRolled() {
        Sink sink = open("app.log", rig.dated("app-%d{yyyy-MM-dd_HH}.log", 0), "0 0 * * * ?");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.log(sink, "x");
        rig.at("2024-03-09T12:30:00");
        rig.tick(sink);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "", "app-2024-03-09_11.log", "x"));
        rig.close(sink);
    }

    @Test
    void directly_filesAreNamedByTheirBeginning() {
        Sink sink = open(null, numbered("app-%d{yyyy-MM-dd_HH}-%i.log", Integer.MAX_VALUE, 0), "0 0/30 * * * ?");
        rig.log(sink, "one");
        rig.at("2024-03-09T10:30:00");
        rig.tick(sink);
        rig.log(sink, "two");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.at("2024-03-09T11:30:00");
        rig.tick(sink);
        rig.log(sink, "three");
        rig.close(sink);
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app-2024-03-09_10-1.log",
                        "one",
                        "app-2024-03-09_10-2.log",
                        "two",
                        "app-2024-03-09_11-1.log",
                        "three"));
    }

    @Test
    void directly_withoutAnIndex_linesOfOneDateAreOneFile() {
        Sink sink = open(null, rig.dated("app-%d{yyyy-MM-dd}.log.gz", 0), "0 0 * * * ?");
        rig.log(sink, "one");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.log(sink, "two");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app-2024-03-09.log", "one two"));
        rig.at("2024-03-10T11:00:00");
        rig.tick(sink);
        rig.log(sink, "three");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of("app-2024-03-09.log.gz", "one two", "app-2024-03-10.log", "three"));
        rig.close(sink);
    }

    private void leftBehind(String name, String when) throws IOException {
        Path old = Files.writeString(rig.folder.resolve(name), "old\n");
        Files.setLastModifiedTime(old, FileTime.fromMillis(Rig.millis(when)));
    }

    @Test
    void restart_leavesTheFile_unlessThatIsToBeEvaluated() throws IOException {
        Rolling rolling = rig.dated("app-%d{yyyy-MM-dd}.log", 0);
        leftBehind("app.log", "2024-03-07T10:00:00");
        Sink sink = rig.open(target("app.log", rolling, "0 0 12 * * ?", false));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "old"));
        rig.close(sink);

        rig.forgetArchiver();
        leftBehind("app.log", "2024-03-07T10:00:00");
        sink = rig.open(target("app.log", rolling, "0 0 12 * * ?", true));
        rig.log(sink, "new");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "new", "app-2024-03-06.log", "old"));
        rig.close(sink);
    }

    @Test
    void drainerThatTakesOver_rollsWhatItsPredecessorMissed() throws IOException {
        leftBehind("app.log", "2024-03-08T10:00:00");
        LogFile log = rig.log(target("app.log", rig.dated("app-%d{yyyy-MM-dd}.log", 0), "0 0 12 * * ?", false));
        Sink sink = rig.open(LogFile.ofRecord(log.lockFile(), log.rolling()), false);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "", "app-2024-03-07.log", "old"));
        rig.close(sink);
    }

    @Test
    void clockThatWasAheadForAWhile_comesBack() {
        Sink sink = open("app.log", rig.dated("app-%d{yyyy-MM-dd}.log", 0), "0 0 12 * * ?");
        rig.log(sink, "one");
        rig.at("2031-01-01T00:00:00");
        rig.tick(sink);
        rig.log(sink, "ahead");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.log(sink, "back");
        rig.at("2024-03-09T12:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree())
                .containsKeys("app-2024-03-08.log", "app-2030-12-31.log")
                .hasSizeBetween(3, 4);
        rig.close(sink);
    }

    @Test
    void maxFiles_leavesThatManyOfAPeriod_withTheActiveOne() {
        for (String pattern : new String[] {"a/app-%d{HH-mm}-%i.log", "b/app-%d{HH-mm}-%i.log.gz"}) {
            Sink sink = rig.open(null, numbered(pattern, 3, 2));
            for (int i = 0; i < 6; i++) {
                rig.log(sink, String.valueOf(i));
            }
            rig.archive();
            assertThat(rig.tree().values()).endsWith("3", "4", "5");
            rig.nowNanos += TimeUnit.MINUTES.toNanos(1);
            rig.tick(sink);
            rig.log(sink, "next");
            rig.archive();
            rig.close(sink);
        }
        assertThat(rig.tree())
                .containsOnlyKeys(
                        "a/app-10-00-4.log",
                        "a/app-10-00-5.log",
                        "a/app-10-00-6.log",
                        "a/app-10-01-1.log",
                        "b/app-10-01-4.log.gz",
                        "b/app-10-01-5.log.gz",
                        "b/app-10-01-6.log.gz",
                        "b/app-10-02-1.log");
    }
}
