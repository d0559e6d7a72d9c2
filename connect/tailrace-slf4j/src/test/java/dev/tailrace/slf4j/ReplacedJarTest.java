package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A deployment overwrites the jars while the process runs: from then on none of their classes can be loaded. */
class ReplacedJarTest {
    private static final int LINES = 20_000;

    @TempDir
    Path folder;

    @Test
    void overwrittenJars_afterTwoSeconds_theLogIsRolledAndWrittenToTheEnd() throws Exception {
        ChildJvm child = new ChildJvm(folder, "%msg%n").rolling().options("-Dtailrace.dir=" + folder.resolve("lanes"));
        List<Path> jars = child.packed(Rolls.class);
        try (ChildProcess process = child.start(Rolls.class)) {
            while (!Files.exists(folder.resolve("logged"))) {
                Thread.sleep(10);
            }
            Thread.sleep(2_000);
            for (Path jar : jars) {
                if (!jar.toString().contains("test-classes") && !jar.toString().contains("slf4j-api")) {
                    overwrite(jar);
                }
            }
            Files.createFile(folder.resolve("go on"));
            assertThat(process.status()).as(process.err()).isZero();
            assertThat(process.err()).isEmpty();
        }
        List<String> lines = new ArrayList<>();
        try (Stream<Path> logs = Files.list(folder)) {
            List<Path> all = logs.filter(each -> each.getFileName().toString().matches("app\\..*log"))
                    .toList();
            assertThat(all).as("the log and what was rolled").hasSizeGreaterThan(1);
            for (Path log : all) {
                lines.addAll(Files.readAllLines(log));
            }
        }
        assertThat(lines)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(0, LINES).mapToObj(Rolls::line).toList());
    }

    /** In place, as {@code cp} does it: the open jar has other bytes from here on. */
    private static void overwrite(Path jar) throws IOException {
        byte[] zeros = new byte[(int) Files.size(jar) / 2];
        try (var out = Files.newOutputStream(jar)) {
            out.write(zeros);
        }
    }

    /** Logs a line, waits, and logs enough to roll. */
    static final class Rolls {
        private Rolls() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger(Rolls.class);
            log.info(line(0));
            Files.createFile(Path.of("logged"));
            while (!Files.exists(Path.of("go on"))) {
                LockSupport.parkNanos(10_000_000);
            }
            for (int i = 1; i <= LINES; i++) {
                log.info(line(i));
            }
        }

        static String line(int number) {
            return "line " + number + " of a log that is rolled after a million bytes, with some more words";
        }
    }
}
