package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configurations in docs/guide do what their pages say. */
@Tag("anyjdk")
class GuideExamplesTest {
    private static final int LINES = 2_000;

    @TempDir
    Path folder;

    @Test
    void start_runAsItStands_writesTheLineItShows() throws Exception {
        Guide page = Guide.page("start.md");
        ChildJvm jvm = child(page.example("logback.xml"));

        ChildJvm.Output output = jvm.run(Files.writeString(folder.resolve("Orders.java"), page.example("Orders.java")));

        assertThat(output.err()).isEmpty();
        assertLogIs(page.example("output"));
    }

    @Test
    void log4j2Configuration_kept_writesItsPattern() throws Exception {
        Guide page = Guide.page("migrate-from-log4j2.md");
        Path config = Files.writeString(folder.resolve("log4j2.xml"), page.example("log4j2.xml"));
        ChildJvm jvm = child("replaced").options("-Dtailrace.config=" + config);

        ChildJvm.Output output = jvm.run(Files.writeString(
                folder.resolve("Orders.java"), Guide.page("start.md").example("Orders.java")));

        assertThat(output.err()).isEmpty();
        assertLogIs("10:15:30.123 INFO  [main] Orders - order 4711 filled at 101.25 qty 3");
    }

    @Test
    void json_ofTheGuidesCall_isTheLineItShows() throws Exception {
        Guide page = Guide.page("json.md");
        String call = page.inline("log.info(\"order {} filled\", 4711)");
        Path source = Files.writeString(folder.resolve("Orders.java"), """
                class Orders {
                    public static void main(String[] args) {
                        var log = org.slf4j.LoggerFactory.getLogger(Orders.class);
                        %s;
                    }
                }
                """.formatted(call));

        ChildJvm.Output output = child(page.example("logback.xml")).run(source);

        assertThat(output.err()).isEmpty();
        assertThat(output.out())
                .singleElement()
                .satisfies(line -> assertThat(withoutTime(line))
                        .isEqualTo(withoutTime(page.example("output").strip())));
    }

    private static String withoutTime(String json) {
        return json.replaceFirst("\"@timestamp\":\"\\d{4}-\\d\\d-\\d\\dT[^\"]+\"", "TIME");
    }

    @Test
    void rolling_bySmallerSize_namesTheFilesAsShown_andKeepsEachLine() throws Exception {
        String config = Guide.page("rolling.md").example("logback.xml");
        assertThat(config).contains("100MB");

        ChildJvm.Output output = child(config.replace("100MB", "10KB")).run(Lines.class, String.valueOf(LINES));

        assertThat(output.err()).isEmpty();
        List<String> lines = new ArrayList<>();
        List<Path> files = files(folder.resolve("log"));
        for (Path file : files) {
            lines.addAll(lines(file));
        }
        assertThat(files)
                .map(file -> file.getFileName().toString())
                .contains("app.log")
                .allMatch(
                        name -> name.equals("app.log") || name.matches("app\\.\\d{4}-\\d\\d-\\d\\d\\.\\d+\\.log\\.gz"));
        assertThat(files).hasSizeGreaterThan(5);
        assertThat(lines).map(GuideExamplesTest::message).containsExactlyInAnyOrderElementsOf(messages(LINES));
    }

    @Test
    void rollingPolicy_inAFileAppender_isTheFindingThatTheGuideNames() throws Exception {
        String config = Guide.page("rolling.md").example("logback.xml");

        ChildJvm.Output output = child(config.replace("core.rolling.RollingFileAppender", "core.FileAppender"))
                .run(Lines.class, "1");

        assertThat(String.join("\n", output.err())).contains("TR1003").contains("rollingPolicy");
    }

    @Test
    void twoProcesses_onOneFile_writeEachLineOnce() throws Exception {
        Path log = folder.resolve("app.log");
        String config = Guide.page("several-processes.md").example("logback.xml");
        assertThat(config).contains("/var/log/app/app.log");
        config = config.replace("/var/log/app/app.log", log.toString());

        try (ChildProcess a = child(config).options("-Dnode=a").start(Lines.class, String.valueOf(LINES));
                ChildProcess b = child(config).options("-Dnode=b").start(Lines.class, String.valueOf(LINES))) {
            assertThat(a.succeeded().err() + b.succeeded().err()).isEmpty();
        }

        for (String node : List.of("a", "b")) {
            assertThat(Files.readAllLines(log).stream()
                            .filter(line -> line.contains(" " + node + " [main]"))
                            .map(GuideExamplesTest::message))
                    .as("lines of node %s, in their order", node)
                    .containsExactlyElementsOf(messages(LINES));
        }
    }

    @Test
    void killedProcess_leavesItsLinesToTheNextStart() throws Exception {
        String config = Guide.page("start.md").example("logback.xml");
        try (ChildProcess killed = child(config).start(Lines.class, String.valueOf(LINES), "wait")) {
            BufferedReader out = killed.process().inputReader(StandardCharsets.UTF_8);
            assertThat(out.readLine()).isEqualTo("logged");
            killed.kill();
        }

        child(config).run(Lines.class, "1");

        List<String> expected = new ArrayList<>(messages(LINES));
        expected.add("line 0");
        assertThat(Files.readAllLines(folder.resolve("log/app.log")))
                .map(GuideExamplesTest::message)
                .containsExactlyElementsOf(expected);
    }

    private ChildJvm child(String config) throws IOException {
        ChildJvm jvm = new ChildJvm(folder, "replaced by the guide's");
        Files.writeString(folder.resolve("logback.xml"), config);
        return jvm;
    }

    private void assertLogIs(String shown) throws IOException {
        assertThat(Files.readAllLines(folder.resolve("log/app.log")))
                .singleElement()
                .asString()
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d\\d\\d"
                        + Pattern.quote(shown.strip().replaceFirst("^\\S+", "")));
    }

    private static List<String> messages(int count) {
        return IntStream.range(0, count).mapToObj(i -> "line " + i).toList();
    }

    private static String message(String line) {
        return line.substring(line.lastIndexOf(" - ") + 3);
    }

    /** The visible files. */
    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** Logs the number of lines in its first argument; with a second argument it waits to be ended. */
    static final class Lines {
        private Lines() {}

        public static void main(String[] arguments) throws InterruptedException {
            Logger log = LoggerFactory.getLogger(Lines.class);
            int lines = Integer.parseInt(arguments[0]);
            for (int i = 0; i < lines; i++) {
                log.info("line {}", i);
            }
            if (arguments.length > 1) {
                System.out.println("logged");
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }
}
