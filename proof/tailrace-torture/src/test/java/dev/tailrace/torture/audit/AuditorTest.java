package dev.tailrace.torture.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every defect is planted once and must be seen. */
class AuditorTest {
    @TempDir
    Path folder;

    private Acknowledgements acknowledgements;
    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void acknowledgeTenLinesOfTwoThreads() throws IOException {
        acknowledgements = Acknowledgements.open(Files.createTempFile(folder, "acks", ""));
        for (int i = 1; i <= 10; i++) {
            for (int thread = 0; thread < 2; thread++) {
                acknowledgements.begin(3, thread, i);
                acknowledgements.acknowledge(3, thread, i);
                lines.add(line(thread, i));
            }
        }
    }

    @Test
    void audit_allThere_isGood() throws IOException {
        Audit audit = audit();

        assertThat(audit.isGood()).as("%s", audit).isTrue();
        assertThat(audit.acknowledged).isEqualTo(20);
        assertThat(audit.problems).isEmpty();
    }

    @Test
    void audit_lineMissing_isLost() throws IOException {
        lines.remove(7);
        Audit audit = audit();

        assertThat(audit.lost).isEqualTo(1);
        assertThat(audit.isGood()).isFalse();
        assertThat(audit.problems).anyMatch(problem -> problem.contains("1 of 10 lines of 3.1 are missing"));
    }

    @Test
    void audit_allOfAThreadMissing_areLost() throws IOException {
        lines.removeIf(line -> line.contains("<3.1."));

        assertThat(audit().lost).isEqualTo(10);
    }

    @Test
    void audit_missingOneHiddenByDouble_isSeen() throws IOException {
        lines.set(7, lines.get(5));
        Audit audit = audit();

        assertThat(audit.lost).isEqualTo(1);
        assertThat(audit.duplicated).isEqualTo(1);
    }

    @Test
    void audit_swappedLinesOfOneThread_areOutOfOrder() throws IOException {
        String earlier = lines.get(4);
        lines.set(4, lines.get(6));
        lines.set(6, earlier);
        Audit audit = audit();

        assertThat(audit.outOfOrder).isEqualTo(1);
        assertThat(audit.lost).isZero();
    }

    @Test
    void audit_swappedLinesOfTwoThreads_areInOrder() throws IOException {
        String earlier = lines.get(4);
        lines.set(4, lines.get(5));
        lines.set(5, earlier);

        assertThat(audit().isGood()).isTrue();
    }

    @Test
    void audit_nulByte_isTorn() throws IOException {
        lines.set(4, lines.get(4) + "\0\0");
        lines.add("\0");

        assertThat(audit().torn).isEqualTo(2);
    }

    @Test
    void audit_halfALine_isTorn() throws IOException {
        String whole = lines.get(4);
        lines.add(4, whole.substring(0, whole.length() / 2));
        Audit audit = audit();

        assertThat(audit.torn).isEqualTo(1);
        assertThat(audit.lost).isZero();
    }

    @Test
    void audit_changedLetter_isTorn() throws IOException {
        lines.set(4, lines.get(4).replaceFirst(" .* ", " other letters "));
        Audit audit = audit();

        assertThat(audit.torn).isEqualTo(1);
        assertThat(audit.lost).isEqualTo(1);
    }

    @Test
    void audit_lastLineWithoutItsEnd_isTorn() throws IOException {
        Path log = folder.resolve("app.log");
        Files.writeString(log, String.join("\n", lines));

        assertThat(Auditor.audit(LogFiles.in(folder), acknowledgements, true).torn)
                .isEqualTo(1);
    }

    @Test
    void audit_oneInFlight_isNoFlaw() throws IOException {
        acknowledgements.begin(3, 1, 11);
        lines.add(line(1, 11));
        Audit audit = audit();

        assertThat(audit.isGood()).as("%s", audit).isTrue();
        assertThat(audit.unfinished).isEqualTo(1);
    }

    @Test
    void audit_lineThatNobodyBegan_isSeen() throws IOException {
        lines.add(line(1, 11));

        assertThat(audit().torn).isEqualTo(1);
    }

    @Test
    void audit_twoInFlight_areSeen() throws IOException {
        acknowledgements.begin(3, 1, 12);
        lines.add(line(1, 11));
        lines.add(line(1, 12));

        assertThat(audit().torn).isEqualTo(2);
    }

    @Test
    void audit_lossThatIsReported_isNoLoss() throws IOException {
        lines.subList(6, 8).clear();
        lines.add("12:00:00.000 TR4001: 2 events were dropped between 2026-01-01T00:00:00Z and 2026-01-01T00:00:01Z");
        Audit audit = audit();

        assertThat(audit.isGood()).as("%s", audit).isTrue();
        assertThat(audit.dropped).isEqualTo(2);
    }

    @Test
    void audit_moreReportedThanMissing_isSeen() throws IOException {
        lines.subList(6, 8).clear();
        lines.add("12:00:00.000 TR4001: 3 events were dropped between 2026-01-01T00:00:00Z and 2026-01-01T00:00:01Z");

        assertThat(audit().lost).isEqualTo(1);
    }

    @Test
    void audit_droppedInFlight_isNoFlaw() throws IOException {
        acknowledgements.begin(3, 1, 11);
        lines.add("12:00:00.000 TR4001: 1 event was dropped between 2026-01-01T00:00:00Z and 2026-01-01T00:00:01Z");

        assertThat(audit().isGood()).isTrue();
    }

    @Test
    void audit_foreignLine_isNone() throws IOException {
        lines.add(3, Auditor.FOREIGN + "hello");

        assertThat(audit().isGood()).isTrue();
    }

    @Test
    void audit_renamedInTheMiddleOfALine_isNoFlawIfTheLineIsWholeElsewhere() throws IOException {
        write("app.log", 4, 20);
        write("outside.1", 0, 4);
        Files.writeString(folder.resolve("outside.1"), lines.get(4).substring(0, 20), StandardOpenOption.APPEND);
        Audit audit = Auditor.audit(LogFiles.in(folder), acknowledgements, true);

        assertThat(audit.isGood()).as("%s", audit).isTrue();
        assertThat(audit.cutShort).isEqualTo(1);
    }

    @Test
    void audit_endsInTheMiddleOfALine_whereNobodyTookIt_isTorn() throws IOException {
        write("app.log", 4, 20);
        write("outside.1", 0, 4);
        Files.writeString(folder.resolve("outside.1"), lines.get(4).substring(0, 20), StandardOpenOption.APPEND);

        assertThat(Auditor.audit(LogFiles.in(folder), acknowledgements, false).torn)
                .isEqualTo(1);
    }

    @Test
    void audit_beginningOfNoLineAtTheEndOfARenamedFile_isTorn() throws IOException {
        write("app.log", 4, 20);
        write("outside.1", 0, 4);
        Files.writeString(folder.resolve("outside.1"), lines.get(4).substring(3, 20), StandardOpenOption.APPEND);

        assertThat(Auditor.audit(LogFiles.in(folder), acknowledgements, true).torn)
                .isEqualTo(1);
    }

    @Test
    void audit_foreignLineBehindABeginning_isNoFlaw_butBehindRubbishItIs() throws IOException {
        lines.add(3, lines.get(5).substring(0, 40) + Auditor.FOREIGN + "1");
        lines.add(6, "rubbish" + Auditor.FOREIGN + "2");
        Audit audit = audit();

        assertThat(audit.cutShort).isEqualTo(1);
        assertThat(audit.torn).isEqualTo(1);
    }

    @Test
    void byContent_namesInAnotherOrder_followTheLines() throws IOException {
        write("app-2026-05-05_10-00.0.log.gz", 0, 4);
        write("app-2026-03-05_10-00.0.log.1.gz", 4, 8);
        write("app-2026-04-05_10-00.7.log.gz", 8, 12);
        write("app.log", 12, 20);
        Audit audit = Auditor.audit(LogFiles.byContent(folder), acknowledgements, false);

        assertThat(audit.isGood()).as("%s", audit).isTrue();
        assertThat(audit.files).isEqualTo(4);
    }

    @Test
    void byContent_linesOfAThreadInterleaved_areOutOfOrder() throws IOException {
        write("app-2026-03-05_10-00.0.log.gz", 0, 4);
        Files.write(
                folder.resolve("app.log"),
                (lines.get(4) + "\n" + lines.get(8) + "\n").getBytes(StandardCharsets.UTF_8));
        Files.write(
                folder.resolve("outside.1"),
                (lines.get(6) + "\n" + lines.get(10) + "\n").getBytes(StandardCharsets.UTF_8));

        assertThat(Auditor.audit(LogFiles.byContent(folder), acknowledgements, false).outOfOrder)
                .isPositive();
    }

    @Test
    void audit_archives_areReadInTheirOrder() throws IOException {
        write("app-2026-01-01.10.log.gz", 4, 8);
        write("app-2026-01-01.9.log.gz", 0, 4);
        write("app-2026-01-01.11.log", 8, 12);
        write("app.log", 12, 20);
        Audit audit = Auditor.audit(LogFiles.in(folder), acknowledgements, true);

        assertThat(audit.isGood()).as("%s", audit).isTrue();
        assertThat(audit.files).isEqualTo(4);
    }

    @Test
    void audit_archiveCutOff_isUnreadable() throws IOException {
        write("app-2026-01-01.1.log.gz", 0, 4);
        write("app.log", 4, 20);
        Path archive = folder.resolve("app-2026-01-01.1.log.gz");
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(bytes, bytes.length - 6));

        assertThat(Auditor.audit(LogFiles.in(folder), acknowledgements, true).unreadable)
                .isEqualTo(1);
    }

    @Test
    void audit_archiveWithWrongChecksum_isUnreadable() throws IOException {
        write("app-2026-01-01.1.log.gz", 0, 20);
        Path archive = folder.resolve("app-2026-01-01.1.log.gz");
        byte[] bytes = Files.readAllBytes(archive);
        bytes[bytes.length - 6] ^= 1;
        Files.write(archive, bytes);

        assertThat(Auditor.audit(LogFiles.in(folder), acknowledgements, true).unreadable)
                .isEqualTo(1);
    }

    @Test
    void audit_emptyArchive_isUnreadable() throws IOException {
        write("app.log", 0, 20);
        Files.createFile(folder.resolve("app-2026-01-01.1.log.gz"));

        assertThat(Auditor.audit(LogFiles.in(folder), acknowledgements, true).unreadable)
                .isEqualTo(1);
    }

    @Test
    void text_everyMark_isReadBack() {
        for (int sequence = 1; sequence < 500; sequence++) {
            Mark mark = new Mark(7, 2, sequence);
            assertThat(Mark.read("12:00:00.000 " + mark.text(200))).isEqualTo(mark);
        }
    }

    private Audit audit() throws IOException {
        write("app.log", 0, lines.size());
        return Auditor.audit(LogFiles.in(folder), acknowledgements, true);
    }

    private void write(String name, int from, int to) throws IOException {
        byte[] text = (String.join("\n", lines.subList(from, to)) + "\n").getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes) {
            out.write(text);
        }
        Files.write(folder.resolve(name), bytes.toByteArray());
    }

    private static String line(int thread, int sequence) {
        return "12:00:00.000 " + new Mark(3, thread, sequence).text(Mark.LETTERS_USUALLY);
    }
}
