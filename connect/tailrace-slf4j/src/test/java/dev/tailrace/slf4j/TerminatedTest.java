package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A healthy process that is terminated in the middle of its work. */
@Tag("slow")
class TerminatedTest {
    @TempDir
    Path folder;

    @RepeatedTest(12)
    void terminate_threadsThatGoOnLogging_reportsNothing() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%msg%n", "<root level='INFO'><appender-ref ref='FILE'/></root>")
                .terminated()
                .run(Busy.class);

        assertThat(output.err()).isEmpty();
        assertThat(output.log()).isNotEmpty();
    }

    /** Logs with all threads at full speed, and sends SIGTERM to itself. */
    static final class Busy {
        private static final int THREADS = 8;
        /** Lines of each thread before the termination. */
        private static final int LINES = 2_000;

        private Busy() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Busy.class);
            CountDownLatch busyThreads = new CountDownLatch(THREADS);
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                Thread busy = new Thread(() -> {
                    for (long n = 0; ; n++) {
                        log.info("thread {} line {} and what else there is to say", thread, n);
                        if (n == LINES) {
                            busyThreads.countDown();
                        }
                    }
                });
                busy.setDaemon(true);
                busy.start();
            }
            busyThreads.await();
            new ProcessBuilder(
                            "kill",
                            "-TERM",
                            String.valueOf(ProcessHandle.current().pid()))
                    .inheritIO()
                    .start();
            TimeUnit.HOURS.sleep(1);
        }
    }
}
