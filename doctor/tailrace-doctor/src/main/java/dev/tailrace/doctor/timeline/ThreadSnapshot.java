package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.FrameSignature;
import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.signatures.StackReading;
import dev.tailrace.doctor.signatures.StackReading.How;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thread at a moment. Immutable.
 *
 * @param doing what it does
 * @param still for how many moments before this one it stood at the same place, as far as is known
 */
public record ThreadSnapshot(ThreadInfo thread, StackReading stack, ThreadActivity doing, int still) {
    /** Processor time that a thread may use between two moments and still count as standing still. */
    private static final double STILL_SECONDS = 0.002;

    /** Kinds of waits in the system during which a thread doesn't move. */
    private static final Set<Kind> SLOW =
            EnumSet.of(Kind.FILE_LOCK, Kind.DNS, Kind.MAIL, Kind.POOL, Kind.DATABASE, Kind.REMOTE, Kind.NETWORK);

    private static final Set<Kind> OUTSIDE = EnumSet.of(Kind.POOL, Kind.DATABASE, Kind.REMOTE, Kind.DNS, Kind.MAIL);

    /** Names that libraries give the threads of their asynchronous appenders. */
    private static final Map<String, String> WORKER_NAMES = Map.of(
            "AsyncAppender-Dispatcher-Thread", "log4j1",
            "AsyncAppender-Worker-", "logback",
            "Log4j2-TF-", "log4j2",
            "Log4j2-AsyncAppenderEventDispatcher-", "log4j2");

    static ThreadSnapshot of(ThreadInfo thread, StackReading stack, @Nullable ThreadSnapshot before) {
        int still = before != null && isStill(thread, stack, before) ? before.still + 1 : 0;
        return new ThreadSnapshot(thread, stack, doing(thread, stack), still);
    }

    private static boolean isStill(ThreadInfo thread, StackReading stack, ThreadSnapshot before) {
        if (!thread.frames().equals(before.thread.frames())) {
            return false;
        }
        double used = thread.cpuSeconds() - before.thread.cpuSeconds();
        // A thread that sleeps for a nanosecond at a time uses a processor all the same.
        return Double.isNaN(used) || used <= STILL_SECONDS || stack.how() == How.SLEEP || stack.work() == Kind.COMPRESS;
    }

    private static ThreadActivity doing(ThreadInfo thread, StackReading stack) {
        if (thread.frames().isEmpty()) {
            return ThreadActivity.JVM;
        }
        boolean blocked = thread.state() == ThreadInfo.State.BLOCKED;
        if (blocked || stack.how() != How.NONE) {
            boolean locked = blocked || stack.how() == How.LOCK;
            boolean guarded = stack.placeSign(Kind.GUARD) != null && (locked || stack.how() == How.PERMIT);
            // An appender or handler of the application's own is known by the log call that it is in.
            boolean inside = stack.libraryInside() != null && (locked || stack.isPutting());
            if (stack.placeSign(Kind.QUEUE) != null || guarded || inside) {
                return ThreadActivity.WAITS_TO_LOG;
            }
        }
        if (stack.isIdle()) {
            return ThreadActivity.IDLE;
        }
        Kind work = stack.work();
        boolean outside = work != null && OUTSIDE.contains(work);
        boolean waitsThere = stack.how() != How.NONE || stack.first(Kind.NETWORK) != null || work == Kind.DNS;
        if (outside && waitsThere && !blocked && !stack.isInLogging()) {
            return ThreadActivity.WAITS_OUTSIDE;
        }
        if (blocked || stack.how() == How.LOCK) {
            return ThreadActivity.WAITS_FOR_LOCK;
        }
        return stack.how() == How.NONE ? ThreadActivity.RUNNING : ThreadActivity.WAITS;
    }

    /** The library whose asynchronous appender it works for: by its calls, or by its name where the stack is cut off; null when for none. */
    public @Nullable String workerOf() {
        String library = stack.workerOf();
        return library != null
                ? library
                : WORKER_NAMES.entrySet().stream()
                        .filter(each -> doing == ThreadActivity.WAITS_TO_LOG
                                && thread.name().startsWith(each.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
    }

    /** Whether the thread waits for a place in a queue, and not for a lock. */
    boolean waitsForQueue() {
        return stack.placeSign(Kind.QUEUE) != null ? stack.how() != How.LOCK : stack.isPutting();
    }

    /** The logging library it waits for; empty when it waits for none. */
    String library() {
        FrameSignature queue = stack.placeSign(Kind.QUEUE);
        FrameSignature frameSignature = queue == null ? stack.placeSign(Kind.GUARD) : queue;
        if (frameSignature != null) {
            return frameSignature.library();
        }
        String around = stack.libraryInside();
        return around == null ? "" : around;
    }

    /** Whether the thread stands inside of a log call of its own, waiting for something that is no lock or queue of logging. */
    boolean isInSlowCall() {
        Kind work = stack.work();
        boolean waits = doing == ThreadActivity.WAITS
                || (doing == ThreadActivity.RUNNING && work != null && SLOW.contains(work) && stack.isInNative());
        return waits && workerOf() == null && stack.logs();
    }

    /** The lock that it waits for, if the dump shows it. */
    public Optional<Lock> waitsFor() {
        return thread.locks().stream().filter(Lock::stops).findFirst();
    }

    boolean holds(String id) {
        return !id.isEmpty()
                && thread.locks().stream()
                        .anyMatch(each -> !each.stops() && each.id().equals(id));
    }

    /** Its identity within all dumps of a process. */
    public String identity() {
        return thread.id() + " " + thread.name();
    }

    /** Whether the thread does something, or would if it could. */
    public boolean isBusy() {
        return doing != ThreadActivity.JVM && doing != ThreadActivity.IDLE && doing != ThreadActivity.WAITS;
    }

    /** Its name for a reader. */
    public String name() {
        return thread.name().isEmpty() ? "virtual thread " + thread.id() : "\"" + thread.name() + "\"";
    }
}
