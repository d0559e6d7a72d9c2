package dev.tailrace;

import dev.tailrace.config.EventTest.Burst;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What filters of a configuration have counted: one window for each, whatever appenders it stands before. Filters that are the same in
 * the next configuration go on with theirs. Not thread-safe; the windows are.
 */
final class Bursts {
    private final Map<Burst, BurstWindow> windows = new HashMap<>();
    private final Map<Burst, BurstWindow> before;

    /** @param before those of the configuration before; null: there was none */
    Bursts(@Nullable Bursts before) {
        this.before = before == null ? Map.of() : before.windows;
    }

    BurstWindow of(Burst burst) {
        return windows.computeIfAbsent(burst, any -> {
            BurstWindow known = before.get(burst);
            return known != null ? known : new BurstWindow(burst.most(), burst.intervalNanos(), System::nanoTime);
        });
    }
}
