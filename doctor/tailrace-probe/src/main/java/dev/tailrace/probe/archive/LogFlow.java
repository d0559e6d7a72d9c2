package dev.tailrace.probe.archive;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.Map;

/**
 * Lines that came into a log file while doctor looked. Only the number of the lines and the names of their loggers are known. Immutable.
 *
 * @param path as the application sees it
 * @param seconds for how long
 * @param bytes that came; at least, where the file was rolled meanwhile
 * @param readBytes of those, how many were read
 * @param readLines that began in those
 * @param loggers how many of the lines that were read name each of them; a line without such a name is in none
 */
public record LogFlow(
        Source source,
        String path,
        double seconds,
        long bytes,
        long readBytes,
        long readLines,
        Map<String, Long> loggers)
        implements EvidenceItem {
    /** The name under which lines of the root logger are counted. */
    public static final String ROOT = "ROOT";

    public LogFlow {
        loggers = Map.copyOf(loggers);
    }

    /** Lines a second, by what was read of them; 0 when nothing was. */
    public double linesPerSecond() {
        return readBytes > 0 && seconds > 0 ? (double) readLines / readBytes * bytes / seconds : 0;
    }

    public double bytesPerSecond() {
        return seconds > 0 ? bytes / seconds : 0;
    }

    /** The number of lines read in which a logger is named. */
    public long named() {
        return loggers.values().stream().mapToLong(Long::longValue).sum();
    }
}
