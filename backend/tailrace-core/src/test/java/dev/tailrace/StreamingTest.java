package dev.tailrace;

import static dev.tailrace.Scenario.log;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is written compressed, from the log call to the rolled file. */
class StreamingTest {
    @TempDir
    private Path folder;

    private Scenario streaming(String size) throws IOException {
        return Scenario.of(
                folder,
                "<tailrace compression='streaming'/>"
                        + "<appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                        + "<file>FOLDER/app.log</file>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>"
                        + "<fileNamePattern>FOLDER/app.%d{yyyy}.%i.log.gz</fileNamePattern>"
                        + "<maxFileSize>" + size + "</maxFileSize></rollingPolicy>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + Scenario.root("INFO"));
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void flush_closesTheMember() throws IOException {
        try (Scenario scenario = streaming("1MB")) {
            log("a", Level.INFO, "one");
            Tailrace.flush();
            assertThat(lines(folder.resolve("app.log"))).containsExactly("one");
            log("a", Level.INFO, "two");
            Tailrace.flush();
            assertThat(lines(folder.resolve("app.log"))).containsExactly("one", "two");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void singleLine_isReadableSoon_withoutBeingAskedFor() throws IOException {
        try (Scenario scenario = streaming("1MB")) {
            log("a", Level.INFO, "one");
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.size(folder.resolve("app.log")) > 0);
            assertThat(lines(folder.resolve("app.log"))).containsExactly("one");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void manyLines_areThereOnce_inSmallFiles() throws Exception {
        int threads = 4;
        int count = 20_000;
        try (Scenario scenario = streaming("1MB")) {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String thread = "t" + i;
                all.add(new Thread(() -> {
                    for (int n = 0; n < count; n++) {
                        log("a", Level.INFO, "thread {} line {} of a log that is written compressed", thread, n);
                    }
                }));
            }
            all.forEach(Thread::start);
            for (Thread each : all) {
                each.join();
            }
            Tailrace.shutdown();
            assertThat(scenario.errors()).isEmpty();
        }
        List<String> found = new ArrayList<>();
        long bytes = 0;
        long raw = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("app"))
                    .toList()) {
                List<String> lines = lines(file);
                assertThat(lines.stream().mapToLong(line -> line.length() + 1).sum())
                        .as(file.toString())
                        .isLessThan((1 << 20) + 1_000);
                found.addAll(lines);
                bytes += Files.size(file);
                raw += lines.stream().mapToLong(line -> line.length() + 1).sum();
            }
        }
        assertThat(found).hasSize(threads * count).doesNotHaveDuplicates();
        assertThat(bytes).isLessThan(raw / 3);
    }
}
