package dev.tailrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
    @TempDir
    Path folder;

    private static List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        LogLines.read(
                file,
                (bytes, from, to, ended) ->
                        lines.add(new String(bytes, from, to - from, StandardCharsets.UTF_8) + (ended ? "." : "?")));
        return lines;
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void read_restWithoutLineFeed_isNotEnded() throws IOException {
        Path file = Files.writeString(folder.resolve("app.log"), "one\r\n\ntwo");

        assertThat(lines(file)).containsExactly("one\r.", ".", "two?");
    }

    @Test
    void read_lineLongerThanTheBuffer_isWhole() throws IOException {
        String longest = "x".repeat(1_000_000);
        Path file = Files.writeString(folder.resolve("app.log"), "a\n" + longest + "\nb\n");

        assertThat(lines(file)).containsExactly("a.", longest + ".", "b.");
    }

    @Test
    void read_compressedUnderAnotherName_isDecompressed() throws IOException {
        Path file = Files.write(folder.resolve("outside.1"), packed("one\ntwo\n"));

        assertThat(lines(file)).containsExactly("one.", "two.");
    }

    @Test
    void read_cutArchive_passesOnWhatIsThereAndFails() throws IOException {
        byte[] whole = packed("line\n".repeat(10));
        Path file = Files.write(folder.resolve("app.log.gz"), Arrays.copyOf(whole, whole.length - 6));
        List<String> lines = new ArrayList<>();

        assertThatThrownBy(() -> LogLines.read(file, (bytes, from, to, ended) -> lines.add("")))
                .isInstanceOf(IOException.class);
        assertThat(lines).hasSize(10);
    }
}
