package dev.tailrace.logging;

import dev.tailrace.config.model.EventTest.Burst;
import java.util.HashMap;
import java.util.Map;

/**
 * The counts of a configuration's burst filters: one window for each filter, however many appenders use it. A changed configuration begins
 * anew, as in Log4j. Not thread-safe; the windows are.
 */
public final class Bursts {
    private final Map<Burst, BurstWindow> windows = new HashMap<>();

    BurstWindow of(Burst burst) {
        return windows.computeIfAbsent(
                burst, any -> new BurstWindow(burst.most(), burst.intervalNanos(), System::nanoTime));
    }
}
