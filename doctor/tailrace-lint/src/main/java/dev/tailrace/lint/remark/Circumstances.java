package dev.tailrace.lint.remark;

/**
 * Facts that a configuration doesn't say, but its consequences depend on.
 *
 * @param linesPerSecond the highest rate at which the application logs
 * @param ringEvents how many events the ring of Log4j 2's asynchronous loggers takes, which only system properties say; 0: not known
 */
public record Circumstances(double linesPerSecond, int ringEvents) {
    /** A pause that every disk has sooner or later, in seconds. */
    public static final double USUAL_PAUSE = 1;

    /** The speed of gzip for a log on a usual processor. A measurement would depend on what else runs, and accuse files on a busy machine. */
    public static final double GZIP_BYTES_PER_SECOND = 80e6;

    /** Circumstances with a ring of unknown size. */
    public Circumstances(double linesPerSecond) {
        this(linesPerSecond, 0);
    }

    /** These circumstances with a ring of that many events. */
    public Circumstances ringEvents(int events) {
        return new Circumstances(linesPerSecond, events);
    }
}
