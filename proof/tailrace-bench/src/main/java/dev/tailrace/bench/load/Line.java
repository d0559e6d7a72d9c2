package dev.tailrace.bench.load;

import org.slf4j.Logger;

/**
 * A kind of line: how it is logged and how it is parsed. Implementations are immutable and thread-safe.
 *
 * <p>A line contains the process (or the phase of a run), the thread and the thread's sequence. Everything else follows from these three
 * numbers, so that a line is either exactly right or torn.
 */
public interface Line {
    /** The logger that every run uses. */
    String LOGGER = "dev.tailrace.race.Incident";

    /** Logs the lines of one thread; created before the measurement. */
    interface Voice {
        /** Logs the line with this sequence. */
        void log(long sequence);
    }

    /** The voice of one thread of one process. */
    Voice voice(Logger logger, int process, int thread);

    /**
     * Parses a line.
     *
     * @param line holds the line from {@code from} up to, without the line feed, {@code to}
     * @param stamp receives process, thread and sequence
     * @return whether the line is complete
     */
    boolean read(byte[] line, int from, int to, Stamp stamp);

    /** The length in bytes of a line with its line feed. */
    int length(int process, int thread, long sequence);
}
