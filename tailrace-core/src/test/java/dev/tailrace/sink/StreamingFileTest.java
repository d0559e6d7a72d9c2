package dev.tailrace.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.config.FindingCode;
import dev.tailrace.config.Rolling;
import dev.tailrace.config.RollingOptions;
import dev.tailrace.config.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written compressed: members, rolls without a second reading, mending. */
class StreamingFileTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    private Sink open(@Nullable String file, Rolling rolling) {
        return rig.open(new Target.File(
                file == null ? null : rig.path(file), true, rolling, RollingOptions.NONE.withStreaming(true)));
    }

    private Rolling daily() {
        return rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 100);
    }

    private void log(Sink sink, String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        if (sink.fit(rig.nowNanos, 0) == Sink.Fit.ROLLS_FIRST) {
            sink.roll(rig.nowNanos);
        }
        BatchCompressor compressor = Objects.requireNonNull(sink.compressor());
        ByteBuffer member = compressor.compress(ByteBuffer.wrap(bytes));
        sink.write(member);
        compressor.close();
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void activeFile_afterEachMember_isReadByAnyGzip() throws IOException {
        Sink sink = open("app.log", daily());
        log(sink, "one");
        assertThat(text(folder.resolve("app.log"))).isEqualTo("one\n");
        log(sink, "two");
        assertThat(text(folder.resolve("app.log"))).isEqualTo("one\ntwo\n");
        rig.close(sink);
    }

    @Test
    void roll_isARename_withoutASecondReading() throws IOException {
        Sink sink = open("app.log", daily());
        log(sink, "one");
        byte[] written = Files.readAllBytes(folder.resolve("app.log"));
        rig.at("2024-03-10T10:00:00");
        log(sink, "two");
        rig.archive();
        assertThat(folder.resolve("app.2024-03-09.0.log.gz")).hasBinaryContent(written);
        assertThat(text(folder.resolve("app.log"))).isEqualTo("two\n");
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    @Test
    void size_countsLinesAsTheyAre_alsoAfterARestart() throws IOException {
        String line = "x".repeat(49);
        Sink sink = open("app.log", daily());
        log(sink, line);
        rig.close(sink);
        sink = open("app.log", daily());
        log(sink, line);
        assertThat(sink.fit(rig.nowNanos, 0)).isEqualTo(Sink.Fit.ROLLS_FIRST);
        log(sink, "next");
        rig.archive();
        assertThat(text(folder.resolve("app.2024-03-09.0.log.gz"))).isEqualTo((line + "\n").repeat(2));
        rig.close(sink);
    }

    @Test
    void tornMember_atARestart_isMendedToItsLastWholeLine() throws IOException {
        Sink sink = open("app.log", daily());
        log(sink, "one");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            many.append(i * 7_919 % 10_007).append('\n');
        }
        log(sink, many.toString().strip());
        rig.close(sink);
        byte[] whole = Files.readAllBytes(folder.resolve("app.log"));
        for (int cut : new int[] {1, 8, 4_000, whole.length - 60}) {
            Files.write(folder.resolve("app.log"), Arrays.copyOf(whole, whole.length - cut));
            rig.findings.clear();
            rig.forgetArchiver();
            sink = open("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 1 << 20));
            log(sink, "after");
            rig.close(sink);
            String text = text(folder.resolve("app.log"));
            assertThat(text).startsWith("one\n").endsWith("after\n");
            String mended = text.substring(4, text.length() - 6);
            assertThat(many.toString()).startsWith(mended);
            assertThat(mended).matches("(?s)(.*\n)?");
            if (cut <= 8) {
                assertThat(mended).isEqualTo(many.toString());
            }
            assertThat(rig.codes()).containsExactly(FindingCode.STREAM_TORN);
        }
    }

    @Test
    void blocksOfZeros_atTheEnd_areCutAway() throws IOException {
        Sink sink = open("app.log", daily());
        log(sink, "one");
        rig.close(sink);
        Files.write(folder.resolve("app.log"), new byte[4_096], StandardOpenOption.APPEND);
        sink = open("app.log", daily());
        log(sink, "two");
        rig.close(sink);
        assertThat(text(folder.resolve("app.log"))).isEqualTo("one\ntwo\n");
    }

    @Test
    void linesThatSomebodyAppended_becomeAMember() throws IOException {
        Sink sink = open("app.log", daily());
        log(sink, "one");
        rig.close(sink);
        Files.writeString(folder.resolve("app.log"), "by hand", StandardOpenOption.APPEND);
        sink = open("app.log", daily());
        log(sink, "two");
        rig.close(sink);
        assertThat(text(folder.resolve("app.log"))).isEqualTo("one\nby hand\ntwo\n");
    }

    @Test
    void plainFileOfAnEarlierConfiguration_isRolledAndCompressed() throws IOException {
        Sink sink = rig.open("app.log", daily());
        rig.log(sink, "plain");
        rig.close(sink);
        rig.forgetArchiver();
        sink = open("app.log", daily());
        log(sink, "member");
        rig.archive();
        assertThat(text(folder.resolve("app.2024-03-09.0.log.gz"))).isEqualTo("plain\n");
        assertThat(text(folder.resolve("app.log"))).isEqualTo("member\n");
        rig.close(sink);
    }

    @Test
    void fileOfMembers_whenStreamingIsTakenAway_isRolledAsItIs() throws IOException {
        Sink sink = open("app.log", daily());
        log(sink, "member");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log.zip", 100));
        rig.log(sink, "plain");
        rig.archive();
        assertThat(rig.tree())
                .isEqualTo(Map.of("app.log", "plain", "app.2024-03-09.0.log.zip", "app.2024-03-09.0.log: member"));
        rig.close(sink);
    }

    @Test
    void withoutAFile_theNameGetsItsEndWhenThePeriodIsOver() throws IOException {
        Sink sink = open(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        log(sink, "one");
        rig.close(sink);
        rig.forgetArchiver();
        sink = open(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        log(sink, "two");
        rig.at("2024-03-10T10:00:00");
        log(sink, "three");
        rig.archive();
        assertThat(text(folder.resolve("app.2024-03-09.log.gz"))).isEqualTo("one\ntwo\n");
        assertThat(text(folder.resolve("app.2024-03-10.log"))).isEqualTo("three\n");
        rig.close(sink);
    }

    @Test
    void formatOfAModuleThatThisProcessLacks_isNotDrained_andNothingIsTouched() throws IOException {
        Path file = folder.toRealPath().resolve("app.log");
        Files.writeString(file, "frames of another process");
        LogFile log = LogFile.ofRecord(
                file.resolveSibling(".app.log.tailrace-lock"),
                "kind=window file=" + file + " root=" + file.getParent()
                        + "/ pattern=app.%i.log.zst size=10 min=1 max=3 streaming=true");

        assertThatThrownBy(() -> log.open(rig.archiver, () -> rig.nowNanos, rig.findings::add, false))
                .isInstanceOfSatisfying(
                        SinkUnavailableException.class,
                        e -> assertThat(e.finding().cause()).contains(".zst", "tailrace-compress"));
        assertThat(file).hasContent("frames of another process");
    }

    @Test
    void member_ofWhatCannotBeCompressed_isWhole() throws IOException {
        byte[] noise = new byte[300_000];
        new Random(1).nextBytes(noise);
        BatchCompressor compressor = Members.compressor(Compression.GZIP);
        ByteBuffer member = compressor.compress(ByteBuffer.wrap(noise));
        byte[] bytes = new byte[member.remaining()];
        member.get(bytes);
        compressor.close();
        assertThat(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes())
                .isEqualTo(noise);
    }
}
