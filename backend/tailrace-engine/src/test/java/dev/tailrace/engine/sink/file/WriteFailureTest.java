package dev.tailrace.engine.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.sink.ConsoleSink;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteFailureTest {
    @Test
    void shortWritesAndFailures_loseAndDoubleNoByte(@TempDir Path folder) throws IOException {
        long seed = System.nanoTime();
        Rig rig = new Rig(folder);
        Random random = new Random(seed);
        Path path = folder.resolve("app.log");
        ActiveFile file = ActiveFile.open(path, p -> new Moody(real(p), random));
        FileSink sink = new FileSink(
                new ActiveName.Given(path, ""), file, never(rig), null, () -> rig.nowNanos, rig.findings::add);
        StringBuilder expected = new StringBuilder();
        int failures = 0;
        for (int i = 0; i < 500; i++) {
            String line = "line " + i + "\n";
            expected.append(line);
            ByteBuffer batch = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (batch.hasRemaining()) {
                try {
                    sink.write(batch);
                } catch (IOException e) {
                    failures++;
                }
            }
        }
        assertThat(failures).isPositive();
        assertThat(path).as("seed %d", seed).hasContent(expected.toString());
        assertThat(file.length()).isEqualTo(Files.size(path));
        assertThat(rig.codes()).startsWith(FindingCode.WRITE_FAILED, FindingCode.WRITE_RECOVERED);
        sink.close();
    }

    @Test
    void fullDisk_isReportedOnce(@TempDir Path folder) throws IOException {
        Rig rig = new Rig(folder);
        ActiveFile file = ActiveFile.open(folder.resolve("app.log"), p -> new Moody(real(p), null));
        FileSink sink = new FileSink(
                new ActiveName.Given(folder.resolve("app.log"), ""),
                file,
                never(rig),
                null,
                () -> rig.nowNanos,
                rig.findings::add);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> sink.write(ByteBuffer.wrap(new byte[] {'x'})))
                    .isInstanceOf(IOException.class);
        }
        assertThat(rig.codes()).containsExactly(FindingCode.WRITE_FAILED);
        assertThat(rig.findings.get(0).cause()).contains("No space left on device");
        sink.close();
    }

    private static RollTrigger never(Rig rig) {
        PeriodClock period = new PeriodClock(null, RollingOptions.NONE, false, 0);
        return new RollTrigger(period, Long.MAX_VALUE, () -> rig.nowNanos);
    }

    private static FileChannel real(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    @SuppressWarnings("SystemOut") // it is what is tested
    void console_replacedBeforeOrAfterTheStart_getsTheLines() {
        Rig rig = new Rig(Path.of("unused"));
        PrintStream original = System.out;
        var first = new java.io.ByteArrayOutputStream();
        var second = new java.io.ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(first, false, StandardCharsets.UTF_8));
            Sink sink = new ConsoleSink(false, rig.findings::add);
            rig.log(sink, "a".repeat(20_000));
            System.setOut(new PrintStream(second, false, StandardCharsets.UTF_8));
            rig.log(sink, "b");
        } finally {
            System.setOut(original);
        }
        assertThat(first.size()).isEqualTo(20_001);
        assertThat(second.toString(StandardCharsets.UTF_8)).isEqualTo("b\n");
    }

    @Test
    void consoleThatFails_isReportedOnce_andDoesNotThrow() {
        Rig rig = new Rig(Path.of("unused"));
        PrintStream original = System.err;
        try {
            System.setErr(new PrintStream(
                    new java.io.OutputStream() {
                        @Override
                        public void write(int b) throws IOException {
                            throw new IOException("nobody reads");
                        }
                    },
                    false,
                    StandardCharsets.UTF_8));
            Sink sink = new ConsoleSink(true, rig.findings::add);
            rig.log(sink, "a");
            rig.log(sink, "b");
        } finally {
            System.setErr(original);
        }
        assertThat(rig.codes()).containsExactly(FindingCode.CONSOLE_FAILED);
    }
}
