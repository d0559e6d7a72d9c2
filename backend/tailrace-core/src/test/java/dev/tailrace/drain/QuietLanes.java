package dev.tailrace.drain;

import dev.tailrace.journal.LaneListener;

/** For lanes that are drained without being asked. */
final class QuietLanes implements LaneListener {
    @Override
    public void onFrames() {}

    @Override
    public void onPressure() {}
}
