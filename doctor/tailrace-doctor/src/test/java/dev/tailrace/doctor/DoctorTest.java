package dev.tailrace.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.corpus.Corpus;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LiveRecordingReader;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From files to findings. */
class DoctorTest {
    private static final Path LINE = Corpus.path("memory/parnew-incident-line.log");
    private static final Path SERIES = Corpus.path("memory/parnew-incident.log");
    private static final Path DUMP = Corpus.path("samples/hotspot-25.txt");

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path flags() throws IOException {
        return file("flags.txt", "-Xmx4g -Xms4g -Xmn2g -XX:+UseParNewGC -XX:+UseConcMarkSweepGC\n");
    }

    private Path zip(Path... files) throws IOException {
        Path archive = folder.resolve("evidence.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Path each : files) {
                zip.putNextEntry(new ZipEntry("some/" + each.getFileName()));
                zip.write(Files.readAllBytes(each));
                zip.closeEntry();
            }
        }
        return archive;
    }

    private static List<String> codes(Diagnosis diagnosis) {
        return diagnosis.remarks().stream().map(Remark::code).toList();
    }

    @Test
    void examine_oneLineOfACollectorAndFlags_saysTemporaryGarbageAndTheRemedy() throws IOException {
        Diagnosis diagnosis = Doctor.examine(List.of(LINE, flags()));

        assertThat(diagnosis.isReadable()).isTrue();
        assertThat(diagnosis.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("TR3150");
            assertThat(finding.title()).isEqualTo("Temporary garbage");
            assertThat(finding.cause()).contains("about 1.7 GB", "promotion 0", "The frequency is unknown");
            assertThat(finding.remedy()).contains("smaller responses", "cache");
            assertThat(finding.document()).isEqualTo("docs/reference/recording.md#tr3150");
        });
    }

    @Test
    void examine_series_tellsCollectionsAMinute() throws IOException {
        Diagnosis diagnosis = Doctor.examine(List.of(SERIES, flags()));

        assertThat(diagnosis.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.cause())
                        .contains("105 young collections a minute", "about 1.7 GB", "promotion 0"));
        assertThat(diagnosis.lookedAt()).anyMatch(line -> line.contains("collections of ParNew"));
    }

    @Test
    void examine_archiveOfAnyMix_saysTheSameAsForTheFiles() throws IOException {
        Path archive = zip(SERIES, flags(), DUMP);
        List<String> loose = codes(Doctor.examine(List.of(SERIES, flags(), DUMP)));

        assertThat(codes(Doctor.examine(List.of(archive)))).isEqualTo(loose).contains("TR3150");
        assertThat(codes(Doctor.examine(List.of(archive, DUMP)))).contains("TR3150");
    }

    @Test
    void examine_archiveWithUnknownEntries_namesThem() throws IOException {
        Diagnosis diagnosis = Doctor.examine(List.of(zip(SERIES, file("README", "hello\n"))));

        assertThat(diagnosis.isReadable()).isTrue();
        assertThat(diagnosis.remarks())
                .anySatisfy(remark -> assertThat(remark.cause()).contains("I could not read", "some/README"));
    }

    @Test
    void examine_archiveOfNothingKnown_isNoSilence() throws IOException {
        Diagnosis diagnosis = Doctor.examine(List.of(zip(file("README", "hello\n"))));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(codes(diagnosis)).containsExactly("TR3191");
    }

    /** What cost it its budget is no matter: nothing is known of the threads, and silence would say that they are well. */
    @Test
    void examine_recordingWithoutADump_isNoGoodNews() throws IOException {
        LiveRecording recording = new LiveRecording(
                Source.of(LiveRecordingReader.ENTRY),
                4711,
                "OpenJDK",
                "",
                Map.of(),
                0,
                "Europe/Berlin",
                2,
                -1,
                new Overhead(60, 0.02, 1, List.of()),
                List.of(),
                List.of(),
                Map.of(),
                List.of("No thread dump: ..."));
        Path description = file("recording.json", LiveRecordingReader.text(recording));

        assertThat(Doctor.examine(List.of(zip(description))).isBlind()).isTrue();
        assertThat(Doctor.examine(List.of(zip(description))).isReadable()).isFalse();
        assertThat(Doctor.examine(List.of(zip(description, DUMP))).isReadable()).isTrue();
        // What was found without dumps is found all the same.
        assertThat(Doctor.examine(List.of(zip(description, SERIES, flags()))).isReadable())
                .isTrue();
    }

    @Test
    void examine_archiveThatPointsOut_isRefused() throws IOException {
        Path archive = folder.resolve("evil.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("../evil.txt"));
            zip.write(Files.readAllBytes(DUMP));
            zip.closeEntry();
        }
        Diagnosis diagnosis = Doctor.examine(List.of(archive));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks())
                .singleElement()
                .satisfies(each -> assertThat(each.cause()).contains("refused", "points out of it"));
    }

    @Test
    void examine_archiveThatWouldBurst_isRefused() throws IOException {
        Path archive = folder.resolve("bomb.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("dump.txt"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 50; i++) {
                zip.write(zeros);
            }
            zip.closeEntry();
        }
        Diagnosis diagnosis = Doctor.examine(List.of(archive));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks())
                .singleElement()
                .satisfies(each -> assertThat(each.cause()).contains("refused", "times its size"));
    }

    @Test
    void examine_linesThatLookLikeCollectionsInADump_areNoErrorOfTheDump() throws IOException {
        Path both = file(
                "both.txt",
                Files.readString(DUMP, StandardCharsets.UTF_8)
                        + "\n[12.345s][info][gc,start] GC(7) Pause Young (Normal)\n");

        assertThat(Doctor.examine(List.of(both)).isReadable()).isTrue();
    }

    @Test
    void examine_nothingKnown_saysWhatDoctorReads() throws IOException {
        Diagnosis diagnosis = Doctor.examine(List.of(file("notes.txt", "all is well\n")));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks())
                .singleElement()
                .satisfies(
                        each -> assertThat(each.cause()).contains("no thread dump, no log of the garbage collection"));
    }

    private Path recording(String zone, String files) throws IOException {
        return file("recording.json", """
                {
                  "format": "tailrace-doctor",
                  "version": 1, "pid": 4711, "jvm": "OpenJDK", "command": "", "properties": {}, "began": 0,
                  "zone": "%s", "processors": 2,
                  "disturbance": {"seconds": 20, "budget": 0.02, "ownSeconds": 0.5, "costs": []},
                  "files": [%s], "origins": {}, "notes": ["No flight recording: too dear."]
                }
                """.formatted(zone, files));
    }

    @Test
    void examine_recordingFromAnotherZone_putsTheDumpOfVirtualThreadsInItsPlace() throws IOException {
        Path json = Corpus.path("samples/hotspot-25.json");
        LocalDateTime utc = Doctor.examine(List.of(json))
                .patient()
                .timeline()
                .moments()
                .get(0)
                .sample()
                .at();
        Diagnosis diagnosis = Doctor.examine(List.of(zip(recording("Asia/Tokyo", ""), json)));

        assertThat(utc).isNotNull();
        assertThat(diagnosis.patient().timeline().moments().get(0).sample().at())
                .isEqualTo(utc == null ? null : utc.plusHours(9));
        assertThat(diagnosis.recordingNotes())
                .contains("No flight recording: too dear.")
                .anyMatch(note -> note.startsWith("Doctor's own disturbance: 0.00 % of 20 s"));
    }

    @Test
    void examine_logThatTwoProcessesWrite_saysSoUnlessTheyAgree() throws IOException {
        String log =
                "{\"path\": \"/var/log/app.log\", \"bytes\": 1, \"appends\": true, \"others\": [{\"pid\": 12, \"name\": \"java\"}]}";
        String lock =
                ", {\"path\": \"/var/log/.app.log.tailrace-lock\", \"bytes\": 1, \"appends\": false, \"others\": []}";

        assertThat(Doctor.examine(List.of(zip(recording("UTC", log)))).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("TR3122");
                    assertThat(finding.cause()).contains("4711", "/var/log/app.log", "process 12 (java)");
                });
        assertThat(Doctor.examine(List.of(zip(recording("UTC", log + lock)))).findings())
                .isEmpty();
    }

    @Test
    void examine_manyArchives_keepTheirNames() throws IOException {
        List<Path> files = new ArrayList<>();
        files.add(zip(DUMP));
        Diagnosis diagnosis = Doctor.examine(files);

        assertThat(diagnosis
                        .patient()
                        .timeline()
                        .moments()
                        .get(0)
                        .sample()
                        .source()
                        .file())
                .endsWith("evidence.zip!some/hotspot-25.txt");
    }
}
