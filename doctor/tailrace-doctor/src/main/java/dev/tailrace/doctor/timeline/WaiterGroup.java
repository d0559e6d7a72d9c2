package dev.tailrace.doctor.timeline;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for the same at one moment. Immutable.
 *
 * @param waiters at least one
 * @param blocker the thread they wait for; null when no such thread is seen
 * @param workerIdle whether they wait for a place in a queue, stand still, and its worker waits for work: it was not woken
 * @param workerGone whether they wait for the worker of a queue, and there is no such thread at all
 */
public record WaiterGroup(
        DumpSnapshot moment,
        List<ThreadSnapshot> waiters,
        @Nullable Blocker blocker,
        boolean workerIdle,
        boolean workerGone) {
    public WaiterGroup {
        waiters = List.copyOf(waiters);
    }

    /** Whether the thread they wait for is seen and fits. */
    public boolean isBlockedBy(Predicate<Blocker> fits) {
        return blocker != null && fits.test(blocker);
    }

    /** How many of them stand where they stood a moment before. */
    public long still() {
        return waiters.stream().filter(each -> each.still() > 0).count();
    }
}
