package dev.tailrace.log4j;

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
    @Override
    public void accept(Finding finding) {
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
