package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.figures.EventRecorder;
import dev.tailrace.finding.Finding;

/** What an engine reports. Thread-safe; neither throws nor blocks. */
public interface EngineListener extends DrainListener {
    /** Something that people should know. */
    void report(Finding finding);

    /** The same, but only the first finding with its code. */
    void reportOnce(Finding finding);

    /** Records what happens on slow paths. */
    default EventRecorder recorder() {
        return EventRecorder.NONE;
    }

    /** A destination has ended: nothing may keep what belongs to it. */
    void onEnd(Destination destination);
}
