package dev.tailrace.probe.evidence;

import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All threads of a process at one moment: one thread dump. Immutable.
 *
 * @param at when, by the clock and in the time zone of the machine that wrote it; null when the dump does not have it. What is only
 *     known in another zone, such as the UTC of a JSON dump, stays in that zone unless the target's is known.
 * @param jvm the JVM as it names itself; empty when it is unknown
 * @param threads in the order of the dump
 * @param deadlocks what the JVM itself reports as deadlocks, one text each
 */
public record ThreadSample(
        Source source, @Nullable LocalDateTime at, String jvm, List<ThreadInfo> threads, List<String> deadlocks)
        implements EvidenceItem {
    public ThreadSample {
        threads = List.copyOf(threads);
        deadlocks = List.copyOf(deadlocks);
    }
}
