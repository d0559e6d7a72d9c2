package dev.tailrace.doctor.corpus;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A logging thread that is woken for every single event, thousands of times a second, and flushes each. By the seed Logback's own
 * queue, whose worker mostly finds it empty, or one that an application has made itself. Healthy: the same lines, put into a buffer by whoever
 * logs.
 */
final class EventWakeups {
    private static final String ASYNC = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>%s/%s.log</file>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{20} - %%msg%%n</pattern></encoder>
              </appender>
              <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                <queueSize>1024</queueSize>
                <discardingThreshold>0</discardingThreshold>
                <appender-ref ref="FILE"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC"/></root>
            </configuration>
            """;
    private static final String BUFFERED = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>%s/%s.log</file>
                <immediateFlush>false</immediateFlush>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{20} - %%msg%%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    private EventWakeups() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        String name = stage.pick("pages", "books");
        Callers.Turn turn;
        if (stage.sick() && stage.random().nextBoolean()) {
            LineThread lines = LineThread.start(stage.folder().resolve(name + ".log"));
            turn = (caller, number) -> lines.log("served page " + number + " to reader " + caller);
        } else {
            LogbackStage.configure(stage, (stage.sick() ? ASYNC : BUFFERED).formatted(stage.folder(), name));
            Logger log = LoggerFactory.getLogger("library." + stage.pick("Pages", "Books"));
            turn = (caller, number) -> log.info("served page {} to reader {}", number, caller);
        }
        int count = stage.between(4, 12);
        Callers callers = Callers.start(count, stage.pick("thin-", "reader-"), 4_000, turn);
        stage.playOnceTrue(() -> callers.turns() > 4_000);
    }

    /** A queue and a thread behind it, which every line wakes. */
    private static final class LineThread implements Runnable {
        private final Queue<String> lines = new ArrayDeque<>();
        private final BufferedWriter writer;

        private LineThread(BufferedWriter writer) {
            this.writer = writer;
        }

        static LineThread start(Path file) throws IOException {
            LineThread lines = new LineThread(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
            Thread thread = new Thread(lines, "log-writer");
            thread.setDaemon(true);
            thread.start();
            return lines;
        }

        synchronized void log(String line) {
            lines.add(line);
            notifyAll();
        }

        private synchronized String next() throws InterruptedException {
            while (lines.isEmpty()) {
                wait();
            }
            return lines.remove();
        }

        @Override
        public void run() {
            try {
                while (true) {
                    writer.write(next());
                    writer.newLine();
                    writer.flush();
                }
            } catch (IOException | InterruptedException over) {
                // The program has ended.
            }
        }
    }
}
