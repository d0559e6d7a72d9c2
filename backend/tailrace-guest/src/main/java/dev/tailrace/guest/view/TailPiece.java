package dev.tailrace.guest.view;

/**
 * Some bytes of a log.
 *
 * @param event whether they are what one log call wrote, as one that waits in a lane is; false: one line of a file, which may belong to
 *     the line before
 * @param from the file, or the process whose lane it waits in
 * @param pid of that process, as it saw it itself; 0: from a file, or not known
 * @param nanos the event's time, nanoseconds since 1970; 0: from a file
 * @param bytes with their line end; not shared
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record TailPiece(boolean event, String from, long pid, long nanos, byte[] bytes) {}
