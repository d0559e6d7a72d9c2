package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Doing;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.course.WaitGraph;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.StackReading.How;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.Switches;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a few threads show that were cut out of a dump: where each stands, what it holds, and what of it is not there. Too little for the
 * other rules, which count; but the threads were chosen by a person who saw them stand.
 */
final class Excerpts implements Rule {
    private static final int MOST_TOLD = 3;

    private static final int MOST_SEEN = 5;

    /** Waits for work, whatever the queue is called. */
    private static final Pattern TAKES = Pattern.compile(".*\\.(?:take|poll|getTask|dequeue|accept|select)\\w*");

    private static final String FINALIZER = "Finalizer";

    /** Work that may take long, wherever it is done. */
    private static final Set<Kind> OUTSIDE =
            EnumSet.of(Kind.DNS, Kind.MAIL, Kind.POOL, Kind.DATABASE, Kind.REMOTE, Kind.FILE_LOCK, Kind.COMPRESS);

    /** What is seen of a thread; the strongest first. */
    private enum Rank {
        LOCK_HELD_BY,
        LOCK,
        QUEUE,
        LOGS,
        WORKS,
        /** Nothing that must be wrong: it is all that there is to be seen. */
        SEEN
    }

    private record Suspect(Subject subject, Rank rank, String text) {}

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Moment> moments = patient.course().moments();
        if (moments.isEmpty()) {
            return List.of();
        }
        Moment last = moments.get(moments.size() - 1);
        // Nothing was cut out of a process that doctor looked at itself.
        boolean live = patient.evidence().has(LiveRecording.class)
                || patient.evidence().has(Switches.class);
        boolean excerpt = last.isExcerpt() && !live;
        WaitGraph graph = WaitGraph.of(last);
        List<Suspect> suspects = new ArrayList<>();
        for (Subject each : last.subjects()) {
            // Over a series a thread that moves on is not stuck, and where times are known, other rules say for how
            // long it stood.
            boolean stays = moments.size() == 1
                    || (each.still() > 0 && (isAtLock(each) || !patient.course().isTimed()));
            if (stays && (excerpt || isStuckFinalizer(each))) {
                suspect(last, graph, each).ifPresent(suspects::add);
            }
        }
        suspects.sort(Comparator.comparing(Suspect::rank));
        if (suspects.isEmpty()) {
            return List.of();
        }
        Finding found = finding(last, suspects);
        return List.of(suspects.get(0).rank() == Rank.SEEN ? found.severity("info") : found);
    }

    /** No object is finalised any more while it stands, whatever else goes on. */
    private static boolean isStuckFinalizer(Subject subject) {
        return subject.thread().name().equals(FINALIZER) && subject.thread().state() == State.BLOCKED;
    }

    private static Optional<Suspect> suspect(Moment moment, WaitGraph graph, Subject subject) {
        if ((subject.doing() == Doing.JVM && subject.waitsFor().isEmpty()) || subject.doing() == Doing.IDLE) {
            return Optional.empty();
        }
        if (isAtLock(subject)) {
            return Optional.of(atLock(moment, graph, subject));
        }
        if (subject.doing() == Doing.WAITS_TO_LOG) {
            return Optional.of(new Suspect(
                    subject,
                    Rank.QUEUE,
                    subject.name() + " waits" + at(subject) + " for a place in a logging queue" + holding(subject)
                            + "; the thread that empties it is not seen"));
        }
        Kind work = subject.stack().work();
        boolean logs = subject.stack().isInLogging();
        boolean writes = work == Kind.FILE || work == Kind.STDOUT;
        boolean inWrite =
                logs && (work == Kind.NETWORK || (writes && subject.stack().isInNative()));
        if (work == null || !(OUTSIDE.contains(work) || inWrite)) {
            return seen(moment, subject);
        }
        return Optional.of(new Suspect(
                subject,
                logs ? Rank.LOGS : Rank.WORKS,
                subject.name() + " " + Words.does(subject, work) + way(subject, work)
                        + (logs ? ", inside of a log call" : "") + holding(subject)));
    }

    /** In a very short excerpt, whatever isn't idle. */
    private static Optional<Suspect> seen(Moment moment, Subject subject) {
        boolean takes = subject.thread().frames().stream()
                .anyMatch(each -> TAKES.matcher(each.call()).matches());
        boolean shown = moment.subjects().size() <= MOST_SEEN
                && !takes
                && subject.stack().how() != How.SLEEP
                && subject.stack().place() != null;
        return shown
                ? Optional.of(new Suspect(
                        subject,
                        Rank.SEEN,
                        subject.name() + " "
                                + Words.does(subject, subject.stack().work()) + at(subject) + from(subject)
                                + holding(subject)))
                : Optional.empty();
    }

    private static String from(Subject subject) {
        Frame application = subject.stack().application();
        return application == null || application.equals(subject.stack().place()) ? "" : ", called from " + application;
    }

    private static boolean isAtLock(Subject subject) {
        boolean blocked =
                subject.thread().state() == State.BLOCKED && subject.waitsFor().isPresent();
        return blocked
                || subject.stack().how() == How.LOCK
                || isForClass(subject)
                || (subject.thread().state() == State.BLOCKED
                        && subject.stack().place() != null
                        && !isIdleName(subject));
    }

    /** A debugger's agent calls each thread that is parked BLOCKED. */
    private static boolean isIdleName(Subject subject) {
        return subject.stack().how() != How.NONE;
    }

    private static boolean isForClass(Subject subject) {
        return subject.waitsFor()
                .filter(each -> each.isClass() || each.type().contains("ClassInitializationLock"))
                .isPresent();
    }

    private static Suspect atLock(Moment moment, WaitGraph graph, Subject subject) {
        Lock lock = subject.waitsFor().orElse(null);
        StringBuilder text = new StringBuilder(subject.name())
                .append(isPinned(subject) ? ", a virtual thread that is pinned to its carrier, waits" : " waits")
                .append(at(subject))
                .append(" for ")
                .append(lock == null || lock.type().isEmpty() ? "a lock" : what(lock));
        if (isForClass(subject) && graph.edge(subject).isEmpty()) {
            text.append(", until another thread has initialised a class; which one does is not seen");
            return new Suspect(subject, Rank.LOCK, text.append(holding(subject)).toString());
        }
        Subject holder = graph.edge(subject).map(WaitGraph.Edge::holder).orElse(null);
        Rank rank = Rank.LOCK_HELD_BY;
        if (holder != null) {
            text.append(", which ")
                    .append(holder.name())
                    .append(" holds; it ")
                    .append(Words.does(holder, holder.stack().work()))
                    .append(at(holder))
                    .append(holder.stack().isInLogging() ? ", inside of a log call" : "");
        } else if (lock != null && !lock.owner().isEmpty()) {
            text.append(", which \"").append(lock.owner()).append("\" holds; that thread's stack is not seen");
        } else {
            rank = Rank.LOCK;
            text.append("; its holder is not seen");
            inNative(moment, subject)
                    .ifPresent(each -> text.append(", it may be ").append(each));
        }
        if (isStuckFinalizer(subject)) {
            text.append(". While the Finalizer stands, no object is finalised, and memory grows");
        }
        return new Suspect(subject, rank, text.append(holding(subject)).toString());
    }

    private static String what(Lock lock) {
        return (lock.isClass() ? "the class " : "the lock of a ") + lock.type();
    }

    /** One that is at work in the same library may hold it. */
    private static Optional<String> inNative(Moment moment, Subject waiter) {
        Frame place = waiter.stack().place();
        if (place == null) {
            return Optional.empty();
        }
        String start = packageOf(place.type());
        return moment.subjects().stream()
                .filter(each -> !each.identity().equals(waiter.identity())
                        && each.doing() != Doing.IDLE
                        && each.thread().frames().stream()
                                .anyMatch(frame -> frame.type().startsWith(start)))
                .findFirst()
                .map(each -> each.name() + ", which is" + at(each));
    }

    /** The first two words of a package: one library's. */
    private static String packageOf(String type) {
        int dot = type.indexOf('.', type.indexOf('.') + 1);
        return dot < 0 ? type : type.substring(0, dot + 1);
    }

    private static boolean isPinned(Subject subject) {
        return subject.thread().frames().stream().anyMatch(each -> each.method().equals("parkOnCarrierThread"));
    }

    private static String at(Subject subject) {
        Frame place = subject.stack().place();
        return place == null ? "" : " at " + place;
    }

    /** From the innermost call to the one that shows what it is for. */
    private static String way(Subject subject, Kind work) {
        Frame telling = subject.stack().first(work);
        Frame guard = subject.stack().first(Kind.GUARD);
        return at(subject)
                + (telling == null || telling.equals(subject.stack().place()) ? "" : ", below " + telling)
                + (guard == null || guard.equals(telling) ? "" : " and " + guard);
    }

    private static String holding(Subject subject) {
        List<String> held = subject.thread().locks().stream()
                .filter(each -> !each.stops() && !each.type().isEmpty())
                .map(Lock::type)
                .distinct()
                .limit(MOST_TOLD)
                .toList();
        return held.isEmpty() ? "" : "; it holds the lock of a " + String.join(" and of a ", held);
    }

    private static Finding finding(Moment moment, List<Suspect> suspects) {
        StringBuilder cause = new StringBuilder();
        List<String> evidence = new ArrayList<>();
        for (Suspect each : suspects.subList(0, Math.min(MOST_TOLD, suspects.size()))) {
            cause.append(each.text()).append(". ");
            evidence.add(Words.stack(each.subject(), Kind.GUARD, Kind.API));
        }
        if (suspects.size() > MOST_TOLD) {
            cause.append(Words.threads(suspects.size() - MOST_TOLD)).append(" more may be stuck. ");
        }
        cause.append(
                moment.isExcerpt()
                        ? "The rest of the dump is missing here, and one moment doesn't show whether that lasts; more dumps do."
                        : "One dump doesn't show whether that lasts; more dumps do.");
        return Finding.of(
                        Trouble.MAY_BE_STUCK,
                        cause.toString(),
                        suspects.get(0).subject().name(),
                        suspects.get(0).subject().thread().source(),
                        evidence,
                        suspects.size())
                .about(new Blockage(
                        moment,
                        suspects.stream().limit(MOST_TOLD).map(Suspect::subject).toList(),
                        List.of()));
    }
}
