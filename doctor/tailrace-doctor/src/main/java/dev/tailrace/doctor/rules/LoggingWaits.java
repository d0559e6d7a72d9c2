package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Consumer;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Crowd;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.course.WaitGraph;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.Signs;
import dev.tailrace.doctor.signs.StackReading;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Threads that can't log; what the thread does that they wait for is the diagnosis. */
final class LoggingWaits implements Rule {
    /** What takes its time whenever it is seen. Writing to a file does not: a busy log always writes. */
    private static final Set<Kind> SLOW = EnumSet.of(
            Kind.COMPRESS,
            Kind.FILE_LOCK,
            Kind.MOVE,
            Kind.MAIL,
            Kind.POOL,
            Kind.DATABASE,
            Kind.REMOTE,
            Kind.DNS,
            Kind.STDOUT,
            Kind.NETWORK);

    /** One may be pinned for a moment; as many as a small machine has processors are a knot. */
    private static final long MANY_PINNED = 2;

    /** In one dump, fewer than these may have met at a lock by chance. */
    private static final int MANY_WAITING = 5;

    private static final String BEHIND_A_QUEUE =
            "Log less: the call sites in the evidence first. Make what the thread behind the queue"
                    + " does per event cheaper: no location, larger blocks (immediateFlush false). A larger queue only puts it off.";

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Finding> findings = new ArrayList<>();
        for (Episode each : patient.logging()) {
            if (isBehindDeadlock(each)) {
                continue;
            }
            Crowd telling = each.telling().orElse(null);
            Consumer consumer = telling == null ? null : telling.consumer();
            if (isSick(patient.course(), each, consumer)) {
                findings.add(finding(patient, each, telling == null ? each.peak() : telling, consumer));
            } else if (isSuspect(patient.course(), each)) {
                findings.add(suspect(patient.course(), each, consumer));
            }
        }
        return findings;
    }

    /** Whether none of those that wait can ever go on: the deadlock is reported, and this is its consequence. */
    static boolean isBehindDeadlock(Episode episode) {
        Crowd last = episode.last();
        WaitGraph graph = WaitGraph.of(last.moment());
        return last.waiters().stream().allMatch(graph::isDead);
    }

    /**
     * Whether it is more than two threads that happened to log at the same time: a queue was full, or threads stood still in a lock,
     * or there were many of them.
     */
    private static boolean isSick(Course course, Episode episode, @Nullable Consumer consumer) {
        int peak = episode.peak().waiters().size();
        boolean slow = consumer != null
                && (consumer.ownQueue() || (consumer.work() != null && SLOW.contains(consumer.work())));
        if (consumer != null && (consumer.ownQueue() || isBlockedWorker(episode, consumer))) {
            return true;
        }
        if (episode.queue()) {
            return peak >= 5 || episode.crowds().size() > 1 || (slow && peak >= 2) || (!course.isSeries() && peak >= 2);
        }
        boolean timed = episode.crowds().stream()
                .flatMap(each -> each.waiters().stream())
                .noneMatch(each -> Double.isNaN(each.thread().cpuSeconds()));
        // Without processor times, a thread that is found at the same place twice may have been elsewhere between.
        if (episode.still() >= (timed || slow ? 2 : 3)) {
            return true;
        }
        long busy = Math.max(1, episode.peak().moment().busy());
        if (!course.isSeries()) {
            return slow ? peak >= 3 : peak >= 10 && peak * 10L >= busy * 3;
        }
        long waiting = episode.crowds().stream()
                .mapToLong(each -> each.waiters().size())
                .sum();
        return waiting * 10 >= course.busy() * 3
                && waiting >= 4L * course.moments().size();
    }

    /** One dump can't distinguish a queue of threads that stands still from one that moves; more of them do. */
    private static boolean isSuspect(Course course, Episode episode) {
        return !course.isSeries() && episode.peak().waiters().size() >= 2;
    }

    private static Finding suspect(Course course, Episode episode, @Nullable Consumer consumer) {
        List<Subject> waiters = episode.peak().waiters();
        Frame place = waiters.get(0).stack().place();
        List<String> evidence = new ArrayList<>();
        evidence.add(Words.course(course, episode));
        if (consumer != null) {
            evidence.add(Words.stack(consumer.subject()));
        }
        Words.callers(waiters).ifPresent(evidence::add);
        Finding found = Finding.of(
                        Trouble.LOGGING_LOCK,
                        String.format(
                                Locale.ROOT,
                                "%,d threads wait%s for %s of %s%s; take three more dumps.",
                                waiters.size(),
                                place == null ? "" : " at " + place.call(),
                                episode.queue() ? "a place in the queue" : "the lock",
                                Signs.name(episode.key()),
                                consumer == null
                                        ? ""
                                        : ", which " + consumer.subject().name() + " holds; it "
                                                + Words.does(consumer)),
                        consumer == null ? null : consumerWords(consumer),
                        episode.peak().moment().sample().source(),
                        evidence,
                        episode.threadSeconds())
                .about(Blockage.of(episode.peak().moment(), consumer, waiters));
        return waiters.size() >= MANY_WAITING ? found : found.severity("info");
    }

    private static Finding finding(Patient patient, Episode episode, Crowd telling, @Nullable Consumer consumer) {
        Course course = patient.course();
        Trouble trouble = trouble(episode, telling, consumer, course.isSeries());
        if (trouble == Trouble.WAITS_FOR_STDOUT
                && consumer != null
                && stream(patient, consumer.subject())
                        .filter(StandardStream::isFile)
                        .isPresent()) {
            trouble = Trouble.WAITS_FOR_DISK;
        }
        String library = Signs.name(episode.key());
        int peak = episode.peak().waiters().size();
        String what = episode.queue() ? "queue of " + library : "lock of " + library;
        StringBuilder cause = new StringBuilder()
                .append(peak == 1 ? "1 thread waits" : String.format(Locale.ROOT, "Up to %,d threads wait", peak))
                .append(episode.queue() ? " for a place in the " : " for the ")
                .append(what);
        if (course.isTimed() && episode.seconds() > 0) {
            cause.append(" for ").append(Words.seconds(episode.seconds()));
        }
        cause.append(": ");
        if (consumer != null) {
            cause.append(consumer.subject().name())
                    .append(' ')
                    .append(Words.does(consumer))
                    .append(episode.queue() ? " and takes nothing out meanwhile." : " and holds it meanwhile.");
        } else if (trouble == Trouble.CARRIERS_USED_UP) {
            cause.append(String.format(
                    Locale.ROOT,
                    "%,d of them are virtual threads that keep their carriers while they wait (they are inside of synchronized), and"
                            + " no thread that runs holds it: the thread that should release it waits for a carrier.",
                    pinned(telling)));
        } else if (trouble == Trouble.LOST_WAKEUP) {
            cause.append(
                    "the thread that should empty it waits for work, although the queue is full: it was not woken.");
        } else if (trouble == Trouble.WORKER_GONE) {
            cause.append("the thread that should empty it is in no dump.");
        } else {
            cause.append("what they wait for is not seen.");
        }
        if (trouble == Trouble.LOGGING_DEADLOCK && consumer != null) {
            cause.append(blockedWorker(consumer));
        }
        if (trouble == Trouble.WAITS_FOR_STDOUT && consumer != null) {
            stream(patient, consumer.subject())
                    .ifPresent(each -> cause.append(' ').append(each.text()));
        }
        if (trouble == Trouble.WAITS_FOR_ARGUMENT && consumer != null) {
            cause.append(" It is inside of ")
                    .append(consumer.subject().stack().argument())
                    .append(", called by the log call.");
        }
        if (trouble == Trouble.WAITS_FOR_APPENDER && consumer != null) {
            cause.append(" It stands in ").append(guest(consumer)).append(", inside of the log call.");
        }
        if (trouble == Trouble.WAITS_IN_APPENDER && course.isSeries()) {
            holders(episode).ifPresent(cause::append);
        }
        List<String> evidence = new ArrayList<>();
        evidence.add(Words.course(course, episode));
        if (consumer != null) {
            evidence.add(Words.stack(
                    consumer.subject(),
                    consumer.work() == null ? Kind.GUARD : consumer.work(),
                    Kind.ROLL,
                    Kind.GUARD,
                    Kind.WORKER));
        }
        double observed = consumer != null && consumer.work() == Kind.COMPRESS ? episode.seconds(Kind.COMPRESS) : 0;
        if (trouble == Trouble.WAITS_FOR_COMPRESSION) {
            Predictions.of(patient, episode.key(), observed).ifPresent(evidence::add);
        }
        Words.callers(Words.waiters(episode)).ifPresent(evidence::add);
        Finding found = Finding.of(
                        trouble,
                        cause.toString(),
                        consumer == null ? null : consumerWords(consumer),
                        episode.peak().moment().sample().source(),
                        evidence,
                        episode.threadSeconds())
                .about(Blockage.of(telling.moment(), consumer, telling.waiters()));
        return trouble == Trouble.WAITS_IN_APPENDER && (episode.queue() || isWorker(consumer))
                ? found.instead(BEHIND_A_QUEUE)
                : found;
    }

    private static String blockedWorker(Consumer consumer) {
        Subject worker = consumer.subject();
        Frame place = worker.stack().place();
        String type = worker.waitsFor().map(Lock::type).orElse("");
        return " It is blocked" + (place == null ? "" : " at " + place)
                + (type.isEmpty() ? "" : " for the lock of a " + type)
                + ", whose holder is not seen. If one of those that wait for the queue holds it, as they do inside of a log call, none of them"
                + " can ever go on.";
    }

    /** The stream that a thread writes to, where a process was looked at: standard error, if its stack says so. */
    static Optional<StandardStream> stream(Patient patient, Subject subject) {
        int descriptor = subject.stack().isToStandardError() ? 2 : 1;
        return patient.evidence().all(LiveRecording.class).stream()
                .flatMap(each -> each.streams().stream())
                .filter(each -> each.descriptor() == descriptor)
                .findFirst();
    }

    private static boolean isWorker(@Nullable Consumer consumer) {
        return consumer != null && consumer.subject().workerOf() != null;
    }

    /** The call of the application's own appender, or of a library's, in which a consumer stands. */
    private static Frame guest(Consumer consumer) {
        List<Frame> guest = consumer.subject().stack().guest();
        return guest.get(guest.size() - 1);
    }

    /** That one thread after the other holds the lock: contention, and nothing that stands still. */
    private static Optional<String> holders(Episode episode) {
        List<Subject> seen = episode.crowds().stream()
                .map(Crowd::consumer)
                .filter(Objects::nonNull)
                .map(Consumer::subject)
                .toList();
        long different = seen.stream().map(Subject::name).distinct().count();
        return different < 3
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        " %,d different threads held it in %,d dumps, so it moves on: the lock itself is the bottleneck.",
                        different,
                        seen.size()));
    }

    /** Whether the threads that are seen in the write are one and the same thread, or whether most dumps show the write. */
    private static boolean isStuckInWrite(Episode episode) {
        List<Subject> seen = episode.crowds().stream()
                .map(Crowd::consumer)
                .filter(Objects::nonNull)
                .map(Consumer::subject)
                .toList();
        long writing = seen.stream()
                .filter(each -> each.stack().isInNative() && each.stack().work() == Kind.STDOUT)
                .count();
        Map<String, Long> holders = seen.stream().collect(Collectors.groupingBy(Subject::name, Collectors.counting()));
        long longest =
                holders.values().stream().mapToLong(Long::longValue).max().orElse(0);
        int crowds = episode.crowds().size();
        return writing * 10 >= crowds * 6L || (longest * 10 >= crowds * 6L && writing > 0);
    }

    private static String consumerWords(Consumer consumer) {
        Subject subject = consumer.subject();
        Frame roll = subject.stack().first(Kind.ROLL);
        return subject.name() + " " + Words.does(consumer) + (roll == null ? "" : " in " + roll.call());
    }

    /** The one that should empty the queue stands at a lock, and no thread that is at work is seen to hold it. */
    private static boolean isBlockedWorker(Episode episode, Consumer consumer) {
        Subject subject = consumer.subject();
        return episode.queue() && subject.workerOf() != null && subject.thread().state() == ThreadInfo.State.BLOCKED;
    }

    private static boolean isStuckInFile(Episode episode, boolean series) {
        return (episode.queue() && !series)
                || episode.crowds().stream()
                        .map(Crowd::consumer)
                        .anyMatch(each -> each != null
                                && each.work() == Kind.FILE
                                && each.subject().still() > 0);
    }

    /** The writing threads come and go, but are never seen elsewhere than in the write, and those behind them hardly get on. */
    private static boolean isStuckBehindFile(Episode episode) {
        return !episode.queue()
                && episode.crowds().size() > 1
                && episode.still() * 2 >= episode.peak().waiters().size()
                && episode.crowds().stream()
                        .map(Crowd::consumer)
                        .allMatch(each -> each != null
                                && each.work() == Kind.FILE
                                && each.subject().stack().isInNative());
    }

    /** Virtual threads that keep their carrier while they wait, so that no other virtual thread can run on it. */
    private static long pinned(Crowd crowd) {
        return crowd.waiters().stream()
                .filter(each -> each.thread().frames().stream()
                        .anyMatch(frame -> frame.call().equals("java.lang.VirtualThread.parkOnCarrierThread")))
                .count();
    }

    private static Trouble trouble(Episode episode, Crowd telling, @Nullable Consumer consumer, boolean series) {
        if (consumer == null && pinned(telling) >= MANY_PINNED) {
            return Trouble.CARRIERS_USED_UP;
        }
        if (consumer == null && episode.last().workerIdle()) {
            return Trouble.LOST_WAKEUP;
        }
        if (consumer == null) {
            return episode.queue() && telling.workerGone() ? Trouble.WORKER_GONE : Trouble.WAITS_IN_APPENDER;
        }
        if (consumer.ownQueue()) {
            return Trouble.WAITS_FOR_ITSELF;
        }
        if (isBlockedWorker(episode, consumer)) {
            return Trouble.LOGGING_DEADLOCK;
        }
        StackReading stack = consumer.subject().stack();
        if (stack.argument() != null) {
            return Trouble.WAITS_FOR_ARGUMENT;
        }
        Kind work = consumer.work();
        if (work == null || work.compareTo(Kind.LOCATION) >= 0) {
            if (stack.how() != StackReading.How.NONE && !stack.guest().isEmpty()) {
                return Trouble.WAITS_FOR_APPENDER;
            }
        }
        if (work == null) {
            return Trouble.WAITS_IN_APPENDER;
        }
        return switch (work) {
            case COMPRESS -> Trouble.WAITS_FOR_COMPRESSION;
            case FILE_LOCK -> Trouble.WAITS_FOR_FILE_LOCK;
            case MOVE -> Trouble.WAITS_FOR_MOVE;
            case MAIL, NETWORK, DNS -> Trouble.WAITS_FOR_NETWORK;
            case POOL, DATABASE, REMOTE -> Trouble.WAITS_FOR_SERVICE;
            // Many threads that print in turn are a crowd, not a pipe that is full.
            case STDOUT -> !series || isStuckInWrite(episode) ? Trouble.WAITS_FOR_STDOUT : Trouble.WAITS_IN_APPENDER;
            // A thread that stands still in it has a slow disk; one that does not is only one of many writers.
            case FILE ->
                isStuckInFile(episode, series) || isStuckBehindFile(episode)
                        ? Trouble.WAITS_FOR_DISK
                        : Trouble.WAITS_IN_APPENDER;
            case LOCATION, FORMAT -> Trouble.WAITS_FOR_FORMATTING;
            default -> Trouble.WAITS_IN_APPENDER;
        };
    }
}
