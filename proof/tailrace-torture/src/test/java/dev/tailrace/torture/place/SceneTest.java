package dev.tailrace.torture.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SceneTest {
    @TempDir
    Path folder;

    @Test
    void process_isEndedByASignal_leavesNoLanes() throws Exception {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Sitting.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            Path lanes = Path.of(answers.readLine());
            assertThat(lanes).isDirectory();

            process.destroy();

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.exists(lanes)).isFalse();
        } finally {
            process.destroyForcibly();
        }
    }

    /** A scene that is never closed. */
    static final class Sitting {
        public static void main(String[] args) throws Exception {
            Scene scene = Workshop.with(Path.of(args[0]), List.of()).scene("sitting", Settings.plain());
            Files.writeString(scene.lanes().resolve("something"), "in it");
            System.out.println(scene.lanes());
            System.out.flush();
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
