package dev.tailrace.engine.sink.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PruningTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    @Test
    void maxHistory_keepsThatManyPeriodsBeforeTheCurrentOne() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.log", 0, 2, 0));
        for (int day = 10; day < 16; day++) {
            rig.log(sink, "x");
            rig.at("2024-03-" + day + "T00:00:00");
        }
        rig.log(sink, "x");
        assertThat(rig.archive().tree()).containsOnlyKeys("app.log", "app.2024-03-13.log", "app.2024-03-14.log");
        rig.close(sink);
    }

    @Test
    void clockThatWasAheadForAWhile_doesNotMakeNewFilesTooOld() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.log", 0, 2, 0));
        rig.at("2031-01-01T00:00:00");
        rig.log(sink, "x");
        rig.at("2024-03-09T10:00:00");
        rig.tick(sink);
        rig.log(sink, "x");
        rig.at("2024-03-10T10:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree()).containsKeys("app.log", "app.2024-03-09.log", "app.2031-01-01.log");
        rig.close(sink);
    }

    /** Such names come again every day, and say nothing of the year. */
    @Test
    void dateWithoutAYear_filesAgeByTheirLastChange() throws IOException {
        for (String moment :
                new String[] {"2024-03-09T07:30:00", "2024-03-09T08:30:00", "2024-03-09T09:30:00", "2024-03-08T11:30:00"
                }) {
            Path file = Files.writeString(folder.resolve("app." + moment.substring(11, 13) + ".log"), "x");
            Files.setLastModifiedTime(file, FileTime.fromMillis(Rig.millis(moment)));
        }
        Sink sink = rig.open("app.log", new Rolling.TimeBased(rig.path("app.%d{HH}.log"), 0, 2, 0, true));
        assertThat(rig.archive().tree()).containsOnlyKeys("app.log", "app.08.log", "app.09.log");
        rig.close(sink);
    }

    @Test
    void totalSizeCap_deletesTheOldestBeyondIt() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.%i.log", 2, 9, 5));
        for (int i = 0; i < 6; i++) {
            rig.log(sink, "x");
        }
        assertThat(rig.archive().tree()).containsOnlyKeys("app.log", "app.2024-03-09.3.log", "app.2024-03-09.4.log");
        rig.close(sink);
    }

    /** The drainer rolls while the archiver lists: such a file waits, but is in no list of those that wait that was made before. */
    @Test
    void fileRolledMeanwhile_countsForNothing() throws IOException {
        Files.writeString(folder.resolve("app.2024-03-08.0.log.gz"), "x");
        FileNamePattern pattern = FileNamePattern.parse(rig.path("app.%d.%i.log.gz"));
        Pruning pruning = new Pruning(pattern, Objects.requireNonNull(pattern.periods()), 9, 5);
        assertThat(pruning.tooOld(Rig.millis("2024-03-09T10:00:00"), () -> {
                    try {
                        Files.writeString(folder.resolve("app.2024-03-09.0.log"), "larger than the cap");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return Set.of();
                }))
                .isEmpty();
    }

    @Test
    void totalSizeCap_withoutMaxHistory_deletesTheOldestOfAllPeriods() throws IOException {
        Files.writeString(folder.resolve("app.2001-01-01.0.log"), "x\n");
        Files.writeString(folder.resolve("app.2001-01-01.0.txt"), "precious");
        Sink sink = rig.open("app.log", rig.dated("app.%d.%i.log", 2, 0, 5));
        rig.log(sink, "x");
        rig.log(sink, "x");
        assertThat(rig.archive().tree()).containsKeys("app.2001-01-01.0.log", "app.2024-03-09.0.log");
        for (int i = 0; i < 4; i++) {
            rig.log(sink, "x");
        }
        assertThat(rig.archive().tree())
                .containsOnlyKeys("app.log", "app.2024-03-09.3.log", "app.2024-03-09.4.log", "app.2001-01-01.0.txt");
        assertThat(rig.codes()).isEmpty();
        rig.close(sink);
    }

    @Test
    void cleanHistoryOnStart_withTheCapAlone_prunesBeforeAnyRoll() throws IOException {
        Files.writeString(folder.resolve("app.2024-01-01.log"), "old");
        Files.writeString(folder.resolve("app.2024-01-02.log"), "new");
        Sink sink = rig.open("app.log", new Rolling.TimeBased(rig.path("app.%d.log"), 0, 0, 5, true));
        rig.archive();
        assertThat(rig.tree()).containsOnlyKeys("app.log", "app.2024-01-02.log");
        rig.close(sink);
    }

    @Test
    void filesThatDontMatch_areNeverDeleted() throws IOException {
        for (String name : new String[] {
            "app.2001-01-01.log.bak",
            "app.2001-01-01.txt",
            "app.2001-13-01.log",
            "app.x.log",
            "xapp.2001-01-01.log",
            "app.1.log"
        }) {
            Files.writeString(folder.resolve(name), "precious");
        }
        Files.writeString(folder.resolve("app.2001-01-01.log"), "old");
        Sink sink = rig.open("app.log", new Rolling.TimeBased(rig.path("app.%d.log"), 0, 2, 1, true));
        rig.archive();
        assertThat(rig.tree()).hasSize(7).doesNotContainKey("app.2001-01-01.log");
        rig.close(sink);
    }

    @Test
    void withoutFile_theActiveFileIsNeverDeleted() {
        Sink sink = rig.open(null, rig.dated("app.%d.%i.log", 2, 3, 1));
        for (int i = 0; i < 4; i++) {
            rig.log(sink, "x");
        }
        assertThat(rig.archive().tree()).containsOnlyKeys("app.2024-03-09.3.log");
        rig.close(sink);
    }

    @Test
    void directoriesThatThePatternMade_goWhenTheyAreEmpty() {
        Sink sink = rig.open("app.log", rig.dated("old/%d{yyyy/MM,aux}/app.%d{yyyy-MM}.log", 0, 1, 0));
        rig.log(sink, "march");
        rig.at("2024-04-01T00:00:00");
        rig.log(sink, "april");
        rig.archive();
        rig.at("2024-06-01T00:00:00");
        rig.log(sink, "june");
        rig.archive();
        assertThat(rig.tree()).containsOnlyKeys("app.log");
        assertThat(folder.resolve("old")).isEmptyDirectory();
        rig.close(sink);
    }

    @Test
    void cleanHistoryOnStart_prunesBeforeAnyRoll() throws IOException {
        Files.writeString(folder.resolve("app.2024-01-01.log.gz"), "old");
        Files.writeString(folder.resolve("app.2024-01-02.log"), "old, not compressed");
        Sink sink = rig.open("app.log", new Rolling.TimeBased(rig.path("app.%d.log.gz"), 0, 2, 0, true));
        rig.archive();
        assertThat(rig.tree()).containsOnlyKeys("app.log");
        rig.close(sink);
    }
}
