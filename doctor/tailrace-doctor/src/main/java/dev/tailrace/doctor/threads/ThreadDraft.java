package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A thread while it is read. Not thread-safe. */
final class ThreadDraft {
    private static final int MOST_FRAMES = 20_000;

    final String name;
    final Source source;
    String id = "";
    ThreadInfo.State state = ThreadInfo.State.UNKNOWN;
    /** Whether a debugger read it from outside, which distinguishes blocked from waiting by the stack alone. */
    boolean ofDebugger;
    /** Whether an empty line may stand between its name and its stack. */
    boolean stackFollows;

    double cpuSeconds = Double.NaN;
    final List<Frame> frames = new ArrayList<>();
    final List<Lock> locks = new ArrayList<>();

    ThreadDraft(String name, Source source) {
        this.name = name;
        this.source = source;
    }

    int depth() {
        return frames.size() - 1;
    }

    /** Adds the next outer call; false when there is none, or there are too many. */
    boolean add(@Nullable Frame frame) {
        return frame != null && frames.size() < MOST_FRAMES && frames.add(frame);
    }

    /** Takes a lock; one that stops the thread only once, and with its owner where either names it. */
    void add(Lock lock) {
        for (int i = 0; i < locks.size(); i++) {
            Lock known = locks.get(i);
            if (lock.stops() && known.stops() && isSame(lock, known)) {
                String owner = lock.owner().isEmpty() ? known.owner() : lock.owner();
                String id = known.id().isEmpty() ? lock.id() : known.id();
                locks.set(i, new Lock(known.role(), id, known.type(), owner, lock.depth()));
                return;
            }
        }
        locks.add(lock);
    }

    /** An excerpt may have lost the address of one of both. */
    private static boolean isSame(Lock a, Lock b) {
        return (a.id().isEmpty() || b.id().isEmpty()) ? a.type().equals(b.type()) : a.id().equals(b.id());
    }

    /** Takes what stands behind a state: {@code java.lang.Object@1 owned by "x" Id=3}. */
    void waitsOn(String text) {
        Lock.Role role = state == ThreadInfo.State.BLOCKED ? Lock.Role.ENTERS : Lock.Role.AWAITS;
        Lock lock = LockText.object(role, text.strip(), LockText.owner(text), -1);
        if (!lock.id().isEmpty()) {
            add(lock);
        }
    }

    /** Takes a state with what follows it: {@code WAITING on java.lang.Object@1}, {@code WAITING (parking)}. */
    void stateLine(String text) {
        String known = text.strip();
        int end = 0;
        while (end < known.length() && (Character.isUpperCase(known.charAt(end)) || known.charAt(end) == '_')) {
            end++;
        }
        state = state(known.substring(0, end));
        int on = known.indexOf(" on ", end);
        if (on == end && known.indexOf('@', on) > 0) {
            waitsOn(known.substring(on + 4));
        }
    }

    private boolean waitsInJdk() {
        if (frames.isEmpty()) {
            return true;
        }
        Frame top = frames.get(0);
        String type = top.type();
        return (type.endsWith(".Unsafe") && top.method().startsWith("park"))
                || (type.equals("java.lang.Object") && top.method().startsWith("wait"))
                || (type.equals("java.lang.Thread") && top.method().startsWith("sleep"));
    }

    ThreadInfo finish(StackPool pool) {
        if (ofDebugger && state == ThreadInfo.State.BLOCKED && waitsInJdk()) {
            state = frames.isEmpty() ? ThreadInfo.State.UNKNOWN : ThreadInfo.State.WAITING;
        }
        // A thread that waits to be notified has given the monitor back, although the call that took it still stands on
        // the stack.
        List<Lock> held = locks.stream()
                .filter(each -> each.stops() || locks.stream().noneMatch(other -> isGivenBack(each, other)))
                .toList();
        return new ThreadInfo(name, id, state, cpuSeconds, pool.stack(frames), held, source);
    }

    private static boolean isGivenBack(Lock held, Lock other) {
        return other.stops() && !held.id().isEmpty() && other.id().equals(held.id());
    }

    /** Puts names in the place of numbers, where a lock's owner is known by its number. */
    static void nameOwners(List<ThreadDraft> threads) {
        Map<String, String> names = new HashMap<>();
        for (ThreadDraft each : threads) {
            if (!each.id.isEmpty()) {
                names.put(each.id, each.name);
            }
        }
        for (ThreadDraft each : threads) {
            each.locks.replaceAll(lock -> {
                String name = names.getOrDefault(lock.owner(), "");
                return name.isEmpty() ? lock : lock.ownedBy(name);
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
