package dev.tailrace.doctor.course;

import dev.tailrace.doctor.signs.Kind;
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
final class Join {
    private static final int LONGEST_CHAIN = 6;

    private final List<Subject> subjects;

    Join(Moment moment) {
        this.subjects = moment.subjects();
    }

    /** The thread that one that can't log waits for; none when no such thread is seen. */
    Optional<Consumer> ofLogging(Subject waiter) {
        Set<String> visited = new HashSet<>();
        Subject at = waiter;
        for (int i = 0; i < LONGEST_CHAIN && visited.add(at.identity()); i++) {
            Subject current = at;
            Optional<Subject> next = current.doing() == Doing.WAITS_TO_LOG ? nextOfLogging(current) : owner(current);
            if (next.isEmpty()) {
                return isSame(current, waiter) ? Optional.empty() : Optional.of(consumer(current));
            }
            at = next.get();
            if (isInOwnQueue(at)) {
                return Optional.of(new Consumer(at, Kind.FORMAT, true));
            }
            if (at.doing() != Doing.WAITS_TO_LOG && at.doing() != Doing.WAITS_FOR_LOCK) {
                return Optional.of(consumer(at));
            }
        }
        return Optional.empty();
    }

    private static Consumer consumer(Subject subject) {
        return new Consumer(subject, subject.stack().work(), false);
    }

    private static boolean isInOwnQueue(Subject subject) {
        return subject.doing() == Doing.WAITS_TO_LOG
                && subject.waitsForQueue()
                && subject.library().equals(subject.workerOf());
    }

    private Optional<Subject> nextOfLogging(Subject waiter) {
        String library = waiter.library();
        if (waiter.waitsForQueue()) {
            return best(waiter, each -> library.equals(each.workerOf()) && each.doing() != Doing.IDLE)
                    .or(() -> best(waiter, each -> isOwnWorker(each, waiter)));
        }
        return owner(waiter)
                .or(() -> best(waiter, each -> isFurther(each, waiter) && each.doing() != Doing.WAITS_TO_LOG))
                .or(() -> best(
                        waiter,
                        each -> each.stack().isInside(library)
                                && each.doing() != Doing.IDLE
                                && each.doing() != Doing.WAITS_TO_LOG))
                // The lock's holder may wait for something else of the library in turn.
                .or(() -> best(waiter, each -> isInsideOtherwise(each, waiter)));
    }

    /** The worker of an appender of the application's own: it is at work in a class of the same name, or in one that is nested in it. */
    private static boolean isOwnWorker(Subject subject, Subject waiter) {
        Frame place = waiter.stack().place();
        if (place == null || subject.doing() == Doing.IDLE || subject.doing() == Doing.WAITS) {
            return false;
        }
        boolean logs = subject.stack().loggingLibrary() != null;
        return !logs
                && subject.thread().frames().stream()
                        .anyMatch(each ->
                                each.type().equals(place.type()) || each.type().startsWith(place.type() + "$"));
    }

    /** Whether it is inside of the same lock, and waits at another place. */
    private static boolean isInsideOtherwise(Subject subject, Subject waiter) {
        return subject.doing() == Doing.WAITS_TO_LOG
                && subject.library().equals(waiter.library())
                && isFurther(subject, waiter);
    }

    private static boolean isSame(Subject a, Subject b) {
        return a.identity().equals(b.identity());
    }

    private static @Nullable String call(Subject subject) {
        Frame place = subject.stack().place();
        return place == null ? null : place.call();
    }

    /** The holder of the lock that a thread waits for. */
    Optional<Subject> owner(Subject waiter) {
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
    Optional<Subject> insideOf(Subject waiter) {
        return best(waiter, each -> isFurther(each, waiter));
    }

    /** Whether it is inside of the method in which the other one waits, and further on. */
    private static boolean isFurther(Subject subject, Subject waiter) {
        String place = call(waiter);
        return subject.doing() != Doing.IDLE
                && !Objects.equals(call(subject), place)
                && subject.thread().frames().stream()
                        .anyMatch(each -> each.call().equals(place));
    }

    /** The one whose work says most, and among several the one that stood longest. */
    private Optional<Subject> best(Subject waiter, Predicate<Subject> fits) {
        return subjects.stream()
                .filter(each -> !isSame(each, waiter) && fits.test(each))
                .min(Comparator.comparing((Subject each) -> isInOwnQueue(each) ? 0 : 1)
                        .thenComparing(each -> each.stack().work(), Comparator.nullsLast(Comparator.naturalOrder()))
                        .thenComparing(each -> -each.still()));
    }

    /** Whether a library has workers, and all of them wait for work. */
    boolean isWorkerIdle(String library) {
        return hasWorker(library)
                && subjects.stream()
                        .filter(each -> library.equals(each.workerOf()))
                        .allMatch(each -> each.doing() == Doing.IDLE);
    }

    /** Whether a library's worker is seen at all, be it idle. */
    boolean hasWorker(String library) {
        return subjects.stream().anyMatch(each -> library.equals(each.workerOf()));
    }
}
