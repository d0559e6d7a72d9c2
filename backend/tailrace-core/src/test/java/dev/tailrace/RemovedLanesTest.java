package dev.tailrace;

import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.ofFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovedLanesTest {
    @TempDir
    Path folder;

    @Test
    void laneMustGrowRightAfterItsDirectoryWasRemoved_theMessageSaysSoAndNotThatThereIsNoRoom() throws Exception {
        String line = "x".repeat(1_000);
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "before");
            assertThat(Tailrace.flush()).isTrue();
            for (int round = 0; round < 3; round++) {
                await().until(() -> isThere(folder.resolve("lanes")));
                remove(folder.resolve("lanes"));
                // More than the rings there are take: the keeper makes a larger one before the directory is there
                // again.
                for (int i = 0; i < 10_000; i++) {
                    log("a", Level.INFO, line);
                }
                assertThat(Tailrace.flush()).isTrue();
            }

            assertThat(scenario.errors()).contains("TR3018").doesNotContain("TR3005");
            assertThat(scenario.lines("app.log")).hasSize(30_001);
        }
    }

    private static boolean isThere(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(".owner"));
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }
}
