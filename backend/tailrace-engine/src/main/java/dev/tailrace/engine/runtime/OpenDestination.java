package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.ConsoleDrainer;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.log.LogFile;
import org.jspecify.annotations.Nullable;

/**
 * A destination and how it is drained.
 *
 * @param log the configured log; null for a console, also one that replaces a file
 * @param written the log that gets the lines: the configured one, or a neighbour where its processes can't be reached
 */
public record OpenDestination(
        Destination destination,
        DrainAgent drainer,
        DrainLoop loop,
        @Nullable LogFile log,
        @Nullable LogFile written) {

    /** Changes what callers do at the cap, for calls that begin later. */
    public void limit(LogSettings settings) {
        destination.limit(settings.overflow(), settings.longestLine());
        if (drainer instanceof ConsoleDrainer console) {
            console.limit(settings.console(), settings.overflow().maxWaitNanos());
        }
    }
}
