package dev.tailrace.bench.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.load.Voices;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditorTest {
    private static final int PER_THREAD = 50;
    private static final Line LINE = LineKind.LARGE.line();

    @TempDir
    Path folder;

    /** The lines of two threads in turn. */
    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int sequence = 0; sequence < PER_THREAD; sequence++) {
            for (int thread = 0; thread < 2; thread++) {
                lines.add(Voices.written(LINE, LineKind.LARGE, 1, thread, sequence));
            }
        }
        return lines;
    }

    /** Two rolled files and an active one, the rolled ones compressed. */
    private void write(List<String> lines, String compression) throws IOException {
        int third = lines.size() / 3;
        write("app.2.log", lines.subList(0, third), compression);
        write("app.1.log", lines.subList(third, 2 * third), compression);
        write("app.log", lines.subList(2 * third, lines.size()), "");
    }

    private void write(String name, List<String> lines, String compression) throws IOException {
        byte[] bytes = String.join("", lines).getBytes(StandardCharsets.UTF_8);
        switch (compression) {
            case "" -> Files.write(folder.resolve(name), bytes);
            case ".gz" -> {
                try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + ".gz")))) {
                    out.write(bytes);
                }
            }
            default -> {
                try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve(name + ".zip")))) {
                    out.putNextEntry(new ZipEntry(name));
                    out.write(bytes);
                    out.closeEntry();
                }
            }
        }
    }

    private Findings audit() throws IOException {
        return Auditor.audit(
                folder, ".*", "app.log", Naming.LOWEST_IS_YOUNGEST, LINE, Map.of(1, new long[] {PER_THREAD, PER_THREAD
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".zip"})
    void audit_wholeFiles_findsNothing(String compression) throws IOException {
        write(lines(), compression);

        Findings findings = audit();

        assertThat(findings.total()).isEqualTo(new Audit(2 * PER_THREAD, 0, 0, 0, 0));
        assertThat(findings.rolls()).isEqualTo(2);
        assertThat(findings.compressions()).isEqualTo(compression.isEmpty() ? 0 : 2);
        assertThat(findings.unreadable()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".zip"})
    void audit_lineTakenOut_countsOneLost(String compression) throws IOException {
        List<String> lines = lines();
        lines.remove(7);
        write(lines, compression);

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 1, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".zip"})
    void audit_lineRepeated_countsOneDuplicate(String compression) throws IOException {
        List<String> lines = lines();
        lines.add(20, lines.get(7));
        write(lines, compression);

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 0, 1, 0, 0));
    }

    @Test
    void audit_lossHiddenBehindDuplicate_countsBoth() throws IOException {
        List<String> lines = lines();
        lines.set(9, lines.get(7));
        write(lines, ".gz");

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 1, 1, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".zip"})
    void audit_lineCutInTwo_countsItTornAndLost(String compression) throws IOException {
        List<String> lines = lines();
        String line = lines.get(11);
        lines.set(11, line.substring(0, 400) + "\n" + line.substring(400));
        write(lines, compression);

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 1, 0, 2, 0));
    }

    @Test
    void audit_textOfAnotherLine_countsItTorn() throws IOException {
        List<String> lines = lines();
        String line = lines.get(11);
        String other = lines.get(13);
        lines.set(11, line.substring(0, line.length() - 300) + other.substring(other.length() - 300));
        write(lines, "");

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 1, 0, 1, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".zip"})
    void audit_twoLinesOfAThreadSwapped_countsOneMisordered(String compression) throws IOException {
        List<String> lines = lines();
        Collections.swap(lines, 10, 12);
        write(lines, compression);

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 0, 0, 0, 1));
    }

    @Test
    void audit_rolledFilesUnderEachOthersNames_countsMisordered() throws IOException {
        write(lines(), "");
        Files.move(folder.resolve("app.1.log"), folder.resolve("x"));
        Files.move(folder.resolve("app.2.log"), folder.resolve("app.1.log"));
        Files.move(folder.resolve("x"), folder.resolve("app.2.log"));

        assertThat(audit().total().misordered()).isPositive();
    }

    @Test
    void audit_lastLineWithoutLineFeed_countsItTorn() throws IOException {
        List<String> lines = lines();
        lines.set(lines.size() - 1, lines.get(lines.size() - 1).stripTrailing());
        write(lines, "");

        assertThat(audit().total()).isEqualTo(new Audit(2 * PER_THREAD, 1, 0, 1, 0));
    }

    @Test
    void audit_truncatedGzip_saysWhichFileAndCountsTheRestLost() throws IOException {
        write(lines(), ".gz");
        Path packed = folder.resolve("app.1.log.gz");
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(bytes, bytes.length / 2));

        Findings findings = audit();

        assertThat(findings.unreadable()).singleElement().asString().contains("app.1.log.gz");
        assertThat(findings.total().lost()).isPositive();
        assertThat(findings.total().torn()).isPositive();
    }

    @Test
    void audit_linesInAHiddenFile_areLost() throws IOException {
        write(lines(), "");
        long hidden = Files.readAllLines(folder.resolve("app.1.log")).size();
        Files.move(folder.resolve("app.1.log"), folder.resolve(".app.log.17952364-0.rolled"));

        assertThat(audit().total().lost()).isEqualTo(hidden).isPositive();
    }

    @Test
    void audit_tenRolledFiles_readsThemByNumber() throws IOException {
        List<String> lines = lines();
        for (int i = 0; i < 10; i++) {
            write("foo." + (i + 1) + ".tsv", lines.subList(i * 10, i * 10 + 10), "");
        }

        Findings findings = Auditor.audit(
                folder, ".*", "app.log", Naming.LOWEST_IS_OLDEST, LINE, Map.of(1, new long[] {PER_THREAD, PER_THREAD}));

        assertThat(findings.total().clean()).isTrue();
    }
}
