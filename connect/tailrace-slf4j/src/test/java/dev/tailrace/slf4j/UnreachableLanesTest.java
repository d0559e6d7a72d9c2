package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Processes that see the log but not each other's lanes, like containers with their own {@code /dev/shm} and a common directory of logs:
 * lanes that are open to others are refused here.
 */
class UnreachableLanesTest {
    @TempDir
    Path folder;

    private ChildJvm child(String lanes) throws IOException {
        return new ChildJvm(folder, "%msg%n").options("-Dtailrace.directory=" + folder.resolve(lanes));
    }

    /** A process that has logged, and whose lanes processes that start now can't use. */
    private ChildProcess startHidden() throws IOException {
        ChildProcess process = child("a").start(ReadsItsLockFile.class);
        acknowledged(process, 10);
        try (Stream<Path> all = Files.list(folder.resolve("a"))) {
            for (Path each : all.toList()) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        return process;
    }

    private List<String> logs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("app.log"))
                    .sorted()
                    .toList();
        }
    }

    /** Reads so many more acknowledged calls; returns the number of the last. */
    private static int acknowledged(ChildProcess process, int more) throws IOException {
        int last = 0;
        for (int i = 0; i < more; i++) {
            last = Integer.parseInt(process.process().inputReader().readLine());
        }
        return last;
    }

    @Test
    void locksOfALivingProcessAreLost_theSecondTakesANeighbour_andNoLineIsMissing() throws Exception {
        ChildJvm second = child("b");
        try (ChildProcess first = startHidden()) {
            for (int i = 0; i < 3; i++) {
                Files.deleteIfExists(folder.resolve("stdout"));
                ChildJvm.Output output = second.run(SpecialFileTest.Logs.class);

                assertThat(output.out()).as("the console").isEmpty();
                assertThat(String.join("\n", output.err())).contains("TR2017", "TR2004");
            }
            int last = acknowledged(first, 10);
            assertThat(logs()).hasSize(2);
            Thread.sleep(1_000);
            List<String> lines = Files.readAllLines(folder.resolve("app.log"));
            assertThat(lines)
                    .doesNotHaveDuplicates()
                    .hasSizeGreaterThan(last)
                    .noneMatch(line -> line.startsWith("line"));
        }
    }

    @Test
    void processIsKilledAndItsLanesAreGone_theNextOneHasTheLogAtOnce() throws Exception {
        ChildJvm second = child("b");
        try (ChildProcess first = startHidden()) {
            first.kill();
        }
        ChildJvm.Output output = second.run(TimesItsFirstCall.class);

        assertThat(logs()).containsExactly("app.log");
        assertThat(output.err()).isEmpty();
        System.out.println("first call after kill -9: " + output.out().get(0) + " ms");
        assertThat(Integer.parseInt(output.out().get(0))).isLessThan(10_000);
    }

    /** Loses all locks every 5 ms, since it closes a descriptor of the file. */
    static final class ReadsItsLockFile {
        private ReadsItsLockFile() {}

        public static void main(String[] arguments) throws Exception {
            Path lock = Path.of(".app.log.tailrace-lock").toAbsolutePath();
            Thread reader = new Thread(() -> {
                while (true) {
                    try {
                        Files.readAllBytes(lock);
                        Thread.sleep(2);
                    } catch (IOException e) {
                        Thread.onSpinWait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            reader.setDaemon(true);
            reader.start();
            for (int i = 0; i < 1_000_000; i++) {
                LoggerFactory.getLogger(ReadsItsLockFile.class).info("{}", i);
                System.out.println(i);
                Thread.sleep(20);
            }
        }
    }

    static final class TimesItsFirstCall {
        private TimesItsFirstCall() {}

        public static void main(String[] arguments) {
            long begin = System.nanoTime();
            LoggerFactory.getLogger(TimesItsFirstCall.class).info("first");
            System.out.println((System.nanoTime() - begin) / 1_000_000);
        }
    }
}
