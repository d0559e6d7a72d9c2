package dev.tailrace.engine.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bytes.FileRow;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each file of a log with links gets one before its first line, and keeps it whatever becomes of the file. */
class LinkedFilesTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    private DestinationConfig.File target(@Nullable String file, @Nullable Rolling rolling) {
        return new DestinationConfig.File(
                file == null ? null : rig.path(file),
                true,
                rolling,
                RollingOptions.NONE.withLinks(rig.path("row/lines")));
    }

    /** The texts of the row's files, in their order. */
    private List<String> row() throws IOException {
        List<String> texts = new ArrayList<>();
        for (FileRow.Entry entry : new FileRow(folder.resolve("row/lines")).entries()) {
            texts.add(Files.readString(entry.path()).strip());
        }
        return texts;
    }

    @Test
    void rolledFiles_compressedAndDeleted_areInTheRow() throws IOException {
        Sink sink = rig.open(target("app.log", rig.window("app.%i.log.gz", 2, 1)));
        for (int i = 0; i < 9; i++) {
            rig.log(sink, "line " + i);
            rig.archive();
        }
        assertThat(row())
                .containsExactly(
                        "line 0", "line 1", "line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8");
        assertThat(rig.tree()).containsEntry("app.1.log.gz", "line 7").doesNotContainKey("app.3.log.gz");
        rig.close(sink);
        assertThat(rig.codes()).isEmpty();
    }

    @Test
    void datedFiles_areInTheRow_emptyOnesToo() throws IOException {
        Sink sink = rig.open(target(null, rig.dated("app.%d{yyyy-MM-dd}.%i.log.zip", 1)));
        rig.log(sink, "line 0");
        rig.log(sink, "line 1");
        rig.at("2024-03-10T00:00:01");
        rig.tick(sink);
        rig.at("2024-03-11T00:00:01");
        rig.tick(sink);
        rig.log(sink, "line 2");
        rig.close(sink);
        rig.archive();

        assertThat(row().stream().filter(text -> !text.isEmpty())).containsExactly("line 0", "line 1", "line 2");
    }

    @Test
    void aFileWithoutRolling_andItsSuccessor_areInTheRow() throws IOException {
        Sink sink = rig.open(target("app.log", null));
        rig.log(sink, "line 0");
        Files.move(folder.resolve("app.log"), folder.resolve("app.old"));
        sink.look();
        rig.log(sink, "line 1");
        rig.close(sink);
        Sink again = rig.open(rig.log(target("app.log", null)), false);
        rig.log(again, "line 2");
        rig.close(again);

        assertThat(row()).containsExactly("line 0", "line 1\nline 2");
    }

    @Test
    void aSuccessor_linksWhatADrainerLeftUnlinked() throws IOException {
        Sink sink = rig.open(target("app.log", rig.window("app.%i.log.gz", 2, 1)));
        rig.log(sink, "line 0");
        // Killed after the rename, or after the new file was made.
        Files.move(folder.resolve("app.log"), folder.resolve("app.1.log"));
        Sink second = rig.open(rig.log(target("app.log", rig.window("app.%i.log.gz", 2, 1))), false);
        rig.log(second, "line 1");
        Files.move(folder.resolve("app.log"), folder.resolve("app.2.log"));
        Files.createFile(folder.resolve("app.log"));
        Sink third = rig.open(rig.log(target("app.log", rig.window("app.%i.log.gz", 2, 1))), false);
        rig.log(third, "line 2");

        assertThat(row()).containsExactly("line 0", "line 1", "line 2");
        rig.close(sink);
        rig.close(second);
        rig.close(third);
    }

    @Test
    void aRowThatCannotBeMade_isAFinding_andTheLogGoesOn() throws IOException {
        Files.createFile(folder.resolve("row"));
        Sink sink = rig.open(target("app.log", rig.window("app.%i.log", 2, 1)));
        rig.log(sink, "line 0");
        rig.log(sink, "line 1");

        assertThat(rig.tree()).containsEntry("app.log", "line 1").containsEntry("app.1.log", "line 0");
        assertThat(rig.codes()).containsOnly(FindingCode.TARGET_SETTING);
        Files.delete(folder.resolve("row"));
        rig.log(sink, "line 2");
        assertThat(row()).containsExactly("line 2");
        rig.close(sink);
    }

    @Test
    void theRecord_saysTheRow_alsoWithoutRolling_andANeighbourHasItsOwn() {
        for (Rolling rolling : new Rolling[] {null, rig.window("app.%i.log", 2, 1)}) {
            LogFile log = rig.log(target("app.log", rolling));
            Path links = folder.resolve("row/lines");

            assertThat(log.rolling()).endsWith(" links=" + links);
            assertThat(LogFile.ofRecord(log.lockFile(), log.rolling()).links()).isEqualTo(links);
            assertThat(LogFile.ofRecord(log.lockFile(), log.rolling()).rolling())
                    .isEqualTo(log.rolling());
            assertThat(log.summary()).endsWith("linked for a target as " + links);
            assertThat(String.valueOf(log.neighbour(1).links())).matches(links + "\\..+-1");
            assertThatThrownBy(
                            () -> LogFile.ofRecord(log.lockFile(), log.rolling().replace("links=/", "links=")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
