package dev.tailrace.host;

import dev.tailrace.engine.AppendLog;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.layout.event.Event;

/**
 * A log that one user has open, until it closes it once.
 *
 * @param findings receives reports of the engine meanwhile
 */
record HostedLog(HostedLogs logs, AppendLog log, PromptFindings findings) {
    /** Appends an encoded event. */
    Destination.Outcome append(Event event) {
        return log.append(event.level(), event.loggerName(), event.epochNanos(), event.line(), event.pending);
    }

    /** Waits until all is written, for at most ten seconds. */
    void close() {
        logs.close(this);
    }
}
