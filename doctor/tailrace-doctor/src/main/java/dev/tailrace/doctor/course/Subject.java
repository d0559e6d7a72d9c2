package dev.tailrace.doctor.course;

import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.Sign;
import dev.tailrace.doctor.signs.StackReading;
import dev.tailrace.doctor.signs.StackReading.How;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread at a moment. Immutable.
 *
 * @param doing what it does
 * @param still for how many moments before this one it stood at the same place, as far as is known
 */
public record Subject(ThreadInfo thread, StackReading stack, Doing doing, int still) {
    /** Processor time that a thread may use between two moments and still count as standing still. */
    private static final double STILL_SECONDS = 0.002;

    /** What libraries call the threads of their asynchronous appenders. */
    private static final Map<String, String> WORKER_NAMES = Map.of(
            "AsyncAppender-Dispatcher-Thread", "log4j1",
            "AsyncAppender-Worker-", "logback",
            "Log4j2-TF-", "log4j2",
            "Log4j2-AsyncAppenderEventDispatcher-", "log4j2");

    static Subject of(ThreadInfo thread, StackReading stack, @Nullable Subject before) {
        int still = before != null && isStill(thread, stack, before) ? before.still + 1 : 0;
        return new Subject(thread, stack, doing(thread, stack), still);
    }

    private static boolean isStill(ThreadInfo thread, StackReading stack, Subject before) {
        if (!thread.frames().equals(before.thread.frames())) {
            return false;
        }
        double used = thread.cpuSeconds() - before.thread.cpuSeconds();
        // A thread that sleeps for a nanosecond at a time uses a processor all the same.
        return Double.isNaN(used) || used <= STILL_SECONDS || stack.how() == How.SLEEP || stack.work() == Kind.COMPRESS;
    }

    private static Doing doing(ThreadInfo thread, StackReading stack) {
        if (thread.frames().isEmpty()) {
            return Doing.JVM;
        }
        boolean blocked = isBlocked(thread);
        if (blocked || stack.how() != How.NONE) {
            boolean locked = blocked || stack.how() == How.LOCK;
            boolean guarded = stack.placeSign(Kind.GUARD) != null && (locked || stack.how() == How.PERMIT);
            // An appender or handler of the application's own is known by the log call that it is in.
            boolean inside = stack.libraryInside() != null && (locked || stack.isPutting());
            if (stack.placeSign(Kind.QUEUE) != null || guarded || inside) {
                return Doing.WAITS_TO_LOG;
            }
        }
        if (stack.isIdle()) {
            return Doing.IDLE;
        }
        Kind work = stack.work();
        boolean outside = work == Kind.POOL
                || work == Kind.DATABASE
                || work == Kind.REMOTE
                || work == Kind.DNS
                || work == Kind.MAIL;
        boolean waitsThere = stack.how() != How.NONE || stack.first(Kind.NETWORK) != null || work == Kind.DNS;
        if (outside && waitsThere && !blocked && !stack.logs()) {
            return Doing.WAITS_OUTSIDE;
        }
        if (blocked || stack.how() == How.LOCK) {
            return Doing.WAITS_FOR_LOCK;
        }
        return stack.how() == How.NONE ? Doing.RUNNING : Doing.WAITS;
    }

    private static boolean isBlocked(ThreadInfo thread) {
        return thread.state() == ThreadInfo.State.BLOCKED;
    }

    /** The library whose asynchronous appender it works for: by its calls, or by its name where the stack is cut off; null when for none. */
    public @Nullable String workerOf() {
        String library = stack.workerOf();
        return library != null
                ? library
                : WORKER_NAMES.entrySet().stream()
                        .filter(each ->
                                doing == Doing.WAITS_TO_LOG && thread.name().startsWith(each.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
    }

    /** Whether it waits for a place in a queue, and not for a lock. */
    boolean waitsForQueue() {
        return stack.placeSign(Kind.QUEUE) != null ? stack.how() != How.LOCK : stack.isPutting();
    }

    /** The logging library it waits for; empty when it waits for none. */
    String library() {
        Sign queue = stack.placeSign(Kind.QUEUE);
        Sign sign = queue == null ? stack.placeSign(Kind.GUARD) : queue;
        if (sign != null) {
            return sign.library();
        }
        String around = stack.libraryInside();
        return around == null ? "" : around;
    }

    /** What it waits for, if the dump shows it. */
    public Optional<Lock> waitsFor() {
        return thread.locks().stream().filter(Lock::stops).findFirst();
    }

    boolean holds(String id) {
        return !id.isEmpty()
                && thread.locks().stream()
                        .anyMatch(each -> !each.stops() && each.id().equals(id));
    }

    /** What distinguishes it from other threads, within all dumps of a process. */
    public String identity() {
        return thread.id() + " " + thread.name();
    }

    /** Whether it does something, or would if it could. */
    public boolean isBusy() {
        return doing != Doing.JVM && doing != Doing.IDLE && doing != Doing.WAITS;
    }

    /** What to call it. */
    public String name() {
        return thread.name().isEmpty() ? "virtual thread " + thread.id() : "\"" + thread.name() + "\"";
    }
}
