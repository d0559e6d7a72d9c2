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

    private List<Path> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
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

    /** Logs more than can be compressed until its end. */
    static final class Busy {
        private Busy() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Busy.class);
            if (arguments[0].equals("one")) {
                log.info("{} more", LINES);
                return;
            }
            for (long n = 0; n < LINES; n++) {
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
