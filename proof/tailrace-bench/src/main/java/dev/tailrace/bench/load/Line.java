package dev.tailrace.bench.load;

import org.slf4j.Logger;

/**
 * A kind of line: how it is logged and how it is recognised. Implementations are immutable and thread-safe.
 *
 * <p>A line names the process (or the phase of a run), the thread and the thread's sequence. Everything else in it follows from these
 * three, so that a line is either exactly right or torn.
 */
public interface Line {
    /** The logger that every run uses. */
    String LOGGER = "dev.tailrace.race.Incident";

    /** What one thread needs to log its lines; made before anything is measured. */
    interface Voice {
        /** Logs the line with this sequence. */
        void log(long sequence);
    }

    /** The voice of one thread of one process. */
    Voice voice(Logger logger, int process, int thread);

    /**
     * Recognises a line.
     *
     * @param line holds the line from {@code from} up to, without the line feed, {@code to}
     * @param stamp takes process, thread and sequence
     * @return whether the line is whole
     */
    boolean read(byte[] line, int from, int to, Stamp stamp);

    /** The bytes of a line with its line feed, for a thread and sequence. */
    int length(int process, int thread, long sequence);
}
