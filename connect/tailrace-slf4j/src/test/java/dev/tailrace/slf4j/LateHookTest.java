package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exit hooks run concurrently, in no order; their lines are part of the log. */
class LateHookTest {
    @TempDir
    Path folder;

    @Test
    void log_fromAHookThatOutlivesOurs_isInTheFile() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%msg%n").run(Hooks.class);
        assertThat(output.log())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(0, 5).mapToObj(i -> "line " + i).toList());
        assertThat(output.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"returns", "exits"})
    void log_firstFromAHook_isInTheFile(String end) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%msg%n").run(FirstInHook.class, end);
        assertThat(output.log())
                .containsExactlyElementsOf(
                        IntStream.range(0, 500).mapToObj(i -> "line " + i).toList());
        assertThat(output.err()).isEmpty();
    }

    @Test
    void log_afterAShutdown_keepsAFileThatIsEmptiedAtTheStart() throws Exception {
        Path file = folder.resolve("fresh.log");
        Files.writeString(file, "of an earlier run\n");

        new ChildJvm(
                        folder,
                        "%msg%n",
                        "<appender name='FRESH' class='ch.qos.logback.core.FileAppender'><append>false</append><file>"
                                + file
                                + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                                + "<root level='INFO'><appender-ref ref='FRESH'/></root>")
                .run(AfterShutdown.class);

        assertThat(Files.readAllLines(file))
                .isEqualTo(IntStream.rangeClosed(0, 1_000)
                        .mapToObj(i -> "line " + i)
                        .toList());
    }

    /** Logs once more after a shutdown, as a pool's thread does. */
    static final class AfterShutdown {
        private AfterShutdown() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(AfterShutdown.class);
            for (int i = 0; i < 1_000; i++) {
                log.info("line {}", i);
            }
            Tailrace.shutdown();
            log.info("line {}", 1_000);
        }
    }

    /** Asks for its first logger in a hook. */
    static final class FirstInHook {
        private FirstInHook() {}

        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                Logger log = LoggerFactory.getLogger(FirstInHook.class);
                for (int i = 0; i < 500; i++) {
                    log.info("line {}", i);
                }
            }));
            if (arguments[0].equals("exits")) {
                System.exit(0);
            }
        }
    }

    /** Logs from a hook, with pauses that are longer than the drainer's sleep. */
    static final class Hooks {
        private Hooks() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Hooks.class);
            log.info("line {}", 0);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                for (int i = 1; i <= 5; i++) {
                    try {
                        Thread.sleep(150);
                    } catch (InterruptedException e) {
                        return;
                    }
                    log.info("line {}", i);
                }
            }));
        }
    }
}
