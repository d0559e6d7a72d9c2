package dev.tailrace.engine.sink;

import static dev.tailrace.engine.sink.Rig.unzipped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.file.ActiveFile;
import dev.tailrace.engine.sink.file.ActiveName;
import dev.tailrace.engine.sink.file.FileSink;
import dev.tailrace.engine.sink.file.Moody;
import dev.tailrace.engine.sink.member.MemberStream;
import dev.tailrace.engine.sink.member.Members;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.testkit.Damage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
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

    private Rolling daily() {
        return rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 100);
    }

    /** On a disk that has room for all but ten of the bytes. */
    private static final class FullFile extends Moody {
        private final boolean[] full;

        FullFile(FileChannel real, boolean[] full) {
            super(real, null);
            this.full = full;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (!full[0]) {
                return real.write(bytes);
            }
            if (bytes.remaining() <= 10) {
                throw new IOException("No space left on device");
            }
            int limit = bytes.limit();
            int count = real.write(bytes.limit(limit - 10));
            bytes.limit(limit);
            return count;
        }
    }

    private static FileChannel real(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void activeFile_afterEachMember_isReadByAnyGzip() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("one\n");
        rig.log(sink, "two");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("one\ntwo\n");
        rig.close(sink);
    }

    @Test
    void roll_isARename_withoutASecondReading() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        byte[] written = Files.readAllBytes(folder.resolve("app.log"));
        rig.at("2024-03-10T10:00:00");
        rig.log(sink, "two");
        rig.archive();
        assertThat(folder.resolve("app.2024-03-09.0.log.gz")).hasBinaryContent(written);
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("two\n");
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    @Test
    void size_countsLinesAsTheyAre_alsoAfterARestart() throws IOException {
        String line = "x".repeat(49);
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, line);
        rig.close(sink);
        sink = rig.openStreaming("app.log", daily());
        rig.log(sink, line);
        assertThat(sink.fit(rig.nowNanos, 0)).isEqualTo(Sink.Fit.ROLLS_FIRST);
        rig.log(sink, "next");
        rig.archive();
        assertThat(unzipped(folder.resolve("app.2024-03-09.0.log.gz"))).isEqualTo((line + "\n").repeat(2));
        rig.close(sink);
    }

    @Test
    void tornMember_atARestart_isRolled_andGivesItsWholeLines() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            many.append(i * 7_919 % 10_007).append('\n');
        }
        rig.log(sink, many.toString().strip());
        rig.close(sink);
        byte[] whole = Files.readAllBytes(folder.resolve("app.log"));
        Path rolled = folder.resolve("app.2024-03-09.0.log.gz");
        for (int cut : new int[] {1, 8, 4_000, whole.length - 60}) {
            Files.deleteIfExists(rolled);
            Files.write(folder.resolve("app.log"), Arrays.copyOf(whole, whole.length - cut));
            rig.findings.clear();
            rig.forgetArchiver();
            sink = rig.openStreaming("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 1 << 20));
            rig.log(sink, "after");
            rig.archive();
            rig.close(sink);
            assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("after\n");
            String text = unzipped(rolled);
            assertThat(text).startsWith("one\n");
            String mended = text.substring(4);
            assertThat(many.toString()).startsWith(mended);
            assertThat(mended).matches("(?s)(.*\n)?");
            if (cut <= 8) {
                assertThat(mended).isEqualTo(many.toString());
            }
            assertThat(rig.codes()).containsExactly(FindingCode.STREAM_TORN);
            assertThat(rig.hidden()).isEmpty();
        }
    }

    @Test
    void blocksOfZeros_atTheEnd_areNotInTheRolledFile() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        rig.close(sink);
        Files.write(folder.resolve("app.log"), new byte[4_096], StandardOpenOption.APPEND);
        sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "two");
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree().get("app.2024-03-09.0.log.gz")).isEqualTo("one");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("two\n");
    }

    @Test
    void linesThatAnotherProgramAppended_areInTheRolledFile_amongTheOthers() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        Files.writeString(folder.resolve("app.log"), "by hand", StandardOpenOption.APPEND);
        rig.log(sink, "two");
        rig.close(sink);
        sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "three");
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree().get("app.2024-03-09.0.log.gz")).isEqualTo("one by hand two");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("three\n");
    }

    @Test
    void linesThatAnotherProgramAppended_areUnpackedFromTheRolledFile_withoutARestart() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        Files.writeString(folder.resolve("app.log"), "by hand", StandardOpenOption.APPEND);
        rig.log(sink, "two");
        rig.at("2024-03-10T10:00:00");
        rig.log(sink, "three");
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree().get("app.2024-03-09.0.log.gz")).isEqualTo("one by hand two");
    }

    @Test
    void crash_afterATornFileWasRenamed_losesNothing() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        rig.close(sink);
        Files.writeString(folder.resolve("app.log"), "by hand\n", StandardOpenOption.APPEND);
        for (int i = 0; i < 3; i++) {
            // Each process dies before its archiver has done anything.
            rig.forgetArchiver();
            rig.close(rig.openStreaming("app.log", daily()));
        }
        sink = rig.openStreaming("app.log", daily());
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "", "app.2024-03-09.0.log.gz", "one by hand"));
    }

    @Test
    void fileCutInTheMiddle_whileItIsWritten_isRolled() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        rig.log(sink, "two");
        Damage.cut(folder.resolve("app.log"), Files.size(folder.resolve("app.log")) - 3);
        rig.nowNanos += 2_000_000_000L;
        rig.tick(sink);
        rig.log(sink, "three");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("three\n");
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree().get("app.2024-03-09.0.log.gz")).startsWith("one");
    }

    @Test
    void fileReplacedByAPlainOne_whileItIsWritten_isRolled() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "one");
        Files.move(folder.resolve("app.log"), folder.resolve("taken"));
        Files.writeString(folder.resolve("app.log"), "plain\n");
        rig.nowNanos += 2_000_000_000L;
        rig.tick(sink);
        rig.log(sink, "two");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("two\n");
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree().get("app.2024-03-09.0.log.gz")).isEqualTo("plain");
        assertThat(unzipped(folder.resolve("taken"))).isEqualTo("one\n");
    }

    @Test
    void fileCutToNothing_whileItIsWritten_goesOn() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "x".repeat(60));
        Damage.cut(folder.resolve("app.log"), 0);
        rig.nowNanos += 2_000_000_000L;
        rig.tick(sink);
        rig.log(sink, "y".repeat(60));
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("y".repeat(60) + "\n");
        assertThat(sink.fit(rig.nowNanos, 0)).as("61 of 100").isEqualTo(Sink.Fit.JOINS);
        rig.close(sink);
    }

    @Test
    void startSize_countsLinesAsTheyAre() throws IOException {
        RollingOptions atStart = new RollingOptions(true, 1, false, 1_000);
        DestinationConfig.File target = new DestinationConfig.File(
                rig.path("app.log"), true, rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 1 << 20), atStart);
        Sink sink = rig.open(target);
        rig.log(sink, "x".repeat(2_000));
        rig.close(sink);
        assertThat(Files.size(folder.resolve("app.log"))).isLessThan(1_000);
        rig.forgetArchiver();
        sink = rig.open(target);
        assertThat(sink.length()).isZero();
        rig.close(sink);
    }

    @Test
    void startSize_withoutAFileAndAnIndex_neverFinishesTheFileThatIsWritten() throws IOException {
        DestinationConfig.File target = new DestinationConfig.File(
                null, true, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0), new RollingOptions(false, 1, false, 1));
        Sink sink = rig.open(target);
        rig.log(sink, "one");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.open(target);
        rig.archive();
        rig.log(sink, "two");
        rig.close(sink);
        assertThat(rig.tree()).isEqualTo(Map.of("app.2024-03-09.log", "two", "app.2024-03-09.log.gz", "one"));
    }

    @Test
    void tornFileNamedByItsDate_isFollowedByTheNextIndex() throws IOException {
        Rolling rolling = rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 1 << 20);
        Sink sink = rig.openStreaming(null, rolling);
        rig.log(sink, "one");
        rig.close(sink);
        Files.write(folder.resolve("app.2024-03-09.0.log"), new byte[300], StandardOpenOption.APPEND);
        rig.forgetArchiver();
        sink = rig.openStreaming(null, rolling);
        rig.log(sink, "two");
        rig.archive();
        rig.close(sink);
        assertThat(unzipped(folder.resolve("app.2024-03-09.0.log.gz"))).isEqualTo("one\n");
        assertThat(unzipped(folder.resolve("app.2024-03-09.1.log"))).isEqualTo("two\n");
        assertThat(rig.hidden()).isEmpty();
    }

    @Test
    void tornFileOfAnEarlierPeriod_isMendedWhenItGetsItsEnd() throws IOException {
        Sink sink = rig.openStreaming(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        rig.log(sink, "one");
        rig.close(sink);
        Files.write(folder.resolve("app.2024-03-09.log"), new byte[300], StandardOpenOption.APPEND);
        rig.forgetArchiver();
        rig.at("2024-03-10T10:00:00");
        sink = rig.openStreaming(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        rig.archive();
        rig.close(sink);
        assertThat(unzipped(folder.resolve("app.2024-03-09.log.gz"))).isEqualTo("one\n");
    }

    @Test
    void partOfAMember_isTakenBackWhenSomethingComesBetween() throws IOException {
        Path path = folder.resolve("app.log");
        for (String fate : new String[] {"nothing", "appended", "renamed", "replaced", "cut"}) {
            Files.deleteIfExists(path);
            Files.deleteIfExists(folder.resolve("taken"));
            boolean[] full = {false};
            FileSink sink = new FileSink(
                    new ActiveName.Given(path, ""),
                    ActiveFile.open(path, p -> new FullFile(real(p), full)),
                    new PeriodClock(null, RollingOptions.NONE, false, 0),
                    Long.MAX_VALUE,
                    Compression.GZIP,
                    0,
                    null,
                    () -> rig.nowNanos,
                    rig.findings::add);
            rig.log(sink, "one");
            long whole = Files.size(path);
            BatchCompressor compressor = Members.compressor(Compression.GZIP);
            ByteBuffer member = compressor.compress(ByteBuffer.wrap("two\nthree\n".getBytes(StandardCharsets.UTF_8)));
            full[0] = true;
            assertThatThrownBy(() -> sink.write(member)).isInstanceOf(IOException.class);
            full[0] = false;
            assertThat(member.position()).isPositive();
            switch (fate) {
                case "appended" -> Files.writeString(path, "foreign\n", StandardOpenOption.APPEND);
                case "renamed" -> Files.move(path, folder.resolve("taken"));
                case "replaced" -> {
                    Files.move(path, folder.resolve("taken"));
                    Files.createFile(path);
                }
                case "cut" -> {
                    Damage.cut(path, Files.size(path) - 5);
                }
                default -> {}
            }
            sink.look();
            assertThat(sink.isMidway()).as(fate).isEqualTo(fate.equals("nothing"));
            if (!sink.isMidway()) {
                member.rewind();
            }
            sink.write(member);
            Path first = Files.exists(folder.resolve("taken")) ? folder.resolve("taken") : path;
            if (!first.equals(path)) {
                assertThat(Files.size(first)).isEqualTo(whole);
                assertThat(unzipped(path)).isEqualTo("two\nthree\n");
            } else {
                try (MemberStream lines = new MemberStream(path, Compression.GZIP)) {
                    assertThat(new String(lines.readAllBytes(), StandardCharsets.UTF_8))
                            .isEqualTo("one\n" + (fate.equals("appended") ? "foreign\n" : "") + "two\nthree\n");
                }
            }
            compressor.close();
            sink.close();
        }
    }

    @Test
    void withoutAFile_theNameGetsItsEndWhenThePeriodIsOver() throws IOException {
        Sink sink = rig.openStreaming(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        rig.log(sink, "one");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.openStreaming(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        rig.log(sink, "two");
        rig.at("2024-03-10T10:00:00");
        rig.log(sink, "three");
        rig.archive();
        assertThat(unzipped(folder.resolve("app.2024-03-09.log.gz"))).isEqualTo("one\ntwo\n");
        assertThat(unzipped(folder.resolve("app.2024-03-10.log"))).isEqualTo("three\n");
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
