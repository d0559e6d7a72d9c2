package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A thread while it is read. Not thread-safe. */
final class ThreadDraft {
    final String name;
    final Source source;
    String id = "";
    ThreadInfo.State state = ThreadInfo.State.UNKNOWN;
    boolean daemon;
    boolean virtual;
    String group = "";
    double cpuSeconds = Double.NaN;
    final List<Frame> frames = new ArrayList<>();
    final List<Lock> locks = new ArrayList<>();

    ThreadDraft(String name, Source source) {
        this.name = name;
        this.source = source;
    }

    /** The index of the call that was read last. */
    int depth() {
        return frames.size() - 1;
    }

    ThreadInfo finish(StackPool pool) {
        // Who waits to be notified has given the monitor back, although the call that took it still stands on the
        // stack.
        List<Lock> held = locks.stream()
                .filter(each -> each.stops() || locks.stream().noneMatch(other -> isGivenBack(each, other)))
                .toList();
        return new ThreadInfo(name, id, state, daemon, virtual, group, cpuSeconds, pool.stack(frames), held, source);
    }

    private static boolean isGivenBack(Lock held, Lock other) {
        return other.stops() && !held.id().isEmpty() && other.id().equals(held.id());
    }

    /** Puts names in the place of numbers, where a lock's owner is known by its number. */
    static void nameOwners(List<ThreadDraft> threads) {
        Map<String, String> names = new HashMap<>();
        threads.forEach(each -> names.put(each.id, each.name));
        for (ThreadDraft each : threads) {
            each.locks.replaceAll(lock -> {
                String name = names.getOrDefault(lock.owner(), "");
                return name.isEmpty() ? lock : new Lock(lock.role(), lock.id(), lock.type(), name, lock.depth());
            });
        }
    }

    static ThreadInfo.State state(String word) {
        for (ThreadInfo.State each : ThreadInfo.State.values()) {
            if (each.name().equals(word)) {
                return each;
            }
        }
        return ThreadInfo.State.UNKNOWN;
    }
}
