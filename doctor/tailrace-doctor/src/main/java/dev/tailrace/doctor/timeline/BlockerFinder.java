package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what threads wait for at one moment: by the lock's owner, where a dump has it, else by the thread at work behind the same queue
 * or inside of the same lock. Follows them on if they wait themselves.
 */
final class BlockerFinder {
    private static final int LONGEST_CHAIN = 6;

    private final List<ThreadSnapshot> subjects;

    BlockerFinder(DumpSnapshot dumpSnapshot) {
        this.subjects = dumpSnapshot.threads();
    }

    /** The thread that one that can't log waits for; none when no such thread is seen. */
    Optional<Blocker> ofLogging(ThreadSnapshot waiter) {
        Set<String> visited = new HashSet<>();
        ThreadSnapshot at = waiter;
        for (int i = 0; i < LONGEST_CHAIN && visited.add(at.identity()); i++) {
            ThreadSnapshot current = at;
            Optional<ThreadSnapshot> next =
                    current.doing() == ThreadActivity.WAITS_TO_LOG ? nextOfLogging(current) : owner(current);
            if (next.isEmpty()) {
                return isSame(current, waiter) ? Optional.empty() : Optional.of(consumer(current));
            }
            at = next.get();
            if (isInOwnQueue(at)) {
                return Optional.of(new Blocker(at, Kind.FORMAT, true));
            }
            if (at.doing() != ThreadActivity.WAITS_TO_LOG && at.doing() != ThreadActivity.WAITS_FOR_LOCK) {
                return Optional.of(consumer(at));
            }
        }
        return Optional.empty();
    }

    private static Blocker consumer(ThreadSnapshot threadSnapshot) {
        return new Blocker(threadSnapshot, threadSnapshot.stack().work(), false);
    }

    private static boolean isInOwnQueue(ThreadSnapshot threadSnapshot) {
        return threadSnapshot.doing() == ThreadActivity.WAITS_TO_LOG
                && threadSnapshot.waitsForQueue()
                && threadSnapshot.library().equals(threadSnapshot.workerOf());
    }

    private Optional<ThreadSnapshot> nextOfLogging(ThreadSnapshot waiter) {
        String library = waiter.library();
        if (waiter.waitsForQueue()) {
            return best(waiter, each -> library.equals(each.workerOf()) && each.doing() != ThreadActivity.IDLE)
                    .or(() -> best(waiter, each -> isOwnWorker(each, waiter)));
        }
        return owner(waiter)
                .or(() -> best(waiter, each -> isFurther(each, waiter) && each.doing() != ThreadActivity.WAITS_TO_LOG))
                .or(() -> best(
                        waiter,
                        each -> each.stack().isInside(library)
                                && each.doing() != ThreadActivity.IDLE
                                && each.doing() != ThreadActivity.WAITS_TO_LOG))
                // The lock's holder may wait for something else of the library in turn.
                .or(() -> best(waiter, each -> isInsideOtherwise(each, waiter)));
    }

    /** The worker of an appender of the application's own: it is at work in a class of the same name, or in one that is nested in it. */
    private static boolean isOwnWorker(ThreadSnapshot threadSnapshot, ThreadSnapshot waiter) {
        Frame place = waiter.stack().place();
        if (place == null
                || threadSnapshot.doing() == ThreadActivity.IDLE
                || threadSnapshot.doing() == ThreadActivity.WAITS) {
            return false;
        }
        boolean logs = threadSnapshot.stack().loggingLibrary() != null;
        return !logs
                && threadSnapshot.thread().frames().stream()
                        .anyMatch(each ->
                                each.type().equals(place.type()) || each.type().startsWith(place.type() + "$"));
    }

    /** Whether the thread is inside of the same lock, and waits at another place. */
    private static boolean isInsideOtherwise(ThreadSnapshot threadSnapshot, ThreadSnapshot waiter) {
        return threadSnapshot.doing() == ThreadActivity.WAITS_TO_LOG
                && threadSnapshot.library().equals(waiter.library())
                && isFurther(threadSnapshot, waiter);
    }

    private static boolean isSame(ThreadSnapshot a, ThreadSnapshot b) {
        return a.identity().equals(b.identity());
    }

    private static @Nullable String call(ThreadSnapshot threadSnapshot) {
        Frame place = threadSnapshot.stack().place();
        return place == null ? null : place.call();
    }

    /** The holder of the lock that a thread waits for. */
    Optional<ThreadSnapshot> owner(ThreadSnapshot waiter) {
        Optional<Lock> lock = waiter.waitsFor();
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        String owner = lock.get().owner();
        return subjects.stream()
                .filter(each -> !isSame(each, waiter))
                .filter(each -> each.holds(lock.get().id())
                        || (!owner.isEmpty()
                                && (owner.equals(each.thread().name())
                                        || owner.equals(each.thread().id()))))
                .findFirst();
    }

    /** The likely holder, where the dump does not name it. */
    Optional<ThreadSnapshot> insideOf(ThreadSnapshot waiter) {
        return best(waiter, each -> isFurther(each, waiter));
    }

    /** Whether the thread is inside of the method in which the waiting thread waits, but in a further call. */
    private static boolean isFurther(ThreadSnapshot threadSnapshot, ThreadSnapshot waiter) {
        String place = call(waiter);
        return threadSnapshot.doing() != ThreadActivity.IDLE
                && !Objects.equals(call(threadSnapshot), place)
                && threadSnapshot.thread().frames().stream()
                        .anyMatch(each -> each.call().equals(place));
    }

    /** The one whose work says most, and among several the one that stood longest. */
    private Optional<ThreadSnapshot> best(ThreadSnapshot waiter, Predicate<ThreadSnapshot> fits) {
        return subjects.stream()
                .filter(each -> !isSame(each, waiter) && fits.test(each))
                .min(Comparator.comparing((ThreadSnapshot each) -> isInOwnQueue(each) ? 0 : 1)
                        .thenComparing(each -> each.stack().work(), Comparator.nullsLast(Comparator.naturalOrder()))
                        .thenComparing(each -> -each.still()));
    }

    /** Whether a library has workers, and all of them wait for work. */
    boolean isWorkerIdle(String library) {
        return hasWorker(library)
                && subjects.stream()
                        .filter(each -> library.equals(each.workerOf()))
                        .allMatch(each -> each.doing() == ThreadActivity.IDLE);
    }

    /** Whether a library's worker is seen at all, be it idle. */
    boolean hasWorker(String library) {
        return subjects.stream().anyMatch(each -> library.equals(each.workerOf()));
    }
}
