package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Consumer;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Crowd;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.Signs;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Threads that can't log; what the one does for whom they wait is the diagnosis. */
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

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Finding> findings = new ArrayList<>();
        for (Episode each : patient.logging()) {
            Crowd telling = each.telling().orElse(null);
            Consumer consumer = telling == null ? null : telling.consumer();
            if (isSick(patient.course(), each, consumer)) {
                findings.add(finding(patient, each, telling == null ? each.peak() : telling, consumer));
            }
        }
        return findings;
    }

    /**
     * Whether it is more than two threads that happened to log at the same time: a queue was full, or threads stood still in a lock,
     * or there were many of them.
     */
    private static boolean isSick(Course course, Episode episode, @Nullable Consumer consumer) {
        int peak = episode.peak().waiters().size();
        boolean slow = consumer != null
                && (consumer.ownQueue() || (consumer.work() != null && SLOW.contains(consumer.work())));
        if (consumer != null && consumer.ownQueue()) {
            return true;
        }
        if (episode.queue()) {
            return peak >= 5 || episode.crowds().size() > 1 || (slow && peak >= 2) || (!course.isSeries() && peak >= 2);
        }
        boolean timed = episode.crowds().stream()
                .flatMap(each -> each.waiters().stream())
                .noneMatch(each -> Double.isNaN(each.thread().cpuSeconds()));
        // Without processor times, whoever is found at the same place twice may have been elsewhere between.
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

    private static Finding finding(Patient patient, Episode episode, Crowd telling, @Nullable Consumer consumer) {
        Course course = patient.course();
        Trouble trouble = trouble(episode, telling, consumer, course.isSeries());
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
                            + " no thread that runs holds it: whoever should give it back waits for a carrier.",
                    pinned(telling)));
        } else if (trouble == Trouble.WORKER_GONE) {
            cause.append("the thread that should empty it is in no dump.");
        } else {
            cause.append("for whom they wait is not seen.");
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
        return Finding.of(
                trouble,
                cause.toString(),
                consumer == null ? null : consumerWords(consumer),
                episode.peak().moment().sample().source(),
                evidence,
                episode.threadSeconds());
    }

    private static String consumerWords(Consumer consumer) {
        Subject subject = consumer.subject();
        Frame roll = subject.stack().first(Kind.ROLL);
        return subject.name() + " " + Words.does(consumer) + (roll == null ? "" : " in " + roll.call());
    }

    private static boolean isStuckInFile(Episode episode, boolean series) {
        return (episode.queue() && !series)
                || episode.crowds().stream()
                        .map(Crowd::consumer)
                        .anyMatch(each -> each != null
                                && each.work() == Kind.FILE
                                && each.subject().still() > 0);
    }

    /** Those who write come and go, but are never seen elsewhere than in the write, and those behind them hardly get on. */
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
        if (consumer == null) {
            return episode.queue() && telling.workerGone() ? Trouble.WORKER_GONE : Trouble.WAITS_IN_APPENDER;
        }
        if (consumer.ownQueue()) {
            return Trouble.WAITS_FOR_ITSELF;
        }
        Kind work = consumer.work();
        if (work == null) {
            return Trouble.WAITS_IN_APPENDER;
        }
        return switch (work) {
            case COMPRESS -> Trouble.WAITS_FOR_COMPRESSION;
            case FILE_LOCK -> Trouble.WAITS_FOR_FILE_LOCK;
            case MOVE -> Trouble.WAITS_FOR_MOVE;
            case MAIL, NETWORK, DNS -> Trouble.WAITS_FOR_NETWORK;
            case POOL, DATABASE, REMOTE -> Trouble.WAITS_FOR_SERVICE;
            case STDOUT -> Trouble.WAITS_FOR_STDOUT;
            // Who stands still in it has a slow disk; who does not is only one of many who write.
            case FILE ->
                isStuckInFile(episode, series) || isStuckBehindFile(episode)
                        ? Trouble.WAITS_FOR_DISK
                        : Trouble.WAITS_IN_APPENDER;
            case LOCATION, FORMAT -> Trouble.WAITS_FOR_FORMATTING;
            default -> Trouble.WAITS_IN_APPENDER;
        };
    }
}
