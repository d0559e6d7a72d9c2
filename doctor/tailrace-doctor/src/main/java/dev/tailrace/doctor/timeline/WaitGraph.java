package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.StackReading.How;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which thread waits for which at one moment, and without a limit of time: for a lock that the other one holds, or for a place in a logging
 * queue that the other one should empty. A cycle in it is a deadlock. Immutable.
 */
public final class WaitGraph {
    /**
     * One thread waits for another.
     *
     * @param lock what the holder has to give back; null: it is the holder's queue that is full
     * @param at where the waiter stands; null when its stack isn't known
     */
    public record Edge(
            ThreadSnapshot waiter,
            ThreadSnapshot holder,
            @Nullable Lock lock,
            @Nullable Frame at) {}

    private final Map<String, Edge> edges = new HashMap<>();

    private final List<ThreadSnapshot> subjects;

    private WaitGraph(List<ThreadSnapshot> subjects) {
        this.subjects = subjects;
    }

    /** The graph of a moment. */
    public static WaitGraph of(DumpSnapshot dumpSnapshot) {
        WaitGraph graph = new WaitGraph(dumpSnapshot.threads());
        Map<String, ThreadSnapshot> holders = new HashMap<>();
        Map<String, ThreadSnapshot> named = new HashMap<>();
        Map<String, List<ThreadSnapshot>> workers = new HashMap<>();
        for (ThreadSnapshot each : dumpSnapshot.threads()) {
            named.putIfAbsent(each.thread().name(), each);
            named.putIfAbsent(each.thread().id(), each);
            each.thread().locks().stream()
                    .filter(lock -> !lock.stops() && !lock.id().isEmpty())
                    .forEach(lock -> holders.putIfAbsent(lock.id(), each));
            String library = each.workerOf();
            if (library != null) {
                workers.computeIfAbsent(library, unused -> new ArrayList<>()).add(each);
            }
        }
        for (ThreadSnapshot each : dumpSnapshot.threads()) {
            graph.lockEdge(each, holders, named);
        }
        for (ThreadSnapshot each : dumpSnapshot.threads()) {
            graph.queueEdge(each, workers);
        }
        return graph;
    }

    private void lockEdge(
            ThreadSnapshot waiter, Map<String, ThreadSnapshot> holders, Map<String, ThreadSnapshot> named) {
        Lock lock = waiter.waitsFor().orElse(null);
        if (lock == null || !(isForLock(waiter) || lock.isClass())) {
            return;
        }
        ThreadSnapshot holder = lock.isClass() ? initialiser(waiter, lock) : holders.get(lock.id());
        if (holder == null && !lock.owner().isEmpty()) {
            holder = named.get(lock.owner());
        }
        put(waiter, holder, lock);
    }

    /** The thread that runs the static initialiser of a class. */
    private @Nullable ThreadSnapshot initialiser(ThreadSnapshot waiter, Lock lock) {
        return subjects.stream()
                .filter(each -> !each.identity().equals(waiter.identity()))
                .filter(each -> each.thread().frames().stream()
                        .anyMatch(frame -> frame.method().equals("<clinit>")
                                && frame.type().equals(lock.type())))
                .findFirst()
                .orElse(null);
    }

    /** A thread that waits to be notified, or for some time only, may go on without the lock's holder. */
    private static boolean isForLock(ThreadSnapshot threadSnapshot) {
        State state = threadSnapshot.thread().state();
        return state == State.BLOCKED
                || (state != State.TIMED_WAITING && threadSnapshot.stack().how() == How.LOCK)
                || (threadSnapshot.thread().frames().isEmpty()
                        && state != State.RUNNABLE
                        && state != State.TIMED_WAITING);
    }

    /** A worker that stands in a lock can't empty its queue; one that is merely slow is no part of a deadlock. */
    private void queueEdge(ThreadSnapshot waiter, Map<String, List<ThreadSnapshot>> workers) {
        if (edges.containsKey(waiter.identity())
                || waiter.doing() != ThreadActivity.WAITS_TO_LOG
                || !waiter.waitsForQueue()
                || waiter.thread().state() == State.TIMED_WAITING) {
            return;
        }
        List<ThreadSnapshot> all = workers.getOrDefault(waiter.library(), List.of());
        boolean allStuck = all.stream().allMatch(each -> edges.containsKey(each.identity()));
        if (allStuck) {
            all.stream().findFirst().ifPresent(each -> put(waiter, each, null));
        }
    }

    private void put(ThreadSnapshot waiter, @Nullable ThreadSnapshot holder, @Nullable Lock lock) {
        if (holder != null && !holder.identity().equals(waiter.identity())) {
            edges.put(
                    waiter.identity(),
                    new Edge(waiter, holder, lock, waiter.stack().place()));
        }
    }

    /** The thread that a thread waits for, if that is seen. */
    public Optional<Edge> edge(ThreadSnapshot waiter) {
        return Optional.ofNullable(edges.get(waiter.identity()));
    }

    /** All cycles, each once; the holder of an edge is the waiter of the next, and that of the last the waiter of the first. */
    public List<List<Edge>> cycles() {
        List<List<Edge>> cycles = new ArrayList<>();
        Set<String> done = new HashSet<>();
        for (Edge start : edges.values()) {
            List<Edge> way = new ArrayList<>();
            Set<String> onWay = new HashSet<>();
            Edge at = start;
            while (at != null
                    && !done.contains(at.waiter().identity())
                    && onWay.add(at.waiter().identity())) {
                way.add(at);
                at = edges.get(at.holder().identity());
            }
            if (at != null && onWay.contains(at.waiter().identity())) {
                cycles.add(List.copyOf(way.subList(way.indexOf(at), way.size())));
            }
            done.addAll(onWay);
        }
        return cycles;
    }

    /** From a thread on to one that waits for none that is seen, or is on the way already. */
    private List<Edge> way(ThreadSnapshot from) {
        List<Edge> way = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Edge at = edges.get(from.identity());
        while (at != null && seen.add(at.waiter().identity())) {
            way.add(at);
            at = edges.get(at.holder().identity());
        }
        return way;
    }

    /** The edge of a way that its end leads back to; null when it leads nowhere. */
    private @Nullable Edge end(List<Edge> way) {
        return way.isEmpty() ? null : edges.get(way.get(way.size() - 1).holder().identity());
    }

    /** The threads that wait for those of a cycle, directly or behind others, and are no part of it. */
    public List<ThreadSnapshot> behind(List<Edge> cycle) {
        return behindAny(cycle.stream().map(Edge::waiter).toList());
    }

    /** The threads that wait for one of these, directly or behind others, without these themselves. */
    public List<ThreadSnapshot> behindAny(List<ThreadSnapshot> front) {
        Set<String> members = new HashSet<>();
        front.forEach(each -> members.add(each.identity()));
        return edges.values().stream()
                .map(Edge::waiter)
                .filter(each -> !members.contains(each.identity()))
                .filter(each -> way(each).stream()
                        .anyMatch(edge -> members.contains(edge.holder().identity())))
                .toList();
    }

    /** Whether a thread is in a cycle, or waits behind one, so that it can never go on. */
    public boolean isDead(ThreadSnapshot threadSnapshot) {
        return end(way(threadSnapshot)) != null;
    }

    /** The thread at the end of the way from this one: it waits for no other that is seen. This one itself, if it waits for none. */
    public ThreadSnapshot root(ThreadSnapshot from) {
        List<Edge> way = way(from);
        return way.isEmpty() ? from : way.get(way.size() - 1).holder();
    }
}
