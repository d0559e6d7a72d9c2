package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LiveRecordingReader;
import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("anyjdk")
class LogFilesTest {
    @TempDir
    Path folder;

    /** As an archive has it. */
    static Path recording(Path folder, double runnable, List<OpenFile> files) throws IOException {
        LiveRecording recording = new LiveRecording(
                Source.of(LiveRecordingReader.ENTRY),
                7,
                "",
                "",
                Map.of(),
                0,
                "UTC",
                2,
                runnable,
                new Overhead(1, 0.02, 0, List.of()),
                files,
                List.of(),
                Map.of(),
                List.of());
        return Files.writeString(folder.resolve(LiveRecordingReader.ENTRY), LiveRecordingReader.text(recording));
    }

    private Diagnosis of(double runnable, List<OpenFile> files) throws IOException {
        return Doctor.examine(List.of(recording(folder, runnable, files)));
    }

    private static OpenFile open(String path, long free) {
        return new OpenFile(path, 5, free, true, List.of());
    }

    @Test
    void fullFileSystem_ofALog_isFound() throws IOException {
        assertThat(of(-1, List.of(open("/data/app.log", 0), open("/data/audit.log", 4096)))
                        .remarks())
                .extracting(Remark::code)
                .containsExactly("TR3129");
        assertThat(of(-1, List.of(open("/data/app.log", 1L << 30), open("/old/app.log", -1), open("/db/x.ibd", 0)))
                        .remarks())
                .isEmpty();
    }

    @Test
    void overloadAndManyLogs_areContextOnly() throws IOException {
        Diagnosis busy = of(31, Collections.nCopies(1_200, open("/data/app.log", 1L << 30)));

        assertThat(busy.remarks()).isEmpty();
        assertThat(busy.lookedAt())
                .anyMatch(each -> each.contains("overloaded: 31 threads wanted its 2 processors"))
                .anyMatch(each -> each.contains("1,200 log files"));
        assertThat(of(3, List.of(open("/data/app.log", 1L << 30))).lookedAt()).hasSize(1);
    }
}
