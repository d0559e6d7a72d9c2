package dev.tailrace.probe.evidence;

import java.util.List;

/**
 * One thread at the moment of a dump. Immutable.
 *
 * @param name as the application named it; a virtual thread's may be empty
 * @param id what distinguishes it from others of the same name within all dumps of a process; empty when the dump has nothing of the kind
 * @param cpuSeconds the processor time it has used since its start; NaN when it is unknown
 * @param frames its stack, the innermost call first; empty for a thread of the JVM itself
 * @param locks what it holds and what it waits for, the innermost first
 * @param source where the thread begins in the dump
 */
public record ThreadInfo(
        String name, String id, State state, double cpuSeconds, List<Frame> frames, List<Lock> locks, Source source) {

    /** The state of a thread, as the JVM sees it. */
    public enum State {
        NEW,
        /** Runs, or could run, or is in a native call, where it may wait for anything. */
        RUNNABLE,
        BLOCKED,
        WAITING,
        TIMED_WAITING,
        TERMINATED,
        UNKNOWN
    }

    public ThreadInfo {
        frames = List.copyOf(frames);
        locks = List.copyOf(locks);
    }
}
