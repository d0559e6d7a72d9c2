package dev.tailrace.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that end without a stop of Logback's context, in each way there is. */
class EndTest {
    private static final int MANY = 50_000;

    @TempDir
    Path folder;

    private Path lanes = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        lanes = Files.createDirectory(folder.resolve("lanes"));
        Files.createDirectory(folder.resolve("logs"));
    }

    private ChildProcess start(String how, int count) throws IOException {
        return JvmLauncher.of(App.class, logs().toString(), how, String.valueOf(count))
                .environment("TAILRACE_DIR", lanes.toString())
                .start();
    }

    private Path logs() {
        return folder.resolve("logs");
    }

    private List<String> lines() throws IOException {
        return new String(RolledFiles.joined(logs(), false), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "line " + i).toList();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> all = Files.list(lanes)) {
            return all.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    void anEndOfItsOwn_leavesAllInTheFile_andNoLanes(String how) throws IOException {
        try (ChildProcess app = start(how, MANY)) {
            app.succeeded();
            assertThat(app.err()).isEmpty();
        }
        assertThat(lines()).isEqualTo(numbered(MANY));
        assertThat(left()).isEmpty();
    }

    @Test
    void aTerminated_leavesAllInTheFile_andNoLanes() throws IOException {
        try (ChildProcess app = start("wait", MANY)) {
            app.awaitLine("logged");
            app.signal("TERM");
            assertThat(app.awaitEnd(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(lines()).isEqualTo(numbered(MANY));
        assertThat(left()).isEmpty();
    }

    @Test
    void aLateHook_hasItsLinesInTheFile() throws IOException {
        try (ChildProcess app = start("hook", MANY)) {
            app.succeeded();
        }
        assertThat(lines()).isEqualTo(numbered(MANY + 10));
        // After a late hook the JVM may halt before the lanes, which are empty, are removed.
    }

    @Test
    void aKilled_losesNothingThatACallReturnedFor() throws IOException {
        int last = 0;
        for (int round = 0; round < 3; round++) {
            try (ChildProcess app = start("endless", Integer.MAX_VALUE)) {
                for (int i = 0; i < 2_000 * (round + 1); i++) {
                    app.line();
                }
                app.kill();
                // What the pipe still holds was said before.
                String line = app.out().strip();
                String said = line.substring(line.lastIndexOf('\n') + 1);
                last = Integer.parseInt(said);
            }
            int least = last;
            try (ChildProcess next = start("wait", 0)) {
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(lines().size()).isGreaterThan(least));
                next.signal("TERM");
                assertThat(next.awaitEnd(Duration.ofSeconds(30))).isTrue();
            }
            List<String> lines = lines();
            // More can be there: of calls that had not said so yet.
            assertThat(lines).isEqualTo(numbered(lines.size()));
            assertThat(left()).isEmpty();
            try (Stream<Path> files = Files.list(logs())) {
                files.forEach(file -> file.toFile().delete());
            }
        }
    }
}
