package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that can't start another thread when it begins to log, as at a container's limit of pids. */
@EnabledOnOs(OS.LINUX)
class NoThreadTest {
    private static final int LINES = 200;

    @TempDir
    Path folder;

    private ChildJvm child(String reference) throws Exception {
        return new ChildJvm(
                        folder,
                        "%msg%n",
                        "<appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%msg%n</pattern>"
                                + "</encoder></appender><root level='INFO'><appender-ref ref='" + reference
                                + "'/></root>")
                .behind("sh", "-c", "ulimit -v 9000000; exec \"$0\" \"$@\"")
                .options(
                        "-Xlog:disable",
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:ReservedCodeCacheSize=32m",
                        "-XX:CompressedClassSpaceSize=32m",
                        "-XX:ThreadStackSize=65536");
    }

    @Test
    void callersWriteTheFile_andAThreadDoesLater() throws Exception {
        ChildJvm.Output output = child("FILE").run(Crowded.class);

        assertThat(output.out())
                .as("threads that were started before, and beats")
                .hasSize(2);
        assertThat(output.out().get(1)).isEqualTo("other beat: true");
        assertThat(output.log()).isEqualTo(expected());
        assertThat(String.join("\n", output.err())).containsOnlyOnce("TR2038");
    }

    @Test
    void callersWriteTheConsole() throws Exception {
        ChildJvm.Output output = child("OUT").run(Crowded.class);

        assertThat(output.out()).hasSize(3 * LINES + 2).startsWith("line 0");
        assertThat(output.out().stream().filter(line -> line.startsWith("line")))
                .isEqualTo(expected());
        assertThat(String.join("\n", output.err())).containsOnlyOnce("TR2038");
    }

    private static List<String> expected() {
        return IntStream.range(0, 3 * LINES).mapToObj(n -> "line " + n).toList();
    }

    /** Starts threads until there is no room for one, logs, lets them end, and logs again. */
    static final class Crowded {
        private Crowded() {}

        public static void main(String[] arguments) throws Exception {
            List<Thread> crowd = new ArrayList<>();
            String beats = "";
            try {
                while (crowd.size() < 1_000) {
                    Thread thread = new Thread(() -> {
                        try {
                            TimeUnit.HOURS.sleep(1);
                        } catch (InterruptedException e) {
                            return;
                        }
                    });
                    thread.setDaemon(true);
                    thread.start();
                    crowd.add(thread);
                }
            } catch (OutOfMemoryError e) {
                log(0);
                long first = beat();
                TimeUnit.MILLISECONDS.sleep(1_000);
                log(LINES);
                beats = "other beat: " + (beat() != first);
                for (Thread thread : crowd) {
                    thread.interrupt();
                    thread.join();
                }
                // A missing thread is tried again once a second.
                TimeUnit.MILLISECONDS.sleep(1_100);
                log(2 * LINES);
            }
            System.out.println(crowd.size() + "\n" + beats);
        }

        /** The heartbeat in the log's lock file. */
        private static long beat() throws IOException {
            try (RandomAccessFile lock = new RandomAccessFile(".app.log.tailrace-lock", "r")) {
                lock.seek(65_536);
                return lock.readLong();
            } catch (FileNotFoundException e) {
                return 0; // only the console is written
            }
        }

        private static void log(int from) {
            Logger log = LoggerFactory.getLogger(Crowded.class);
            for (int i = from; i < from + LINES; i++) {
                log.info("line {}", i);
            }
        }
    }
}
