package dev.tailrace.guest.view;

import dev.tailrace.engine.journal.ring.RingIdentity;

/**
 * A line that waits in a lane.
 *
 * @param owner the name of the process's files
 * @param end the position behind its frame
 * @param nanos the event's time, nanoseconds since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record LaneLine(String owner, RingIdentity ring, long end, long nanos, byte[] bytes) {}
