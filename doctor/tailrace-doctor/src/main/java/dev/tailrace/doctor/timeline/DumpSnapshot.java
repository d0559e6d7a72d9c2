package dev.tailrace.doctor.timeline;

import dev.tailrace.probe.evidence.ThreadSample;
import java.util.List;
import java.util.Set;

/**
 * All threads at one moment. Immutable.
 *
 * @param index counted from 0
 * @param second since the first moment; the index where times are not known
 */
public record DumpSnapshot(int index, double second, ThreadSample sample, List<ThreadSnapshot> threads) {
    private static final int MOST_OF_EXCERPT = 12;

    private static final Set<String> OF_EVERY_JVM =
            Set.of("Reference Handler", "Signal Dispatcher", "VM Thread", "Common-Cleaner", "Attach Listener");

    public DumpSnapshot {
        threads = List.copyOf(threads);
    }

    /** How many do this. */
    public long count(ThreadActivity threadActivity) {
        return threads.stream().filter(each -> each.doing() == threadActivity).count();
    }

    /** How many do something, or would if they could. */
    public long busy() {
        return threads.stream().filter(ThreadSnapshot::isBusy).count();
    }

    /** Whether the dump shows a few threads that were cut out of a dump: a whole one has threads of the JVM's own. */
    public boolean isExcerpt() {
        return threads.size() <= MOST_OF_EXCERPT
                && threads.stream()
                        .noneMatch(each -> OF_EVERY_JVM.contains(each.thread().name()));
    }

    /** How many threads the application has: all but the JVM's own. */
    public long threadCount() {
        return threads.size() - count(ThreadActivity.JVM);
    }
}
