package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What examples/steer shows, done: its program, its configuration, and the commands and the line of its README. */
class SteerExampleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path temporary;

    private Scene scene;
    private String page = "";

    @BeforeEach
    void openScene() throws IOException {
        scene = new Scene(temporary);
        page = Files.readString(example().resolve("README.md"));
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    private static Path example() {
        return Project.root().resolve("examples/steer");
    }

    @Test
    @Tag("slow")
    void hotLoop_isSeenLimitedAndLookedInto_fromTheCommandLine() throws Exception {
        Path log = scene.folder.resolve("logs/shop.log");
        ChildProcess service = startService();
        await().atMost(PATIENCE).until(() -> Files.exists(log) && Files.size(log) > 100_000);

        String top = run("tailrace top", log);
        assertThat(top)
                .contains(String.valueOf(service.pid()))
                .containsPattern("loudest.* \\d+ % (com\\.acme\\.shop\\.)?Orders ERROR");
        assertThat(run("--level ERROR", log))
                .containsPattern("ERROR \\[main\\] com\\.acme\\.shop\\.Orders - order \\d+ failed");

        Path configuration = scene.folder.resolve("tailrace.xml");
        Matcher first = Pattern.compile("(?m)^<configuration .*>$").matcher(Files.readString(configuration));
        Files.writeString(
                configuration, first.replaceFirst("$0\n" + fenced("<limit").strip()));
        // That of a whole window: the first one may have begun while the file was read.
        Pattern summary =
                Pattern.compile(Pattern.quote(fenced("times more").strip()).replace("4,812", "\\E([\\d,]+)\\Q"));
        await().atMost(PATIENCE)
                .until(() ->
                        all(log).filter(line -> summary.matcher(line).find()).count() >= 2);
        List<String> lines = all(log).toList();
        int begin = last(lines, summary, lines.size());
        int before = last(lines, summary, begin);
        long errors = lines.subList(before, begin).stream()
                .filter(line -> line.endsWith(" failed"))
                .count();
        Matcher counted = summary.matcher(lines.get(begin));
        assertThat(counted.find()).isTrue();
        // Ten a second for ten seconds, and for as long as the drainer may be late; without the limit some thousand a
        // second.
        assertThat(errors).isBetween(50L, 400L);
        assertThat(Long.parseLong(counted.group(1).replace(",", ""))).isGreaterThan(errors);

        assertThat(all(log).filter(line -> line.contains(" DEBUG "))).isEmpty();
        run("--for 1m", log);
        await().atMost(PATIENCE)
                .until(() ->
                        all(log).anyMatch(line -> line.contains(" DEBUG ") && line.contains("connection refused")));
        assertThat(run("--logger com.acme.shop.Database", log)).contains("connect to db-2.acme.example");
        assertThat(run("tailrace level logs/shop.log\n", log)).containsPattern("com\\.acme\\.shop\\.Database.*DEBUG");
    }

    private ChildProcess startService() throws IOException {
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        scene.folder.toString(),
                        example().resolve("HotLoop.java").toString());
        assertThat(status).isZero();
        Files.copy(example().resolve("tailrace.xml"), scene.folder.resolve("tailrace.xml"));
        List<Path> classPath = new ArrayList<>(Scene.classPathEntries());
        classPath.add(scene.folder);
        return scene.start(JvmLauncher.of("HotLoop")
                .classPath(classPath)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=tailrace.xml"));
    }

    /** Runs the page's only command that has this in it, and returns what it printed. */
    private String run(String part, Path log) {
        List<String> commands = page.lines()
                .filter(line -> line.startsWith("../../tailrace ") && (line + "\n").contains(part))
                .toList();
        assertThat(commands).as(part).hasSize(1);
        String[] words =
                commands.get(0).replace("logs/shop.log", log.toString()).split(" ", -1);
        Scene.Said said = Scene.run(Arrays.copyOfRange(words, 1, words.length));
        assertThat(said.status()).as(commands.get(0) + said.out() + said.err()).isEqualTo(ExitStatus.GOOD);
        return said.out();
    }

    private String fenced(String part) {
        Matcher block = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```$").matcher(page);
        while (block.find()) {
            if (block.group(1).contains(part)) {
                return block.group(1);
            }
        }
        throw new AssertionError("no block with " + part);
    }

    private static Stream<String> all(Path log) throws IOException {
        return Files.readAllLines(log).stream();
    }

    /** The index of the last line before {@code end} in which the pattern is found. */
    private static int last(List<String> lines, Pattern pattern, int end) {
        for (int i = end - 1; i >= 0; i--) {
            if (pattern.matcher(lines.get(i)).find()) {
                return i;
            }
        }
        throw new AssertionError("not there twice: " + pattern);
    }
}
