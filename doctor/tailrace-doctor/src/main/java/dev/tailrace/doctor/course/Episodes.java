package dev.tailrace.doctor.course;

import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.StackReading;
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
public final class Episodes {
    private static final String QUEUE = " queue";
    private static final String LOCK = " lock";

    /** So many moments at one place, without processor time, are no way through a queue. */
    private static final int STILL_MOMENTS = 2;

    private Episodes() {}

    /** Threads that can't log, by library and by whether they wait for its queue or a lock. The key is the library. */
    public static List<Episode> ofLogging(Course course) {
        return of(
                course,
                each -> each.doing() == Doing.WAITS_TO_LOG && !isWorkerBehindLock(each)
                        ? each.library() + (each.waitsForQueue() ? QUEUE : LOCK)
                        : null,
                (join, waiter) -> waiter.waitsForQueue() && waiter.library().equals(waiter.workerOf())
                        ? Optional.of(new Consumer(waiter, Kind.FORMAT, true))
                        : join.ofLogging(waiter));
    }

    /** A worker that waits for a lock is no victim of its own; the threads that wait for it are. */
    private static boolean isWorkerBehindLock(Subject subject) {
        return subject.workerOf() != null && !subject.waitsForQueue();
    }

    /** Threads that wait for locks that are not logging's, by the place where they wait. The key is the call. */
    public static List<Episode> ofLocks(Course course) {
        return of(
                course,
                each -> {
                    Frame place = each.stack().place();
                    return each.doing() == Doing.WAITS_FOR_LOCK && place != null ? place.call() + LOCK : null;
                },
                (join, waiter) -> join.owner(waiter)
                        .or(() -> join.insideOf(waiter))
                        .map(each -> new Consumer(each, each.stack().work(), false)));
    }

    /** Threads that wait for something outside of the process. The key is the name of the {@link Kind}. */
    public static List<Episode> outside(Course course) {
        return of(
                course,
                each -> {
                    Kind work = each.stack().work();
                    return each.doing() == Doing.WAITS_OUTSIDE && work != null ? work.name() + LOCK : null;
                },
                (join, waiter) -> Optional.empty());
    }

    private static List<Episode> of(
            Course course,
            Function<Subject, @Nullable String> key,
            BiFunction<Join, Subject, Optional<Consumer>> consumer) {
        List<Episode> episodes = new ArrayList<>();
        Map<String, List<Crowd>> running = new LinkedHashMap<>();
        for (Moment moment : course.moments()) {
            Map<String, List<Subject>> groups = new LinkedHashMap<>();
            for (Subject each : moment.subjects()) {
                String group = key.apply(each);
                if (group != null) {
                    groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(each);
                }
            }
            Join join = new Join(moment);
            // While the worker waits for work, threads at its queue were met on their way through, unless they stay
            // there.
            groups.entrySet()
                    .removeIf(each -> each.getKey().endsWith(QUEUE)
                            && join.isWorkerIdle(each.getValue().get(0).library())
                            && each.getValue().stream().noneMatch(waiter -> waiter.still() >= STILL_MOMENTS));
            running.entrySet().removeIf(each -> {
                boolean over = !groups.containsKey(each.getKey());
                if (over) {
                    episodes.add(episode(each.getKey(), each.getValue(), moment));
                }
                return over;
            });
            groups.forEach((name, waiters) -> running.computeIfAbsent(name, unused -> new ArrayList<>())
                    .add(new Crowd(
                            moment,
                            waiters,
                            consumer(join, waiters, consumer),
                            name.endsWith(QUEUE)
                                    && join.isWorkerIdle(waiters.get(0).library()),
                            isWorkerGone(join, name, waiters))));
        }
        running.forEach((name, crowds) -> episodes.add(episode(name, crowds, null)));
        return episodes;
    }

    /** A ring's worker can't be distinguished from others while it is idle; that of a queue is always seen. */
    private static boolean isWorkerGone(Join join, String name, List<Subject> waiters) {
        return name.endsWith(QUEUE)
                && waiters.get(0).stack().how() == StackReading.How.CONDITION
                && !join.hasWorker(waiters.get(0).library());
    }

    /** The first waiter with a known one speaks for all; most dumps have hundreds that wait alike. */
    private static @Nullable Consumer consumer(
            Join join, List<Subject> waiters, BiFunction<Join, Subject, Optional<Consumer>> consumer) {
        Consumer found = null;
        int asked = 0;
        for (Subject each : waiters) {
            // One that waits in its own queue explains all others, wherever it stands among them.
            boolean worker = each.workerOf() != null;
            if (found == null || worker) {
                if (worker || asked++ < 20) {
                    Consumer next = consumer.apply(join, each).orElse(null);
                    found = next != null && (found == null || next.ownQueue()) ? next : found;
                }
            }
        }
        return found;
    }

    private static Episode episode(String name, List<Crowd> crowds, @Nullable Moment after) {
        boolean queue = name.endsWith(QUEUE);
        String key = name.substring(0, name.length() - (queue ? QUEUE : LOCK).length());
        return new Episode(key, queue, crowds, crowds.get(0).moment().index() == 0 ? -1 : 0, after);
    }
}
