package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.figures.EventRecorder;
import dev.tailrace.finding.Finding;

/** Receives an engine's reports. Thread-safe; neither throws nor blocks. */
public interface EngineListener extends DrainListener {
    /** Reports a finding. */
    void report(Finding finding);

    /** Reports only the first finding with its code. */
    void reportOnce(Finding finding);

    /** Records what happens on slow paths. */
    default EventRecorder recorder() {
        return EventRecorder.NONE;
    }

    /** A destination has ended: the listener must release all references to it. */
    void onEnd(Destination destination);
}
