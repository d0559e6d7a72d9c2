package dev.tailrace.engine.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadTargetsTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    private Finding refusal(DestinationConfig.File target) {
        SinkUnavailableException e =
                catchThrowableOfType(SinkUnavailableException.class, () -> LogFile.of(target, rig.findings::add));
        return e.finding();
    }

    @Test
    void pathThatIsADirectory_isRefused() throws IOException {
        Files.createDirectory(folder.resolve("app.log"));
        Finding finding = refusal(new DestinationConfig.File(rig.path("app.log"), true, null));
        assertThat(finding.code()).isEqualTo(FindingCode.FILE_IS_DIRECTORY);
        assertThat(finding.cause()).contains(rig.path("app.log"));
    }

    @Test
    void directoryThatCantBeMade_isRefused() throws IOException {
        Files.writeString(folder.resolve("logs"), "a file");
        Finding finding = refusal(new DestinationConfig.File(rig.path("logs/app.log"), true, null));
        assertThat(finding.code()).isEqualTo(FindingCode.DIRECTORY_NOT_CREATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.log", "app.%d.log", "app.%x.%i.log", "app.100%.%i.log"})
    void unusableWindowPattern_isAFinding_andTheFileIsWrittenWithoutRolling(String pattern) {
        Sink sink = rig.open("main.log", rig.window(pattern, 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.tree()).isEqualTo(Map.of("main.log", "a b"));
        assertThat(rig.codes()).containsExactly(FindingCode.BAD_FILE_NAME_PATTERN);
        rig.close(sink);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"app.%i.log", "app.%d{nonsense}.log", "app.%d{yyyy-MM-dd,Mars/Olympus}.log", "app.%d{'x'}.log"})
    void unusableDatePattern_withoutFile_isRefused(String pattern) {
        Finding finding = refusal(new DestinationConfig.File(null, true, rig.dated(pattern, 0)));
        assertThat(finding.code()).isEqualTo(FindingCode.BAD_FILE_NAME_PATTERN);
    }

    @Test
    void sizeLimitWithoutIndex_rollsByTimeOnly() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.log", 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        rig.at("2024-03-10T00:00:00");
        rig.log(sink, "c");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "c", "app.2024-03-09.log", "a b"));
        assertThat(rig.codes()).containsExactly(FindingCode.BAD_FILE_NAME_PATTERN);
        rig.close(sink);
    }

    @Test
    void compressionWithoutItsModule_becomesGzip() {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.xz", 3, 2));
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "app.1.log.gz", "a"));
        assertThat(rig.codes()).containsExactly(FindingCode.COMPRESSION_MISSING);
        rig.close(sink);
    }
}
