package dev.tailrace.lint.remark;

import java.util.function.DoubleSupplier;

/**
 * What a configuration does not say, but its consequences depend on.
 *
 * @param linesPerSecond the highest rate at which the application logs
 * @param gzipBytesPerSecond how fast this machine compresses; measured when first asked for
 * @param ringEvents how many events the ring of Log4j 2's asynchronous loggers takes, which only system properties say; 0: not known
 */
public record Circumstances(double linesPerSecond, DoubleSupplier gzipBytesPerSecond, int ringEvents) {
    /** A pause that every disk has sooner or later, in seconds. */
    public static final double USUAL_PAUSE = 1;

    /** With a ring of unknown size. */
    public Circumstances(double linesPerSecond, DoubleSupplier gzipBytesPerSecond) {
        this(linesPerSecond, gzipBytesPerSecond, 0);
    }

    /** The same with a ring of that many events. */
    public Circumstances ringEvents(int events) {
        return new Circumstances(linesPerSecond, gzipBytesPerSecond, events);
    }
}
