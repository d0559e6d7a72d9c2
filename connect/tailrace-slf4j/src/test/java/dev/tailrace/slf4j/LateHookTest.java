package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
