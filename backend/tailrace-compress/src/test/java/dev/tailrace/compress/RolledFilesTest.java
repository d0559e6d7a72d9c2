package dev.tailrace.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.compression.CompressionFormat;
import dev.tailrace.compression.CompressionFormats;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.BatchCompressor;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
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

    private Sink open(String pattern, boolean streaming) throws Exception {
        Rolling rolling = new Rolling.FixedWindow(folder + "/" + pattern, 1, 3, 8);
        RollingOptions options = RollingOptions.NONE.withStreaming(streaming);
        DestinationConfig.File target = new DestinationConfig.File(folder + "/app.log", true, rolling, options);
        return LogFile.of(target, findings::add).open(archiver, () -> NOW, findings::add, true);
    }

    private static void log(Sink sink, String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        if (sink.fit(NOW, 0) == Sink.Fit.ROLLS_FIRST) {
            sink.roll(NOW);
        }
        BatchCompressor compressor = sink.compressor();
        sink.write(compressor == null ? bytes : compressor.compress(bytes));
    }

    private void archive() {
        while (archiver.doWork() > 0) {
            // goes on
        }
    }

    private String text(String file) throws IOException {
        String suffix = file.endsWith(".log") ? ".zst" : file.substring(file.lastIndexOf('.'));
        CompressionFormat format = Objects.requireNonNull(CompressionFormats.of(suffix));
        try (InputStream in = format.decompress(Files.newInputStream(folder.resolve(file)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".xz", ".zst"})
    void finishedFile_isCompressedAsItsNameSays(String suffix) throws Exception {
        Sink sink = open("app.%i.log" + suffix, false);
        log(sink, "one two");
        log(sink, "three");
        archive();
        assertThat(text("app.1.log" + suffix)).isEqualTo("one two\n");
        assertThat(folder.resolve("app.log")).hasContent("three");
        assertThat(findings).isEmpty();
        sink.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {".xz", ".zst"})
    void pieces_oneAfterAnother_areReadAsOne(String suffix) throws IOException {
        CompressionFormat format = Objects.requireNonNull(CompressionFormats.of(suffix));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (String line : List.of("one\n", "two\n")) {
            try (OutputStream out = format.compress(file)) {
                out.write(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        InputStream in = format.decompress(new ByteArrayInputStream(file.toByteArray()));
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("one\ntwo\n");
    }

    @Test
    void streaming_writesFrames_andARollIsARename() throws Exception {
        Sink sink = open("app.%i.log.zst", true);
        log(sink, "one");
        log(sink, "two");
        assertThat(text("app.log")).isEqualTo("one\ntwo\n");
        byte[] written = Files.readAllBytes(folder.resolve("app.log"));
        log(sink, "three");
        archive();
        assertThat(folder.resolve("app.1.log.zst")).hasBinaryContent(written);
        sink.close();
    }

    @Test
    void streaming_tornFrame_isRolledAtTheNextStart_withoutIt() throws Exception {
        Sink sink = open("app.%i.log.zst", true);
        log(sink, "a");
        log(sink, "b");
        sink.close();
        byte[] written = Files.readAllBytes(folder.resolve("app.log"));
        Files.write(folder.resolve("app.log"), Arrays.copyOf(written, written.length - 1));
        sink = open("app.%i.log.zst", true);
        log(sink, "c");
        archive();
        sink.close();
        assertThat(text("app.1.log.zst")).startsWith("a\n");
        assertThat(text("app.log")).isEqualTo("c\n");
        assertThat(findings).extracting(Finding::code).containsExactly(FindingCode.STREAM_TORN);
    }
}
