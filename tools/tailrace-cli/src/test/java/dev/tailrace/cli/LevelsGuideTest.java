package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/levels.md shows, done. */
class LevelsGuideTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private Scene scene;
    private String page = "";

    @BeforeEach
    void openScene() throws IOException {
        scene = new Scene(folder);
        page = Files.readString(Project.root().resolve("docs/guide/levels.md"));
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    private String block(String part) {
        Matcher block = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```$").matcher(page);
        while (block.find()) {
            if (block.group(1).contains(part)) {
                return block.group(1);
            }
        }
        throw new AssertionError("no block with " + part);
    }

    @Test
    void commands_doWhatThePageSays_andTheLogHasItsLines() throws Exception {
        ChildProcess process = scene.start(Scene.java(TalkingProcess.class)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(process.line()).isEqualTo("logged");
        List<String> answers = new ArrayList<>();
        for (String command : block("./tailrace level").lines().toList()) {
            String[] words = command.replace("/var/log/app/app.log", scene.log.toString())
                    .split(" ", -1);
            assertThat(words[0]).isEqualTo("./tailrace");
            Scene.Said said = Scene.run(Arrays.copyOfRange(words, 1, words.length));
            assertThat(said.status()).as(command + said.out() + said.err()).isEqualTo(ExitStatus.GOOD);
            answers.add(process.ask("x"));
        }
        assertThat(answers).containsExactly("debug", "debug", "not");

        // The page's own take-back is a command; here the time's end is a shorter one.
        assertThat(Scene.run("level", scene.log.toString(), "com.acme=DEBUG", "--for", "1ms")
                        .status())
                .isEqualTo(ExitStatus.GOOD);
        List<String> forms = block("TR2030").lines().map(LevelsGuideTest::form).toList();
        assertThat(forms).hasSize(2);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scene.logged().stream()
                                .map(LevelsGuideTest::form)
                                .collect(Collectors.toSet()))
                        .containsAll(forms));
    }

    @Test
    void limits_commands_doWhatThePageSays() throws Exception {
        page = Files.readString(Project.root().resolve("docs/guide/limits.md"));
        ChildProcess process = scene.start(Scene.java(TalkingProcess.class)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(process.line()).isEqualTo("logged");
        List<String> limits = new ArrayList<>();
        for (String command : block("./tailrace limit").lines().toList()) {
            String[] words = command.replace("/var/log/app/app.log", scene.log.toString())
                    .split(" ", -1);
            Scene.Said said = Scene.run(Arrays.copyOfRange(words, 1, words.length));
            assertThat(said.status()).as(command + said.out() + said.err()).isEqualTo(ExitStatus.GOOD);
            limits.add(said.out().contains("com.acme  10/s up to INFO") ? "there" : "none");
        }
        assertThat(limits).containsExactly("there", "there", "none");
        List<String> forms = block("TR2030").lines().map(LevelsGuideTest::form).toList();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scene.logged().stream()
                                .map(LevelsGuideTest::form)
                                .collect(Collectors.toSet()))
                        .containsAll(forms));
    }

    private static String form(String line) {
        return line.replaceAll("\\d+", "N").replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    @Test
    void api_compiles() throws Exception {
        Path source = Files.writeString(
                folder.resolve("Snippet.java"),
                "import dev.tailrace.Level;\nimport dev.tailrace.Tailrace;\nimport java.time.Duration;\n"
                        + "public class Snippet implements Runnable {\n  public void run() {\n"
                        + block("Tailrace.setLevel")
                        + "  }\n}\n");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        source.toString(),
                        "-cp",
                        System.getProperty("java.class.path"));
        assertThat(status).isZero();
    }
}
