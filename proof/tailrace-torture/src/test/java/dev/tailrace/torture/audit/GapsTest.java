package dev.tailrace.torture.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only lines that a fault itself destroys are excused. */
class GapsTest {
    @TempDir
    Path folder;

    private Acknowledgements acknowledgements;

    @BeforeEach
    void acknowledgeTenLines() throws IOException {
        acknowledgements = Acknowledgements.open(folder.resolve("acknowledged"));
        for (int i = 1; i <= 10; i++) {
            acknowledgements.begin(3, 0, i);
            acknowledgements.acknowledge(3, 0, i);
        }
    }

    @Test
    void linesBetweenACopyAndWhatFollows_areExcused() throws IOException {
        write("outside.1", 1, 4);
        write("app.log", 7, 10);

        Audit audit = audit();

        assertThat(audit.lost).isEqualTo(2);
        assertThat(without(audit).isGood()).isTrue();
        assertThat(without(audit).problems).isEmpty();
    }

    @Test
    void linesWithinAFile_areNot() throws IOException {
        write("outside.1", 1, 2, 4, 4);
        write("app.log", 7, 10);

        assertThat(without(audit()).lost).isEqualTo(1);
        assertThat(without(audit()).isGood()).isFalse();
    }

    @Test
    void linesBehindTheLastOne_areNot() throws IOException {
        write("outside.1", 1, 4);
        write("app.log", 7, 9);

        assertThat(without(audit()).lost).isEqualTo(1);
    }

    @Test
    void linesUpToAMoment_areExcused_andLaterOnesAreNot() throws IOException {
        write("app.log", 1, 2, 6, 7, 10, 10);
        Gaps gaps = Gaps.of(files(), acknowledgements);
        int key = 3 * Acknowledgements.THREADS;

        assertThat(gaps.excuse(audit(), Gaps.until(Map.of(key, 9L))).isGood()).isTrue();
        assertThat(gaps.excuse(audit(), Gaps.until(Map.of(key, 8L))).lost).isEqualTo(2);
    }

    private Audit without(Audit audit) throws IOException {
        return Gaps.of(files(), acknowledgements).excuse(audit, Gaps.Gap::isBehindASavedFile);
    }

    private Audit audit() throws IOException {
        return Auditor.audit(files(), acknowledgements, true);
    }

    private List<Path> files() throws IOException {
        return LogFiles.in(folder);
    }

    /** Lines from the first number of each pair to the second. */
    private void write(String name, int... pairs) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            for (int sequence = pairs[i]; sequence <= pairs[i + 1]; sequence++) {
                lines.add("10:00:00.000 " + new Mark(3, 0, sequence).text(Mark.LETTERS_USUALLY));
            }
        }
        Files.write(folder.resolve(name), lines);
    }
}
