package dev.tailrace.compress;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.rolling.helper.CompressionMode;
import ch.qos.logback.core.rolling.helper.Compressor;
import dev.tailrace.compression.CompressionFormat;
import dev.tailrace.compression.CompressionFormats;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Logback's {@code .xz} has what ours has. */
class LogbackXzTwinTest {
    @Test
    void xz_ofLogback_isReadByOurs(@TempDir Path folder) throws IOException {
        byte[] lines = "one line of many\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("app.log"), lines);
        Compressor logback = new Compressor(CompressionMode.XZ);
        logback.setContext(new ContextBase());
        logback.compress(file.toString(), folder.resolve("app.1.log").toString(), "app.log");
        CompressionFormat ours = Objects.requireNonNull(CompressionFormats.of(".xz"));
        try (InputStream in = ours.decompress(Files.newInputStream(folder.resolve("app.1.log.xz")))) {
            assertThat(in.readAllBytes()).isEqualTo(lines);
        }
        assertThat(file).doesNotExist();
    }
}
