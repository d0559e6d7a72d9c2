package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneListener;

/** For lanes that are drained without being asked. */
public final class QuietLanes implements LaneListener {
    @Override
    public void onFrames() {}

    @Override
    public void onPressure() {}
}
