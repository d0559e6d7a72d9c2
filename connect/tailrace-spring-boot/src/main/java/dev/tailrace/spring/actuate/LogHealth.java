package dev.tailrace.spring.actuate;

import dev.tailrace.Stats;
import dev.tailrace.destination.TargetFigures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Judges whether lines get to their files, and shows the targets off this machine. Not well: events, or records of a target, were dropped
 * since it was last asked, or more bytes wait in the lanes than a threshold. A target that is away is no reason: records wait on the disk,
 * and a restart does not bring it back. Thread-safe.
 */
final class LogHealth {
    private final Supplier<Stats> stats;
    private final long threshold;
    /** The count at the last look; −1: there was none. */
    private final AtomicLong droppedBefore = new AtomicLong(-1);

    private final Map<String, Long> droppedOfTargets = new ConcurrentHashMap<>();

    /** @param threshold in bytes; negative: half of the memory that the lanes may have */
    LogHealth(Supplier<Stats> stats, long threshold) {
        this.stats = stats;
        this.threshold = threshold;
    }

    /**
     * The result of a look.
     *
     * @param details by the names that a health endpoint shows
     */
    record Answer(boolean isWell, Map<String, Object> details) {}

    Answer look() {
        Stats now = stats.get();
        long undrained = 0;
        long dropped = 0;
        for (Stats.DestinationStats each : now.destinations()) {
            undrained += each.backlogBytes();
            dropped += each.dropped();
        }
        long before = droppedBefore.getAndSet(dropped);
        // A destination that is gone takes its count with it.
        long fresh = before < 0 ? 0 : Math.max(0, dropped - before);
        Map<String, Object> targets = new LinkedHashMap<>();
        for (TargetFigures each : now.targets()) {
            Long known = droppedOfTargets.put(each.name(), each.dropped());
            fresh += known == null ? 0 : Math.max(0, each.dropped() - known);
            targets.put(
                    each.name(),
                    Map.of(
                            "address", each.address(),
                            "problem", each.problem(),
                            "waiting", each.waitingBytes(),
                            "lagMillis", each.lagMillis(),
                            "dropped", each.dropped()));
        }
        long most = threshold < 0 ? now.memoryCap() / 2 : threshold;
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("undrained", undrained);
        details.put("threshold", most);
        details.put("dropped", dropped);
        details.put("droppedSinceLastLook", fresh);
        if (!targets.isEmpty()) {
            details.put("targets", targets);
        }
        return new Answer(fresh == 0 && undrained <= most, details);
    }
}
