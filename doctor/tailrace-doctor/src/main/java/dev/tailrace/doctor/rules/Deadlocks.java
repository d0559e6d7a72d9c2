package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Libraries;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaitGraph;
import dev.tailrace.doctor.timeline.WaitGraph.Edge;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Deadlocks: cycles of threads that wait for each other, whether or not the JVM reports them; what the JVM reports where no stacks show it;
 * and threads that stand in static initialisers that need each other.
 */
final class Deadlocks implements DiagnosisRule {
    private static final int MOST_CHARACTERS = 600;
    private static final int MOST_MEMBERS = 8;

    /** Nothing that takes time is worse than what never ends. */
    private static final double NEVER_ENDS = 1e9;

    private static final String INITIALIZER = "<clinit>";

    private static final Pattern REPORTED = Pattern.compile(
            "\"([^\"]+)\": *waiting (?:to lock monitor|for ownable synchronizer)[^\"]*?, an? ([\\w.$]+)\\),?[^\"]* held by \"([^\"]+)\"");

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        List<DiagnosisFinding> findings = cycles(timeline);
        if (findings.isEmpty()) {
            findings = reported(timeline);
        }
        return findings.isEmpty() ? initializers(timeline) : findings;
    }

    private static List<DiagnosisFinding> cycles(Timeline timeline) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        Set<Set<String>> reported = new HashSet<>();
        List<DumpSnapshot> moments = timeline.moments();
        for (int i = moments.size() - 1; i >= 0; i--) {
            DumpSnapshot dumpSnapshot = moments.get(i);
            WaitGraph graph = WaitGraph.of(dumpSnapshot);
            for (List<Edge> cycle : graph.cycles()) {
                Set<String> members = cycle.stream()
                        .map(each -> each.waiter().identity())
                        .collect(Collectors.toCollection(TreeSet::new));
                // The latest dump speaks for all: a deadlock does not end.
                if (reported.add(members)) {
                    findings.add(finding(timeline, dumpSnapshot, graph, cycle));
                }
            }
        }
        return findings;
    }

    private static DiagnosisFinding finding(
            Timeline timeline, DumpSnapshot dumpSnapshot, WaitGraph graph, List<Edge> cycle) {
        boolean logging = cycle.stream().anyMatch(Deadlocks::isLogging);
        boolean classes = cycle.stream()
                .anyMatch(each -> each.lock() != null && each.lock().isClass());
        StringBuilder cause = new StringBuilder(String.format(Locale.ROOT, "Deadlock of %,d threads: ", cycle.size()));
        List<String> evidence = new ArrayList<>();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < cycle.size() && i < MOST_MEMBERS; i++) {
            Edge edge = cycle.get(i);
            Edge before = cycle.get((i + cycle.size() - 1) % cycle.size());
            members.add(member(edge, before));
            evidence.add(EvidenceFormat.stack(edge.waiter()));
        }
        cause.append(String.join("; ", members)).append(". None of them can go on");
        List<ThreadSnapshot> victims = graph.behind(cycle);
        int behind = victims.size();
        if (behind > 0) {
            cause.append(", and ")
                    .append(EvidenceFormat.threads(behind))
                    .append(behind == 1 ? " waits" : " wait")
                    .append(" behind them");
        }
        cause.append(" (seen at ").append(timeline.when(dumpSnapshot)).append(").");
        ThreadSnapshot first = cycle.get(0).waiter();
        return DiagnosisFinding.of(
                        logging
                                ? DiagnosisCode.LOGGING_DEADLOCK
                                : classes ? DiagnosisCode.CLASS_DEADLOCK : DiagnosisCode.DEADLOCK,
                        cause.toString(),
                        first.name() + " and " + cycle.get(0).holder().name() + " wait for each other",
                        first.thread().source(),
                        evidence,
                        NEVER_ENDS + behind)
                .about(new Blockage(
                        dumpSnapshot, cycle.stream().map(Edge::waiter).toList(), victims));
    }

    /** What a member holds that the one before it waits for, and what it waits for itself. */
    private static String member(Edge edge, Edge before) {
        String name = edge.waiter().name();
        Lock held = before.lock();
        String holds = held == null
                ? name + " should empty the queue"
                : held.isClass()
                        ? name + " initialises the class " + held.type() + " (<clinit>)"
                        : name + " holds " + lockText(held) + takenAt(edge.waiter(), held);
        Frame at = edge.at();
        Frame application = edge.waiter().stack().application();
        String where = at == null ? "" : " at " + at;
        String from = application == null || application.equals(at) ? "" : ", called from " + application;
        String waits = edge.lock() == null
                ? " for a place in the queue of a logging library"
                : " for " + lockText(edge.lock());
        return holds + " and waits" + where + waits + from;
    }

    private static String takenAt(ThreadSnapshot holder, Lock held) {
        return holder.thread().locks().stream()
                .filter(each -> !each.stops() && each.id().equals(held.id()) && each.depth() >= 0)
                .map(Lock::depth)
                .filter(depth -> depth < holder.thread().frames().size())
                .map(depth -> " (taken at " + holder.thread().frames().get(depth) + ")")
                .findFirst()
                .orElse("");
    }

    private static String lockText(Lock lock) {
        if (lock.isClass()) {
            return "the class " + lock.type() + " to be initialised";
        }
        if (lock.type().isEmpty()) {
            return lock.id().isEmpty() ? "a lock" : "the lock " + lock.id();
        }
        return "the lock of a " + lock.type() + (lock.id().isEmpty() ? "" : " <" + lock.id() + ">");
    }

    private static boolean isLogging(Edge edge) {
        return edge.lock() == null
                || Libraries.isLogging(edge.lock().type())
                || edge.waiter().stack().libraryInside() != null;
    }

    /** What the JVM says of deadlocks, where no cycle is seen in the stacks: they may be cut off, or stand in another form. */
    private static List<DiagnosisFinding> reported(Timeline timeline) {
        List<DumpSnapshot> dead = timeline.moments().stream()
                .filter(each -> !each.sample().deadlocks().isEmpty())
                .toList();
        if (dead.isEmpty()) {
            return List.of();
        }
        DumpSnapshot last = dead.get(dead.size() - 1);
        List<String> reports = last.sample().deadlocks();
        String report = reports.get(0);
        List<String> members = new ArrayList<>();
        boolean logging = false;
        Matcher matcher = REPORTED.matcher(report);
        while (matcher.find() && members.size() < MOST_MEMBERS) {
            members.add(String.format(
                    "\"%s\" waits for the lock of a %s that \"%s\" holds",
                    matcher.group(1), matcher.group(2), matcher.group(3)));
            logging |= Libraries.isLogging(matcher.group(2));
        }
        String cause = String.format(
                        Locale.ROOT,
                        "The JVM reports %d deadlock%s, from %s on",
                        reports.size(),
                        reports.size() == 1 ? "" : "s",
                        timeline.when(dead.get(0)))
                + (members.isEmpty() ? "." : ": " + String.join("; ", members) + ".");
        return List.of(DiagnosisFinding.of(
                logging ? DiagnosisCode.LOGGING_DEADLOCK : DiagnosisCode.DEADLOCK,
                cause,
                null,
                last.sample().source(),
                List.of(report.length() > MOST_CHARACTERS ? report.substring(0, MOST_CHARACTERS) + " ..." : report),
                NEVER_ENDS));
    }

    /**
     * A thread that waits until another one has initialised a class is RUNNABLE to the JVM, and no dump shows for which class. Two that stand
     * still right in static initialisers wait for each other: a thread that runs in one is soon elsewhere.
     */
    private static List<DiagnosisFinding> initializers(Timeline timeline) {
        if (timeline.moments().isEmpty()) {
            return List.of();
        }
        DumpSnapshot last = timeline.last();
        List<ThreadSnapshot> waiting = last.threads().stream()
                .filter(each -> isInInitializer(each, timeline.isSeries()))
                .toList();
        if (waiting.size() < 2) {
            return List.of();
        }
        List<String> members = waiting.stream()
                .limit(MOST_MEMBERS)
                .map(each -> each.name() + " stands at "
                        + each.thread().frames().get(0) + " and initialises " + initialised(each))
                .toList();
        return List.of(DiagnosisFinding.of(
                        DiagnosisCode.CLASS_DEADLOCK,
                        EvidenceFormat.threads(waiting.size())
                                + " stand in static initialisers (<clinit>), each for a class that another one initialises: "
                                + String.join("; ", members)
                                + ". A deadlock in class initialisation is not reported by the JVM, which shows them as RUNNABLE"
                                + (timeline.isSeries()
                                        ? "."
                                        : "; a second dump in which they stand there still is the proof."),
                        waiting.get(0).name() + " and " + waiting.get(1).name(),
                        waiting.get(0).thread().source(),
                        waiting.stream()
                                .limit(MOST_MEMBERS)
                                .map(each -> EvidenceFormat.stack(each))
                                .toList(),
                        NEVER_ENDS / 2)
                .about(new Blockage(last, waiting, List.of())));
    }

    private static boolean isInInitializer(ThreadSnapshot threadSnapshot, boolean series) {
        List<Frame> frames = threadSnapshot.thread().frames();
        if (threadSnapshot.thread().state() != State.RUNNABLE
                || frames.isEmpty()
                || initialised(threadSnapshot).isEmpty()) {
            return false;
        }
        Frame top = frames.get(0);
        return series
                ? threadSnapshot.still() > 0 && !top.isNative()
                : top.method().equals(INITIALIZER) && !Libraries.isJdk(top.type());
    }

    private static String initialised(ThreadSnapshot threadSnapshot) {
        return threadSnapshot.thread().frames().stream()
                .filter(each -> each.method().equals(INITIALIZER))
                .map(Frame::type)
                .distinct()
                .limit(4)
                .collect(Collectors.joining(", "));
    }
}
