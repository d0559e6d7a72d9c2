package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.signatures.StackReading.How;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.WaitGraph;
import dev.tailrace.probe.archive.ContextSwitches;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a few threads show that were cut out of a dump: where each stands, what it holds, and what of it is not there. Too little for the
 * other rules, which count; but the threads were chosen by a person who saw them stand.
 */
final class Excerpts implements DiagnosisRule {
    private static final int MOST_TOLD = 3;

    private static final int MOST_SEEN = 5;

    private static final String FINALIZER = "Finalizer";

    /** Work that may take long, wherever it is done. */
    private static final Set<Kind> OUTSIDE =
            EnumSet.of(Kind.DNS, Kind.MAIL, Kind.POOL, Kind.DATABASE, Kind.REMOTE, Kind.FILE_LOCK, Kind.COMPRESS);

    /** Evidence about a thread; the strongest first. */
    private enum Rank {
        LOCK_HELD_BY,
        LOCK,
        QUEUE,
        LOGS,
        WORKS,
        /** Nothing that must be wrong: it is all that there is to be seen. */
        SEEN
    }

    private record Suspect(ThreadSnapshot subject, Rank rank, String text) {}

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DumpSnapshot> moments = ruleContext.timeline().moments();
        if (moments.isEmpty()) {
            return List.of();
        }
        DumpSnapshot last = ruleContext.timeline().last();
        // Nothing was cut out of a process that doctor looked at itself.
        boolean live = ruleContext.evidence().has(LiveRecording.class)
                || ruleContext.evidence().has(ContextSwitches.class);
        boolean excerpt = last.isExcerpt() && !live;
        WaitGraph graph = WaitGraph.of(last);
        List<Suspect> suspects = new ArrayList<>();
        for (ThreadSnapshot each : last.threads()) {
            // Over a series a thread that moves on is not stuck, and where times are known, other rules say for how
            // long it stood.
            boolean stays = moments.size() == 1
                    || (each.still() > 0
                            && (isAtLock(each) || !ruleContext.timeline().isTimed()));
            if (stays && (excerpt || isStuckFinalizer(each))) {
                suspect(last, graph, each).ifPresent(suspects::add);
            }
        }
        suspects.sort(Comparator.comparing(Suspect::rank));
        if (suspects.isEmpty()) {
            return List.of();
        }
        DiagnosisFinding found = finding(last, suspects);
        return List.of(suspects.get(0).rank() == Rank.SEEN ? found.severity("info") : found);
    }

    /** No object is finalised any more while it stands, whatever else goes on. */
    private static boolean isStuckFinalizer(ThreadSnapshot threadSnapshot) {
        return threadSnapshot.thread().name().equals(FINALIZER)
                && threadSnapshot.thread().state() == State.BLOCKED;
    }

    private static Optional<Suspect> suspect(
            DumpSnapshot dumpSnapshot, WaitGraph graph, ThreadSnapshot threadSnapshot) {
        if ((threadSnapshot.doing() == ThreadActivity.JVM
                        && threadSnapshot.waitsFor().isEmpty())
                || threadSnapshot.doing() == ThreadActivity.IDLE) {
            return Optional.empty();
        }
        if (isAtLock(threadSnapshot)) {
            return Optional.of(atLock(dumpSnapshot, graph, threadSnapshot));
        }
        if (threadSnapshot.doing() == ThreadActivity.WAITS_TO_LOG) {
            return Optional.of(new Suspect(
                    threadSnapshot,
                    Rank.QUEUE,
                    threadSnapshot.name() + " waits" + at(threadSnapshot) + " for a place in a logging queue"
                            + holding(threadSnapshot) + "; the thread that empties it is not seen"));
        }
        Kind work = threadSnapshot.stack().work();
        boolean logs = threadSnapshot.stack().isInLogging();
        boolean writes = work == Kind.FILE || work == Kind.STDOUT;
        boolean inWrite = logs
                && (work == Kind.NETWORK || (writes && threadSnapshot.stack().isInNative()));
        if (work == null || !(OUTSIDE.contains(work) || inWrite)) {
            return seen(dumpSnapshot, threadSnapshot);
        }
        return Optional.of(new Suspect(
                threadSnapshot,
                logs ? Rank.LOGS : Rank.WORKS,
                threadSnapshot.name() + " " + EvidenceFormat.does(threadSnapshot, work) + way(threadSnapshot, work)
                        + (logs ? ", inside of a log call" : "") + holding(threadSnapshot)));
    }

    /** In a very short excerpt, whatever isn't idle. */
    private static Optional<Suspect> seen(DumpSnapshot dumpSnapshot, ThreadSnapshot threadSnapshot) {
        boolean shown = dumpSnapshot.threads().size() <= MOST_SEEN
                && !threadSnapshot.stack().isTaking()
                && threadSnapshot.stack().how() != How.SLEEP
                && threadSnapshot.stack().place() != null;
        return shown
                ? Optional.of(new Suspect(
                        threadSnapshot,
                        Rank.SEEN,
                        threadSnapshot.name() + " "
                                + EvidenceFormat.does(
                                        threadSnapshot, threadSnapshot.stack().work()) + at(threadSnapshot)
                                + from(threadSnapshot)
                                + holding(threadSnapshot)))
                : Optional.empty();
    }

    private static String from(ThreadSnapshot threadSnapshot) {
        Frame application = threadSnapshot.stack().application();
        return application == null || application.equals(threadSnapshot.stack().place())
                ? ""
                : ", called from " + application;
    }

    private static boolean isAtLock(ThreadSnapshot threadSnapshot) {
        boolean blocked = threadSnapshot.thread().state() == State.BLOCKED
                && threadSnapshot.waitsFor().isPresent();
        return blocked
                || threadSnapshot.stack().how() == How.LOCK
                || isForClass(threadSnapshot)
                // A debugger's agent calls each thread that is parked BLOCKED.
                || (threadSnapshot.thread().state() == State.BLOCKED
                        && threadSnapshot.stack().place() != null
                        && threadSnapshot.stack().how() == How.NONE);
    }

    private static boolean isForClass(ThreadSnapshot threadSnapshot) {
        return threadSnapshot
                .waitsFor()
                .filter(each -> each.isClass() || each.type().contains("ClassInitializationLock"))
                .isPresent();
    }

    private static Suspect atLock(DumpSnapshot dumpSnapshot, WaitGraph graph, ThreadSnapshot threadSnapshot) {
        Lock lock = threadSnapshot.waitsFor().orElse(null);
        StringBuilder text = new StringBuilder(threadSnapshot.name())
                .append(isPinned(threadSnapshot) ? ", a virtual thread that is pinned to its carrier, waits" : " waits")
                .append(at(threadSnapshot))
                .append(" for ")
                .append(lock == null || lock.type().isEmpty() ? "a lock" : what(lock));
        ThreadSnapshot holder =
                graph.edge(threadSnapshot).map(WaitGraph.Edge::holder).orElse(null);
        Rank rank = Rank.LOCK_HELD_BY;
        if (holder == null && isForClass(threadSnapshot)) {
            rank = Rank.LOCK;
            text.append(", until another thread has initialised a class; which one does is not seen");
        } else if (holder != null) {
            text.append(", which ")
                    .append(holder.name())
                    .append(" holds; it ")
                    .append(EvidenceFormat.does(holder, holder.stack().work()))
                    .append(at(holder))
                    .append(holder.stack().isInLogging() ? ", inside of a log call" : "");
        } else if (lock != null && !lock.owner().isEmpty()) {
            text.append(", which \"").append(lock.owner()).append("\" holds; that thread's stack is not seen");
        } else {
            rank = Rank.LOCK;
            text.append("; its holder is not seen");
            inNative(dumpSnapshot, threadSnapshot)
                    .ifPresent(each -> text.append(", it may be ").append(each));
        }
        if (isStuckFinalizer(threadSnapshot)) {
            text.append(". While the Finalizer stands, no object is finalised, and memory grows");
        }
        return new Suspect(
                threadSnapshot, rank, text.append(holding(threadSnapshot)).toString());
    }

    private static String what(Lock lock) {
        return (lock.isClass() ? "the class " : "the lock of a ") + lock.type();
    }

    /** One that is at work in the same library may hold it. */
    private static Optional<String> inNative(DumpSnapshot dumpSnapshot, ThreadSnapshot waiter) {
        Frame place = waiter.stack().place();
        if (place == null) {
            return Optional.empty();
        }
        // The first two words of a package: one library's.
        int dot = place.type().indexOf('.', place.type().indexOf('.') + 1);
        String start = place.type().substring(0, dot < 0 ? place.type().length() : dot + 1);
        return dumpSnapshot.threads().stream()
                .filter(each -> !each.identity().equals(waiter.identity())
                        && each.doing() != ThreadActivity.IDLE
                        && each.thread().frames().stream()
                                .anyMatch(frame -> frame.type().startsWith(start)))
                .findFirst()
                .map(each -> each.name() + ", which is" + at(each));
    }

    private static boolean isPinned(ThreadSnapshot threadSnapshot) {
        return threadSnapshot.thread().frames().stream()
                .anyMatch(each -> each.method().equals("parkOnCarrierThread"));
    }

    private static String at(ThreadSnapshot threadSnapshot) {
        Frame place = threadSnapshot.stack().place();
        return place == null ? "" : " at " + place;
    }

    /** From the innermost call to the one that shows what it is for. */
    private static String way(ThreadSnapshot threadSnapshot, Kind work) {
        Frame telling = threadSnapshot.stack().first(work);
        Frame guard = threadSnapshot.stack().first(Kind.GUARD);
        return at(threadSnapshot)
                + (telling == null || telling.equals(threadSnapshot.stack().place()) ? "" : ", below " + telling)
                + (guard == null || guard.equals(telling) ? "" : " and " + guard);
    }

    private static String holding(ThreadSnapshot threadSnapshot) {
        List<String> held = threadSnapshot.thread().locks().stream()
                .filter(each -> !each.stops() && !each.type().isEmpty())
                .map(Lock::type)
                .distinct()
                .limit(MOST_TOLD)
                .toList();
        return held.isEmpty() ? "" : "; it holds the lock of a " + String.join(" and of a ", held);
    }

    private static DiagnosisFinding finding(DumpSnapshot dumpSnapshot, List<Suspect> suspects) {
        StringBuilder cause = new StringBuilder();
        List<String> evidence = new ArrayList<>();
        for (Suspect each : suspects.subList(0, Math.min(MOST_TOLD, suspects.size()))) {
            cause.append(each.text()).append(". ");
            evidence.add(EvidenceFormat.stack(each.subject(), Kind.GUARD, Kind.API));
        }
        if (suspects.size() > MOST_TOLD) {
            cause.append(EvidenceFormat.threads(suspects.size() - MOST_TOLD)).append(" more may be stuck. ");
        }
        cause.append(
                dumpSnapshot.isExcerpt()
                        ? "The rest of the dump is missing here, and one moment doesn't show whether that lasts; more dumps do."
                        : "One dump doesn't show whether that lasts; more dumps do.");
        return DiagnosisFinding.of(
                        DiagnosisCode.MAY_BE_STUCK,
                        cause.toString(),
                        suspects.get(0).subject().name(),
                        suspects.get(0).subject().thread().source(),
                        evidence,
                        suspects.size())
                .about(new Blockage(
                        dumpSnapshot,
                        suspects.stream().limit(MOST_TOLD).map(Suspect::subject).toList(),
                        List.of()));
    }
}
