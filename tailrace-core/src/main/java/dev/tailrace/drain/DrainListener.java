package dev.tailrace.drain;

import java.nio.ByteBuffer;

/** What drainers tell the roof. Called by drain threads only; must neither throw nor block. */
public interface DrainListener {
    /** The rest of a ring could not be read and was given up. */
    void onDamage(Destination destination, long lostBytes);

    /** A producer claimed a frame and did not commit it for a long time: the lane waits for it. Told once per frame. */
    void onStuckProducer(Destination destination);

    /** The finished line that tells of losses, in the destination's own format, from position to limit. */
    ByteBuffer lossLine(Destination destination, Losses.Report report);

    /** Something unforeseen; the drainer goes on. */
    void onError(Throwable error);
}
