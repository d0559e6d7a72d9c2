package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.FrameSignatures;
import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.signatures.StackReading;
import dev.tailrace.doctor.timeline.Blocker;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaitGraph;
import dev.tailrace.doctor.timeline.WaiterGroup;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LogFlow;
import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Threads that can't log; what the thread does that they wait for is the diagnosis. */
final class LoggingWaits implements DiagnosisRule {
    /** What takes its time whenever it is seen. Writing to a file does not: a busy log always writes. */
    private static final Set<Kind> SLOW = EnumSet.range(Kind.COMPRESS, Kind.NETWORK);

    /** One may be pinned for a moment; as many as a small machine has processors are a knot. */
    private static final long MANY_PINNED = 2;

    /** In one dump, fewer than these may have met at a lock by chance. */
    private static final int MANY_WAITING = 5;

    private static final double MANY_LINES = 200;
    /** Dozens of threads that share a processor get it more often. */
    private static final double STARVED_SECONDS = 2;

    private static final String BEHIND_A_QUEUE =
            "Log less: the call sites in the evidence first. Make what the thread behind the queue"
                    + " does per event cheaper: no location, larger blocks (immediateFlush false). A larger queue only puts it off.";

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (Stall each : ruleContext.logging()) {
            if (isBehindDeadlock(each)) {
                continue;
            }
            WaiterGroup telling = each.telling().orElse(null);
            Blocker blocker = telling == null ? null : telling.blocker();
            if (isSick(ruleContext.timeline(), each, blocker)) {
                WaiterGroup shown = telling == null ? each.peak() : telling;
                findings.add(
                        isFullTailrace(each)
                                ? FullLogs.finding(ruleContext, each, shown, blocker)
                                : finding(ruleContext, each, shown, blocker));
            } else if (isSuspect(ruleContext.timeline(), each)) {
                findings.add(suspect(ruleContext.timeline(), each, blocker));
            }
        }
        return findings;
    }

    /** Whether the stall becomes a finding; a stall behind its threads needs no finding of its own. */
    static boolean isReported(Timeline timeline, Stall stall) {
        Blocker blocker = stall.telling().map(WaiterGroup::blocker).orElse(null);
        return !isBehindDeadlock(stall) && (isSick(timeline, stall, blocker) || isSuspect(timeline, stall));
    }

    /** Whether callers wait for room in Tailrace's memory, which no lock guards. */
    private static boolean isFullTailrace(Stall stall) {
        return stall.queue() && stall.key().equals("tailrace");
    }

    /** Whether none of those that wait can ever go on: the deadlock is reported, and this is its consequence. */
    static boolean isBehindDeadlock(Stall stall) {
        WaiterGroup last = stall.last();
        WaitGraph graph = WaitGraph.of(last.moment());
        return last.waiters().stream().allMatch(graph::isDead);
    }

    /**
     * Whether the stall is more than two threads that happened to log at the same time: a queue was full, or threads stood still in a lock,
     * or there were many of them.
     */
    private static boolean isSick(Timeline timeline, Stall stall, @Nullable Blocker blocker) {
        int peak = stall.peak().waiters().size();
        boolean slow = blocker != null && blocker.work() != null && SLOW.contains(blocker.work());
        if ((blocker != null && (blocker.ownQueue() || isBlockedWorker(stall, blocker)))
                || isBehindStuckWriter(timeline, stall)) {
            return true;
        }
        if (stall.queue()) {
            return peak >= 5 || stall.groups().size() > 1 || (slow && peak >= 2) || (!timeline.isSeries() && peak >= 2);
        }
        boolean timed = stall.waiters().stream()
                .noneMatch(each -> Double.isNaN(each.thread().cpuSeconds()));
        // Without processor times, a thread that is found at the same place twice may have been elsewhere between.
        if (stall.still() >= (timed || slow ? 2 : 3)) {
            return true;
        }
        long busy = Math.max(1, stall.peak().moment().busy());
        if (!timeline.isSeries()) {
            return slow ? peak >= 3 : peak >= 10 && peak * 10L >= busy * 3;
        }
        long waiting = stall.waiters().size();
        return waiting * 10 >= timeline.busy() * 3
                && waiting >= 4L * timeline.moments().size();
    }

    /** One thread that waits is enough where the one it waits for stands in the same write for long. */
    private static boolean isBehindStuckWriter(Timeline timeline, Stall stall) {
        return stall.groups().stream()
                .anyMatch(each -> each.isBlockedBy(
                        blocker -> LoneWriters.isStuckForLong(timeline, each.moment(), blocker.thread())));
    }

    /** One dump can't distinguish a queue of threads that stands still from one that moves; more of them do. */
    private static boolean isSuspect(Timeline timeline, Stall stall) {
        return !timeline.isSeries() && stall.peak().waiters().size() >= 2;
    }

    private static DiagnosisFinding suspect(Timeline timeline, Stall stall, @Nullable Blocker blocker) {
        List<ThreadSnapshot> waiters = stall.peak().waiters();
        Frame place = waiters.get(0).stack().place();
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.course(timeline, stall));
        if (blocker != null) {
            evidence.add(EvidenceFormat.stack(blocker.thread()));
        }
        EvidenceFormat.callers(waiters).ifPresent(evidence::add);
        DiagnosisFinding found = DiagnosisFinding.of(
                        DiagnosisCode.LOGGING_LOCK,
                        String.format(
                                Locale.ROOT,
                                "%,d threads wait%s for %s of %s%s; take three more dumps.",
                                waiters.size(),
                                place == null ? "" : " at " + place.call(),
                                stall.queue() ? "a place in the queue" : "the lock",
                                FrameSignatures.name(stall.key()),
                                blocker == null
                                        ? ""
                                        : ", which " + blocker.thread().name() + " holds; it "
                                                + EvidenceFormat.does(blocker)),
                        blocker == null ? null : consumerWords(blocker),
                        stall.peak().moment().sample().source(),
                        evidence,
                        stall.threadSeconds())
                .about(Blockage.of(stall.peak().moment(), blocker, waiters));
        return waiters.size() >= MANY_WAITING ? found : found.severity("info");
    }

    private static DiagnosisFinding finding(
            RuleContext ruleContext, Stall stall, WaiterGroup telling, @Nullable Blocker blocker) {
        Timeline timeline = ruleContext.timeline();
        DiagnosisCode diagnosisCode = trouble(ruleContext, stall, telling, blocker);
        if (diagnosisCode == DiagnosisCode.WAITS_FOR_STDOUT
                && blocker != null
                && stream(ruleContext, blocker.thread())
                        .filter(StandardStream::isFile)
                        .isPresent()) {
            diagnosisCode = DiagnosisCode.WAITS_FOR_DISK;
        }
        if (diagnosisCode == DiagnosisCode.WAITS_FOR_DISK && isWritten(ruleContext, stall)) {
            diagnosisCode = DiagnosisCode.WAITS_IN_APPENDER;
        }
        StringBuilder cause = new StringBuilder()
                .append(EvidenceFormat.threadsWait(stall.peak().waiters().size()))
                .append(stall.queue() ? " for a place in the queue of " : " for the lock of ")
                .append(FrameSignatures.name(stall.key()));
        if (timeline.isTimed() && stall.seconds() > 0) {
            cause.append(" for ").append(EvidenceFormat.seconds(stall.seconds()));
        }
        cause.append(": ");
        if (blocker != null) {
            cause.append(blocker.thread().name())
                    .append(' ')
                    .append(EvidenceFormat.does(blocker))
                    .append(stall.queue() ? " and takes nothing out meanwhile." : " and holds it meanwhile.");
        } else if (diagnosisCode == DiagnosisCode.CARRIERS_USED_UP) {
            cause.append(String.format(
                    Locale.ROOT,
                    "%,d of them are virtual threads that keep their carriers while they wait (they are inside of synchronized), and"
                            + " no thread that runs holds it: the thread that should release it waits for a carrier.",
                    pinned(telling)));
        } else if (diagnosisCode == DiagnosisCode.LOST_WAKEUP) {
            cause.append(
                    "the thread that should empty it waits for work, although the queue is full: it was not woken.");
        } else if (diagnosisCode == DiagnosisCode.WORKER_GONE) {
            cause.append("the thread that should empty it is in no dump.");
        } else {
            cause.append("what they wait for is not seen.");
        }
        if (diagnosisCode == DiagnosisCode.LOGGING_DEADLOCK && blocker != null) {
            cause.append(blockedWorker(blocker));
        }
        ChainOfWaits chain = ChainOfWaits.of(stall, telling);
        cause.append(chain.text());
        if (diagnosisCode == DiagnosisCode.WAITS_FOR_STDOUT && blocker != null) {
            cause.append(' ').append(streamText(ruleContext, blocker.thread()));
        }
        if (diagnosisCode == DiagnosisCode.WAITS_FOR_ARGUMENT && blocker != null) {
            cause.append(" It is inside of ")
                    .append(blocker.thread().stack().argument())
                    .append(", called by the log call.");
        }
        if (diagnosisCode == DiagnosisCode.WAITS_FOR_APPENDER && blocker != null) {
            List<Frame> guest = blocker.thread().stack().guest();
            cause.append(" It stands in ").append(guest.get(guest.size() - 1)).append(", inside of the log call.");
        }
        if (diagnosisCode == DiagnosisCode.WAITS_IN_APPENDER && timeline.isSeries()) {
            holders(stall).ifPresent(cause::append);
        }
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.course(timeline, stall));
        if (blocker != null) {
            evidence.add(EvidenceFormat.stack(
                    blocker.thread(),
                    blocker.work() == null ? Kind.GUARD : blocker.work(),
                    Kind.ROLL,
                    Kind.GUARD,
                    Kind.WORKER));
        }
        double observed = blocker != null && blocker.work() == Kind.COMPRESS ? stall.seconds(Kind.COMPRESS) : 0;
        if (diagnosisCode == DiagnosisCode.WAITS_FOR_COMPRESSION) {
            Predictions.of(ruleContext, stall.key(), observed).ifPresent(evidence::add);
        }
        chain.evidence().ifPresent(evidence::add);
        EvidenceFormat.callers(stall.waiters()).ifPresent(evidence::add);
        DiagnosisFinding found = DiagnosisFinding.of(
                        diagnosisCode,
                        cause.toString(),
                        blocker == null ? null : consumerWords(blocker),
                        stall.peak().moment().sample().source(),
                        evidence,
                        stall.threadSeconds() + chain.behind().size() * stall.seconds())
                .about(Blockage.of(chain.group().moment(), blocker, chain.victims()));
        boolean queued = stall.queue() || (blocker != null && blocker.thread().workerOf() != null);
        return diagnosisCode == DiagnosisCode.WAITS_IN_APPENDER && (queued || isAsynchronous(stall))
                ? found.instead(BEHIND_A_QUEUE)
                : found;
    }

    private static String blockedWorker(Blocker blocker) {
        ThreadSnapshot worker = blocker.thread();
        Frame place = worker.stack().place();
        String type = worker.waitsFor().map(Lock::type).orElse("");
        return " It is blocked" + (place == null ? "" : " at " + place)
                + (type.isEmpty() ? "" : " for the lock of a " + type)
                + ", whose holder is not seen. If one of those that wait for the queue holds it, as they do inside of a log call, none of them"
                + " can ever go on.";
    }

    /** The stream that a thread writes to, where a process was looked at: standard error, if its stack says so. */
    static Optional<StandardStream> stream(RuleContext ruleContext, ThreadSnapshot threadSnapshot) {
        int descriptor = threadSnapshot.stack().isToStandardError() ? 2 : 1;
        return ruleContext.evidence().all(LiveRecording.class).stream()
                .flatMap(each -> each.streams().stream())
                .filter(each -> each.descriptor() == descriptor)
                .findFirst();
    }

    /** The cause as a sentence; of dumps alone, how to find out. */
    static String streamText(RuleContext ruleContext, ThreadSnapshot threadSnapshot) {
        return stream(ruleContext, threadSnapshot)
                .map(StandardStream::text)
                .orElse("Thread dumps don't show what reads it; ./tailrace doctor PID on that machine does.");
    }

    /** The lock is that of a queue, so that an asynchronous appender is there already. */
    private static boolean isAsynchronous(Stall stall) {
        Frame place = stall.peak().waiters().get(0).stack().place();
        return place != null && place.type().contains("Async");
    }

    /** That one thread after the other holds the lock: contention, and nothing that stands still. */
    private static Optional<String> holders(Stall stall) {
        List<Blocker> seen = stall.blockers();
        long different =
                seen.stream().map(each -> each.thread().name()).distinct().count();
        return different < 3
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        " %,d different threads held it in %,d dumps, so it moves on: the lock itself is the bottleneck.",
                        different,
                        seen.size()));
    }

    /** Whether the threads that are seen in the write are one and the same thread, or whether most dumps show the write. */
    private static boolean isStuckInWrite(RuleContext ruleContext, Stall stall) {
        if (isStarved(ruleContext)) {
            return stays(ruleContext, stall, Kind.STDOUT);
        }
        List<ThreadSnapshot> seen =
                stall.blockers().stream().map(Blocker::thread).toList();
        long writing = seen.stream()
                .filter(each -> each.stack().isInNative() && each.stack().work() == Kind.STDOUT)
                .count();
        Map<String, Long> holders =
                seen.stream().collect(Collectors.groupingBy(ThreadSnapshot::name, Collectors.counting()));
        long longest =
                holders.values().stream().mapToLong(Long::longValue).max().orElse(0);
        int crowds = stall.groups().size();
        return writing * 10 >= crowds * 6L || (longest * 10 >= crowds * 6L && writing > 0);
    }

    private static String consumerWords(Blocker blocker) {
        ThreadSnapshot threadSnapshot = blocker.thread();
        Frame roll = threadSnapshot.stack().first(Kind.ROLL);
        return threadSnapshot.name() + " " + EvidenceFormat.does(blocker) + (roll == null ? "" : " in " + roll.call());
    }

    /** The one that should empty the queue stands at a lock, and no thread that is at work is seen to hold it. */
    private static boolean isBlockedWorker(Stall stall, Blocker blocker) {
        ThreadSnapshot threadSnapshot = blocker.thread();
        return stall.queue()
                && threadSnapshot.workerOf() != null
                && threadSnapshot.thread().state() == ThreadInfo.State.BLOCKED;
    }

    /** Whether the log takes hundreds of lines a second: a thread that is in the write in each dump is in another one each time. */
    private static boolean isWritten(RuleContext ruleContext, Stall stall) {
        boolean stays = stall.blockers().stream().anyMatch(each -> each.thread().still() >= 2);
        return !stays
                && ruleContext.evidence().all(LogFlow.class).stream()
                        .anyMatch(each -> each.linesPerSecond() >= MANY_LINES);
    }

    /** On an overloaded machine threads that only wait for a processor stand in a write, too. */
    private static boolean isStarved(RuleContext ruleContext) {
        return ruleContext.evidence().all(LiveRecording.class).stream().anyMatch(LiveRecording::isOverloaded);
    }

    /** Whether one thread stands in the same work, and for longer than it may take to get a processor. */
    private static boolean stays(RuleContext ruleContext, Stall stall, Kind work) {
        double least = isStarved(ruleContext) ? STARVED_SECONDS : 0;
        Timeline timeline = ruleContext.timeline();
        return stall.groups().stream()
                .anyMatch(each -> each.isBlockedBy(blocker -> blocker.work() == work
                        && blocker.thread().still() > 0
                        && timeline.stood(each.moment(), blocker.thread().still()) >= least));
    }

    /** The writing threads come and go, but are never seen elsewhere than in the write, and those behind them hardly get on. */
    private static boolean isStuckBehindFile(RuleContext ruleContext, Stall stall) {
        return !stall.queue()
                && !isStarved(ruleContext)
                && stall.groups().size() > 1
                && stall.still() * 2 >= stall.peak().waiters().size()
                && stall.groups().stream()
                        .allMatch(each -> each.isBlockedBy(blocker -> blocker.work() == Kind.FILE
                                && blocker.thread().stack().isInNative()));
    }

    /** Virtual threads that keep their carrier while they wait, so that no other virtual thread can run on it. */
    private static long pinned(WaiterGroup waiterGroup) {
        return waiterGroup.waiters().stream()
                .filter(each -> each.thread().frames().stream()
                        .anyMatch(frame -> frame.call().equals("java.lang.VirtualThread.parkOnCarrierThread")))
                .count();
    }

    private static DiagnosisCode trouble(
            RuleContext ruleContext, Stall stall, WaiterGroup telling, @Nullable Blocker blocker) {
        boolean series = ruleContext.timeline().isSeries();
        if (blocker == null && pinned(telling) >= MANY_PINNED) {
            return DiagnosisCode.CARRIERS_USED_UP;
        }
        if (blocker == null) {
            return stall.last().workerIdle()
                    ? DiagnosisCode.LOST_WAKEUP
                    : stall.queue() && telling.workerGone()
                            ? DiagnosisCode.WORKER_GONE
                            : DiagnosisCode.WAITS_IN_APPENDER;
        }
        if (blocker.ownQueue()) {
            return DiagnosisCode.WAITS_FOR_ITSELF;
        }
        if (isBlockedWorker(stall, blocker)) {
            return DiagnosisCode.LOGGING_DEADLOCK;
        }
        StackReading stack = blocker.thread().stack();
        if (stack.argument() != null) {
            return DiagnosisCode.WAITS_FOR_ARGUMENT;
        }
        Kind work = blocker.work();
        if ((work == null || work.compareTo(Kind.LOCATION) >= 0)
                && stack.how() != StackReading.How.NONE
                && !stack.guest().isEmpty()) {
            return DiagnosisCode.WAITS_FOR_APPENDER;
        }
        if (work == null) {
            return DiagnosisCode.WAITS_IN_APPENDER;
        }
        return switch (work) {
            case COMPRESS -> DiagnosisCode.WAITS_FOR_COMPRESSION;
            case FILE_LOCK -> DiagnosisCode.WAITS_FOR_FILE_LOCK;
            case MOVE -> DiagnosisCode.WAITS_FOR_MOVE;
            case MAIL, NETWORK, DNS -> DiagnosisCode.WAITS_FOR_NETWORK;
            case POOL, DATABASE, REMOTE -> DiagnosisCode.WAITS_FOR_SERVICE;
            // Many threads that print in turn are a crowd, not a pipe that is full.
            case STDOUT ->
                !series || isStuckInWrite(ruleContext, stall)
                        ? DiagnosisCode.WAITS_FOR_STDOUT
                        : DiagnosisCode.WAITS_IN_APPENDER;
            // A thread that stands still in it has a slow disk; one that does not is only one of many writers.
            case FILE ->
                (stall.queue() && !series)
                                || stays(ruleContext, stall, Kind.FILE)
                                || isStuckBehindFile(ruleContext, stall)
                        ? DiagnosisCode.WAITS_FOR_DISK
                        : DiagnosisCode.WAITS_IN_APPENDER;
            case LOCATION, FORMAT -> DiagnosisCode.WAITS_FOR_FORMATTING;
            default -> DiagnosisCode.WAITS_IN_APPENDER;
        };
    }
}
