package dev.tailrace.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.compression.CompressionFormat;
import dev.tailrace.compression.CompressionFormats;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the core does with the formats that this module brings. */
class RolledFilesTest {
    private static final long NOW = 1_709_978_400_000_000_000L;

    @TempDir
    private Path folder;

    private final List<Finding> findings = new ArrayList<>();
    private final Archiver archiver = new Archiver(1, () -> NOW);

    private Sink open(String pattern) throws Exception {
        Rolling rolling = new Rolling.FixedWindow(folder + "/" + pattern, 1, 3, 8);
        DestinationConfig.File target = new DestinationConfig.File(folder + "/app.log", true, rolling);
        return LogFile.of(target, findings::add).open(archiver, () -> NOW, findings::add, true);
    }

    private static void log(Sink sink, String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        if (sink.fit(NOW, 0) == Sink.Fit.ROLLS_FIRST) {
            sink.roll(NOW);
        }
        sink.write(bytes);
    }

    private void archive() {
        while (archiver.doWork() > 0) {
            // goes on
        }
    }

    private String text(String file) throws IOException {
        CompressionFormat format = Objects.requireNonNull(CompressionFormats.of(file.substring(file.lastIndexOf('.'))));
        try (InputStream in = format.decompress(Files.newInputStream(folder.resolve(file)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".xz", ".zst"})
    void finishedFile_isCompressedAsItsNameSays(String suffix) throws Exception {
        Sink sink = open("app.%i.log" + suffix);
        log(sink, "one two");
        log(sink, "three");
        archive();
        assertThat(text("app.1.log" + suffix)).isEqualTo("one two\n");
        assertThat(folder.resolve("app.log")).hasContent("three");
        assertThat(findings).isEmpty();
        sink.close();
    }
}
