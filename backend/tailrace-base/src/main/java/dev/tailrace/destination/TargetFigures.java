package dev.tailrace.destination;

/**
 * Figures of a target off this machine. Counts are since its directory was made, of all processes that use the directory, so that they are
 * the same in each of them.
 *
 * @param name of the appender; in tools, of its directory
 * @param kind of the target, such as {@code otlp}
 * @param address without secrets
 * @param acknowledged records that the target has taken
 * @param retried records whose sending failed, so that they are sent again; each counts once for each failure
 * @param dropped records that were given up: beyond the cap, or refused by the target
 * @param waitingBytes bytes on the disk that the target has not acknowledged
 * @param lagMillis how long the oldest of these waits at least, to within a file of 8 MB; 0: none waits
 * @param problem why the target takes no records now, such as {@code HTTP 503}; empty: it takes them
 */
public record TargetFigures(
        String name,
        String kind,
        String address,
        long acknowledged,
        long retried,
        long dropped,
        long waitingBytes,
        long lagMillis,
        String problem) {}
