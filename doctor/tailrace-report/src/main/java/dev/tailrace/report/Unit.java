package dev.tailrace.report;

/** The unit of a column or an axis. It determines alignment and number format. */
public enum Unit {
    /** Words, aligned left. */
    TEXT,
    /** A whole number, written exactly: {@code 1,234,567}. */
    COUNT,
    /** A number with about three significant digits: {@code 0.25}, {@code 41.3}, {@code 1,234}. */
    NUMBER,
    /** Nanoseconds, shown as ns, µs, ms or s, whichever reads best. */
    NANOS,
    /** Milliseconds, shown as ns, µs, ms or s, whichever reads best. */
    MILLIS,
    /** Seconds, shown as ns, µs, ms or s, whichever reads best. */
    SECONDS,
    /** Bytes, shown as B, kB, MB or GB (powers of 1,000). */
    BYTES,
    /** Bytes of a JVM's memory, shown as B, kB, MB or GB (powers of 1,024, as the JVM counts). */
    MEMORY,
    /** A fraction from 0 to 1, shown in percent. */
    FRACTION
}
