package dev.tailrace.guest.view;

/**
 * Some bytes of a log.
 *
 * @param event whether the bytes are one log call's, as for a line from a lane; false: one line of a file, which may belong to the event
 *     before
 * @param from the file, or the process with the lane
 * @param pid of that process, in its own PID namespace; 0: from a file, or not known
 * @param nanos the event's time, nanoseconds since 1970; 0: from a file
 * @param bytes with their line end; not shared
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record TailPiece(boolean event, String from, long pid, long nanos, byte[] bytes) {}
