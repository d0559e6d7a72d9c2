package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The output of {@code ls} and {@code zgrep app*} for a log whose process ended while files waited for compression. */
class RolledFilesTest {
    private static final int LINES = 400_000;
    private static final int FEW = 1_500;

    @TempDir
    Path folder;

    /** With 0.5 % of a core, and a tenth of a second for the exit, most files can't be compressed. */
    private ChildJvm slowToCompress() throws IOException {
        ChildJvm child = new ChildJvm(folder, "%msg%n").rolling();
        Path config = folder.resolve("logback.xml");
        Files.writeString(config, Files.readString(config).replace("%i.log<", "%i.log.gz<"));
        return child.options("-Dtailrace.archiverShare=0.01", "-Dtailrace.shutdown=100ms");
    }

    @Test
    void exit_whileFilesWait_leavesEachLineInAVisibleFile_andSaysHowManyWait() throws Exception {
        ChildJvm.Output output = slowToCompress().run(Busy.class, "exit");

        assertThat(visibleLines().equals(all(LINES))).as("each line once").isTrue();
        List<Path> waiting = files("app\\..*\\d\\.log");
        assertThat(waiting).isNotEmpty();
        assertThat(String.join(" ", output.err()).replaceAll("\\s+", " "))
                .contains("TR2023")
                .contains(waiting.size() + " rolled files wait to be compressed");
    }

    @Test
    void crash_whileFilesWait_leavesEachLineInAVisibleFile_andTheNextProcessCompressesThem() throws Exception {
        slowToCompress().dying().run(Busy.class, "halt");
        assertThat(visibleLines().equals(all(LINES))).as("each line once").isTrue();
        assertThat(files("app\\..*\\d\\.log")).isNotEmpty();

        ChildJvm next = new ChildJvm(folder, "%msg%n").rolling();
        Path config = folder.resolve("logback.xml");
        Files.writeString(config, Files.readString(config).replace("%i.log<", "%i.log.gz<"));
        ChildJvm.Output output = next.options("-Dtailrace.shutdown=60s").run(Busy.class, "one");

        assertThat(output.err()).isEmpty();
        assertThat(visibleLines().equals(all(LINES + 1))).as("each line once").isTrue();
        assertThat(files("app\\..*\\d\\.log")).isEmpty();
        assertThat(files("\\.app.*(rolled|tmp|trash|note)")).isEmpty();
    }

    @Test
    void twoAppendersWithOnePattern_eachLineIsThereOnceForEach() throws Exception {
        Files.writeString(folder.resolve("log4j2.xml"), """
                <Configuration><Appenders>%s%s</Appenders>
                <Loggers><Root level='INFO'><AppenderRef ref='one'/><AppenderRef ref='two'/></Root></Loggers>
                </Configuration>""".formatted(log4jAppender("one"), log4jAppender("two")));

        ChildJvm.Output output = new ChildJvm(folder, "%msg%n")
                .options("-Dtailrace.config=" + folder.resolve("log4j2.xml"), "-Dtailrace.shutdown=60s")
                .run(Few.class);

        assertThat(output.err()).isEmpty();
        List<Long> twice =
                all(FEW).stream().flatMap(line -> Stream.of(line, line)).toList();
        assertThat(visibleLines().equals(twice)).as("each line twice").isTrue();
        assertThat(files("app.*gz")).hasSizeGreaterThan(10);
        assertThat(files("app\\..*\\d\\.log")).isEmpty();
    }

    private String log4jAppender(String name) {
        return """
                <RollingFile name='%s' fileName='%s/app-%s.log' filePattern='%s/app.%%i.log.gz'>
                <PatternLayout pattern='%%msg%%n'/><SizeBasedTriggeringPolicy size='1 KB'/>
                <DefaultRolloverStrategy max='5000' fileIndex='min'/></RollingFile>""".formatted(name, folder, name, folder);
    }

    @Test
    void exit_withAFifoInThePlaceOfAWaitingFile_endsInTime() throws Exception {
        ChildJvm.Output output =
                slowToCompress().options("-Dtailrace.shutdown=5s").run(Busy.class, "fifo");

        assertThat(output.out()).containsExactly("fifo");
        assertThat(visibleLines()).doesNotHaveDuplicates().contains(LINES - 1L);
    }

    private List<Path> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(name) && Files.isRegularFile(file))
                    .toList();
        }
    }

    private List<Long> visibleLines() throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (Path file : files("app.*")) {
            try (InputStream in = Files.newInputStream(file);
                    BufferedReader lines = new BufferedReader(new InputStreamReader(
                            file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
                lines.lines()
                        .map(line -> Long.valueOf(line.substring(0, line.indexOf(' '))))
                        .forEach(numbers::add);
            }
        }
        Collections.sort(numbers);
        return numbers;
    }

    private static List<Long> all(int lines) {
        return LongStream.range(0, lines).boxed().toList();
    }

    /** Puts a FIFO in the place of a file that waits for compression. */
    private static void makeFifo() throws Exception {
        Path waiting = null;
        while (waiting == null) {
            try (Stream<Path> files = Files.list(Path.of(""))) {
                waiting = files.filter(file -> file.toString().matches("app\\..*[0-9]\\.log"))
                        .sorted()
                        .skip(1) // the first one is open
                        .findFirst()
                        .orElse(null);
            }
        }
        Files.delete(waiting);
        new ProcessBuilder("mkfifo", waiting.toString()).start().waitFor();
        System.out.println("fifo");
    }

    /** Logs some lines, not faster than some files can be compressed. */
    static final class Few {
        private Few() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Few.class);
            for (int n = 0; n < FEW; n++) {
                log.info("{} of some lines that are not too short", n);
                if (n % 20 == 0) {
                    Thread.sleep(5);
                }
            }
        }
    }

    /** Logs more than can be compressed until its end. */
    static final class Busy {
        private Busy() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Busy.class);
            if (arguments[0].equals("one")) {
                log.info("{} more", LINES);
                return;
            }
            for (long n = 0; n < LINES; n++) {
                if (n == LINES / 2 && arguments[0].equals("fifo")) {
                    makeFifo();
                }
                log.info("{} {} {}", n, n * 0x9E3779B97F4A7C15L, n * 0xD1B54A32D192ED03L);
            }
            while (!Tailrace.flush()) {
                // A tenth of a second is too short for all files.
            }
            if (arguments[0].equals("halt")) {
                Runtime.getRuntime().halt(99);
            }
        }
    }
}
