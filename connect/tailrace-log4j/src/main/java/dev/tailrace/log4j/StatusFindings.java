package dev.tailrace.log4j;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * Reports findings to Log4j's status logger.
 *
 * @param source of the configuration, which makes the reports of two of them different
 */
record StatusFindings(String source) implements Consumer<Finding> {
    private static final long LONGEST_WAIT_NANOS = 100_000_000;

    @Override
    public void accept(Finding finding) {
        if (!(Thread.currentThread() instanceof HelperThread)) {
            log(finding);
            return;
        }
        // A status listener may print to a pipe that is never read, and the thread that drains must not wait for that.
        HelperThread printer = HelperThread.of(() -> log(finding), "tailrace-findings");
        printer.start();
        printer.awaitEnd(System.nanoTime() + LONGEST_WAIT_NANOS);
    }

    private static void log(Finding finding) {
        StatusLogger.getLogger().log(level(finding.severity()), finding.format());
    }

    private static Level level(FindingCode.Severity severity) {
        return switch (severity) {
            case ERROR -> Level.ERROR;
            case WARNING -> Level.WARN;
            case INFO -> Level.INFO;
        };
    }
}
