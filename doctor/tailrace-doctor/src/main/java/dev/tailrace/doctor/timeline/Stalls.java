package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.signatures.StackReading;
import dev.tailrace.probe.evidence.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the threads that wait for the same over time. */
public final class Stalls {
    private static final String QUEUE = " queue";
    private static final String LOCK = " lock";

    /** A number of moments at one place without processor time that is no way through a queue. */
    private static final int STILL_MOMENTS = 2;

    private Stalls() {}

    /** Threads that can't log, by library and by whether they wait for its queue or a lock. The key is the library. */
    public static List<Stall> ofLogging(Timeline timeline) {
        return of(
                timeline,
                each -> each.doing() == ThreadActivity.WAITS_TO_LOG && !isWorkerBehindLock(each)
                        ? each.library() + (each.waitsForQueue() ? QUEUE : LOCK)
                        : null,
                (blockerFinder, waiter) ->
                        waiter.waitsForQueue() && waiter.library().equals(waiter.workerOf())
                                ? Optional.of(new Blocker(waiter, Kind.FORMAT, true))
                                : blockerFinder.ofLogging(waiter));
    }

    /** A worker that waits for a lock is no victim of its own; the threads that wait for it are. */
    private static boolean isWorkerBehindLock(ThreadSnapshot threadSnapshot) {
        return threadSnapshot.workerOf() != null && !threadSnapshot.waitsForQueue();
    }

    /** Threads that wait for locks that are not logging's, by the place where they wait. The key is the call. */
    public static List<Stall> ofLocks(Timeline timeline) {
        return of(
                timeline,
                each -> {
                    Frame place = each.stack().place();
                    return each.doing() == ThreadActivity.WAITS_FOR_LOCK && place != null ? place.call() + LOCK : null;
                },
                (blockerFinder, waiter) -> blockerFinder
                        .owner(waiter)
                        .or(() -> blockerFinder.insideOf(waiter))
                        .map(each -> new Blocker(each, each.stack().work(), false)));
    }

    /** Callers that wait in what an appender or an argument calls, each by itself: no lock or queue of a library is between them. */
    public static List<Stall> inCalls(Timeline timeline) {
        return of(
                timeline,
                each -> {
                    Frame appender = each.stack().appender();
                    return each.isInSlowCall() && appender != null ? appender.call() + LOCK : null;
                },
                (blockerFinder, waiter) -> Optional.empty());
    }

    /** Threads that wait for something outside of the process. The key is the name of the {@link Kind}. */
    public static List<Stall> outside(Timeline timeline) {
        return of(
                timeline,
                each -> {
                    Kind work = each.stack().work();
                    return each.doing() == ThreadActivity.WAITS_OUTSIDE && work != null ? work.name() + LOCK : null;
                },
                (blockerFinder, waiter) -> Optional.empty());
    }

    private static List<Stall> of(
            Timeline timeline,
            Function<ThreadSnapshot, @Nullable String> key,
            BiFunction<BlockerFinder, ThreadSnapshot, Optional<Blocker>> consumer) {
        List<Stall> episodes = new ArrayList<>();
        Map<String, List<WaiterGroup>> running = new LinkedHashMap<>();
        for (DumpSnapshot dumpSnapshot : timeline.moments()) {
            Map<String, List<ThreadSnapshot>> groups = new LinkedHashMap<>();
            for (ThreadSnapshot each : dumpSnapshot.threads()) {
                String group = key.apply(each);
                if (group != null) {
                    groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(each);
                }
            }
            BlockerFinder blockerFinder = new BlockerFinder(dumpSnapshot);
            // While the worker waits for work, threads at its queue were met on their way through, unless they stay
            // there.
            groups.entrySet()
                    .removeIf(each -> each.getKey().endsWith(QUEUE)
                            && blockerFinder.isWorkerIdle(each.getValue().get(0).library())
                            && each.getValue().stream().noneMatch(waiter -> waiter.still() >= STILL_MOMENTS));
            running.entrySet().removeIf(each -> {
                boolean over = !groups.containsKey(each.getKey());
                if (over) {
                    episodes.add(episode(each.getKey(), each.getValue(), dumpSnapshot));
                }
                return over;
            });
            groups.forEach((name, waiters) -> running.computeIfAbsent(name, unused -> new ArrayList<>())
                    .add(new WaiterGroup(
                            dumpSnapshot,
                            waiters,
                            consumer(blockerFinder, waiters, consumer),
                            name.endsWith(QUEUE)
                                    && blockerFinder.isWorkerIdle(waiters.get(0).library()),
                            isWorkerGone(blockerFinder, name, waiters))));
        }
        running.forEach((name, crowds) -> episodes.add(episode(name, crowds, null)));
        return episodes;
    }

    /** A ring's worker can't be distinguished from others while it is idle; that of a queue is always seen. */
    private static boolean isWorkerGone(BlockerFinder blockerFinder, String name, List<ThreadSnapshot> waiters) {
        return name.endsWith(QUEUE)
                && waiters.get(0).stack().how() == StackReading.How.CONDITION
                && !blockerFinder.hasWorker(waiters.get(0).library());
    }

    /** The first waiter with a known one speaks for all; most dumps have hundreds that wait alike. */
    private static @Nullable Blocker consumer(
            BlockerFinder blockerFinder,
            List<ThreadSnapshot> waiters,
            BiFunction<BlockerFinder, ThreadSnapshot, Optional<Blocker>> consumer) {
        Blocker found = null;
        int asked = 0;
        for (ThreadSnapshot each : waiters) {
            // One that waits in its own queue explains all others, wherever it stands among them.
            boolean worker = each.workerOf() != null;
            if (found == null || worker) {
                if (worker || asked++ < 20) {
                    Blocker next = consumer.apply(blockerFinder, each).orElse(null);
                    found = next != null && (found == null || next.ownQueue()) ? next : found;
                }
            }
        }
        return found;
    }

    private static Stall episode(String name, List<WaiterGroup> crowds, @Nullable DumpSnapshot after) {
        boolean queue = name.endsWith(QUEUE);
        String key = name.substring(0, name.length() - (queue ? QUEUE : LOCK).length());
        return new Stall(key, queue, crowds, crowds.get(0).moment().index() == 0 ? -1 : 0, after);
    }
}
