package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Main class: logs one line, waits until it is in the log file, writes the time to a file, and ends. The time is in milliseconds since the
 * epoch, because the measurement began in another process. Arguments: the log file, the file for the time.
 */
public final class FirstLine {
    private static final int PATIENCE_SECONDS = 20;

    private FirstLine() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path log = Path.of(arguments[0]);
        LoggerFactory.getLogger(Line.LOGGER).info("the first line");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (log.toFile().length() == 0 && System.nanoTime() - deadline < 0) {
            TimeUnit.MICROSECONDS.sleep(200);
        }
        long now = System.currentTimeMillis();
        if (log.toFile().length() == 0) {
            throw new IOException("no line in " + log + " after " + PATIENCE_SECONDS + " s");
        }
        Files.writeString(Path.of(arguments[1]), Long.toString(now));
        System.exit(0);
    }
}
