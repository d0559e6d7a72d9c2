package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.tailrace.Tailrace;
import dev.tailrace.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a process waits for its lines while these are written, and does little else. */
class ExitTest {
    private static final int LINES = 100;
    private static final int NOISE = 100_000;
    private static final int LOGS = 100;
    private static final int LINES_EACH = 300;
    private static final String TEXT = "x".repeat(100);

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    void shutdown_whileOthersLogFasterThanAPipeIsRead_writesWhatWasLoggedBefore() throws Exception {
        assertThat(ownLines("-Dtailrace.memory=8MB")).isEqualTo(LINES);
        assertThat(Long.parseLong(Files.readString(folder.resolve("millis")))).isGreaterThan(5_000);
    }

    @Test
    void shutdown_inATimeThatIsConfigured_isOverByThen() throws Exception {
        assertThat(ownLines("-Dtailrace.memory=8MB", "-Dtailrace.shutdown=300ms"))
                .isLessThan(LINES);
        assertThat(Long.parseLong(Files.readString(folder.resolve("millis")))).isBetween(300L, 2_500L);
    }

    private int ownLines(String... options) throws Exception {
        Files.writeString(folder.resolve("console.xml"), """
                <configuration><appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'>
                <encoder><pattern>%msg%n</pattern></encoder></appender>
                <root level='INFO'><appender-ref ref='OUT'/></root></configuration>""");
        int own = 0;
        try (ChildProcess child = new ChildJvm(folder, "%msg%n")
                        .options("-Dtailrace.config=" + folder.resolve("console.xml"), "-Dtailrace.console=async")
                        .options(options)
                        .start(Flooding.class);
                BufferedReader out = child.process().inputReader()) {
            long read = 0;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                own += line.startsWith("own ") ? 1 : 0;
                read += line.length() + 1;
                if (read > 36_000) {
                    // 1.2 MB/s: what waits takes longer than a shutdown without progress.
                    read = 0;
                    LockSupport.parkNanos(30_000_000);
                }
            }
        }
        return own;
    }

    /** Logs, and shuts down while other threads go on. */
    static final class Flooding {
        private Flooding() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger(Flooding.class);
            AtomicInteger logged = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                Thread noise = new Thread(() -> {
                    while (true) {
                        log.info(TEXT);
                        logged.incrementAndGet();
                    }
                });
                noise.setDaemon(true);
                noise.start();
            }
            while (logged.get() < NOISE) {
                LockSupport.parkNanos(1_000_000);
            }
            for (int i = 0; i < LINES; i++) {
                log.info("own {} {}", i, TEXT);
            }
            long begin = System.nanoTime();
            Tailrace.shutdown();
            Files.writeString(Path.of("millis"), "" + (System.nanoTime() - begin) / 1_000_000);
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    @Tag("slow")
    void exit_with30kBWaitingForEachOf100Logs_takesLittleCpu() throws Exception {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            seconds.add(secondsOfCpu(Files.createDirectory(folder.resolve("run" + i))));
        }
        System.out.println("CPU of an exit with 100 logs, in seconds: " + seconds);
        // 0.2 to 0.3 on an idle machine, 0.4 to 0.5 beside other processes.
        assertThat(seconds).anyMatch(each -> each < 1);
    }

    private static double secondsOfCpu(Path at) throws Exception {
        Path config = Files.writeString(
                at.resolve("many.xml"),
                IntStream.range(0, LOGS)
                        .mapToObj(i -> """
                                <appender name='A%1$d' class='ch.qos.logback.core.FileAppender'><file>%2$s/%1$d.log</file>
                                <encoder><pattern>%%msg%%n</pattern></encoder></appender>
                                <logger name='log%1$d' level='INFO'><appender-ref ref='A%1$d'/></logger>
                                """.formatted(i, at))
                        .collect(Collectors.joining("", "<configuration>", "</configuration>")));
        // Behind a shell that prints the CPU time of its children.
        ChildJvm.Output output = new ChildJvm(at, "%msg%n")
                .options("-Dtailrace.config=" + config)
                .behind("bash", "-c", "TIMEFORMAT='%U %S'; time \"$0\" \"$@\"")
                .run(ManyLogs.class);
        for (int i = 0; i < LOGS; i++) {
            assertThat(Files.readAllLines(at.resolve(i + ".log"))).hasSize(LINES_EACH + 1);
        }
        String[] times = output.err().get(output.err().size() - 1).split(" ", 0);
        double all = Double.parseDouble(times[0]) + Double.parseDouble(times[1]);
        return all - Double.parseDouble(output.out().get(0));
    }

    /** Prints the CPU time of the process right before its end. */
    static final class ManyLogs {
        private ManyLogs() {}

        public static void main(String[] arguments) throws IOException {
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            for (int i = 0; i < LOGS; i++) {
                LoggerFactory.getLogger("log" + i).info("first");
            }
            LockSupport.parkNanos(3_000_000_000L);
            for (int line = 0; line < LINES_EACH; line++) {
                for (int i = 0; i < LOGS; i++) {
                    LoggerFactory.getLogger("log" + i).info(TEXT);
                }
            }
            System.out.println(system.getProcessCpuTime() / 1e9);
        }
    }
}
