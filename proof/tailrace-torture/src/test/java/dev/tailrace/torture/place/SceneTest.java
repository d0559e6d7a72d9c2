package dev.tailrace.torture.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SceneTest {
    @TempDir
    Path folder;

    @Test
    void process_isEndedByASignal_leavesNoLanes() throws Exception {
        try (ChildProcess process =
                JvmLauncher.of(Sitting.class, folder.toString()).start()) {
            Path lanes = Path.of(process.line());
            assertThat(lanes).isDirectory();

            process.signal("TERM");

            process.status(Duration.ofMinutes(1));
            assertThat(Files.exists(lanes)).isFalse();
        }
    }

    /** A scene that is never closed. */
    static final class Sitting {
        public static void main(String[] args) throws Exception {
            Scene scene = Workshop.with(Path.of(args[0]), List.of()).scene("sitting", SceneSettings.plain());
            Files.writeString(scene.lanes().resolve("something"), "in it");
            System.out.println(scene.lanes());
            System.out.flush();
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
