package dev.tailrace.doctor.signatures;

import dev.tailrace.probe.evidence.Frame;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A stack, and what its calls mean. Immutable. */
public final class StackReading {
    /** How a thread waits, as far as its stack shows. */
    public enum How {
        /** It doesn't, or it is blocked at a monitor, which a stack doesn't show. */
        NONE,
        /** For a lock that is no monitor. */
        LOCK,
        /** It waits for a notification: on a condition of a lock, or a monitor. */
        CONDITION,
        /** For one of a number of permits. */
        PERMIT,
        /** Sleeps for a moment, looks, and sleeps again. */
        SLEEP,
        PARK
    }

    /** How filters and valves of logging libraries pass a request on. */
    private static final Set<String> PASSES_ON = Set.of("doFilter", "invoke");

    private static final Set<String> BEGINS = Set.of("run", "call", "doFilter", "invoke");

    private static final Pattern TAKES = Pattern.compile("(?:take|poll|getTask|dequeue|accept|select)\\w*");

    private final List<Frame> frames;
    private final List<List<FrameSignature>> signs;
    /** The index of the innermost call that is not about how the thread waits; -1: there is none. */
    private final int place;

    private final How how;
    private final boolean idle;
    private final @Nullable Kind work;
    private final @Nullable Frame appender;

    private StackReading(List<Frame> frames, List<List<FrameSignature>> signs) {
        this.frames = frames;
        this.signs = signs;
        this.place = findPlace(signs);
        this.how = findHow();
        this.idle =
                has(0, Kind.IDLE) || (place >= 0 && (has(place, Kind.IDLE) || (place > 0 && has(place, Kind.WORKER))));
        // Asked of each thread in each dump by several rules, and a stack is read once however many threads have it.
        this.work = signs.subList(0, limit()).stream()
                .flatMap(List::stream)
                .map(FrameSignature::kind)
                .filter(Kind::isWork)
                .min(Comparator.naturalOrder())
                .orElse(null);
        this.appender = findAppender();
    }

    /** Reads a stack, the innermost call first. */
    public static StackReading of(List<Frame> frames, FrameSignatures frameSignatures) {
        return new StackReading(frames, frames.stream().map(frameSignatures::of).toList());
    }

    private static int findPlace(List<List<FrameSignature>> signs) {
        for (int i = 0; i < signs.size(); i++) {
            if (signs.get(i).stream().noneMatch(each -> each.kind() == Kind.WAIT)) {
                return i;
            }
        }
        return -1;
    }

    private How findHow() {
        int end = place < 0 ? frames.size() : place;
        How found = end == 0 ? How.NONE : How.PARK;
        for (int i = 0; i < end; i++) {
            Frame frame = frames.get(i);
            String type = frame.type();
            if (type.endsWith("$ConditionObject")
                    || (type.equals("java.lang.Object") && frame.method().startsWith("wait"))) {
                return How.CONDITION;
            }
            if (type.equals("java.util.concurrent.Semaphore")) {
                return How.PERMIT;
            }
            if (type.equals("java.lang.Thread") || type.startsWith("com.lmax.disruptor.")) {
                return How.SLEEP;
            }
            if (type.startsWith("java.util.concurrent.locks.ReentrantLock")
                    || type.startsWith("java.util.concurrent.locks.ReentrantReadWriteLock")
                    || type.equals("java.util.concurrent.locks.StampedLock")
                    || type.equals("jdk.internal.misc.InternalLock")) {
                found = How.LOCK;
            }
        }
        return found;
    }

    private boolean has(int index, Kind kind) {
        return index < signs.size() && sign(index, kind) != null;
    }

    /** All calls, the innermost first. */
    public List<Frame> frames() {
        return frames;
    }

    /** How the thread waits. */
    public How how() {
        return how;
    }

    /** Where it waits, or runs: the innermost call that says more than how; null when there is none. */
    public @Nullable Frame place() {
        return place < 0 ? null : frames.get(place);
    }

    /** The meaning of the place, if it is of this kind; null when not. */
    public @Nullable FrameSignature placeSign(Kind kind) {
        return place < 0 ? null : sign(place, kind);
    }

    private @Nullable FrameSignature sign(int index, Kind kind) {
        return signs.get(index).stream()
                .filter(each -> each.kind() == kind)
                .findFirst()
                .orElse(null);
    }

    /** Whether the thread waits for work, or the like. */
    public boolean isIdle() {
        return idle;
    }

    /** The logging library whose worker this is, anywhere on the stack; null when it is none. */
    public @Nullable String workerOf() {
        return signs.stream()
                .flatMap(List::stream)
                .filter(each -> each.kind() == Kind.WORKER)
                .map(FrameSignature::library)
                .findFirst()
                .orElse(null);
    }

    /** Whether the thread is inside of what a library guards with its lock, or rolls or compresses for it. */
    public boolean isInside(String library) {
        return signs.stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.library().equals(library)
                        && (each.kind() == Kind.GUARD || each.kind() == Kind.ROLL || each.kind() == Kind.COMPRESS));
    }

    /** Whether what it prints goes to standard error rather than to standard output, as far as the stack shows. */
    public boolean isToStandardError() {
        return frames.stream()
                .anyMatch(each -> each.type().equals("ch.qos.logback.core.joran.spi.ConsoleTarget$2")
                        || each.type().equals("java.util.logging.ConsoleHandler"));
    }

    /** Whether the innermost call is one of the system. */
    public boolean isInNative() {
        return !frames.isEmpty() && frames.get(0).isNative();
    }

    /** Whether the application logs just now, or a worker does it for it. */
    public boolean logs() {
        return library(0) != null;
    }

    /** Whether a logging library has any part in it, so that logging can't be acquitted. Requests only pass through its filters. */
    public boolean isInLogging() {
        return frames.stream()
                .anyMatch(each -> !Libraries.library(each.type()).isEmpty() && !PASSES_ON.contains(each.method()));
    }

    /** The logging library that it is inside of, in a log call or as its worker, wherever it waits in it; null when in none. */
    public @Nullable String loggingLibrary() {
        return library(Math.max(0, place));
    }

    private @Nullable String library(int from) {
        for (int i = from; i < frames.size(); i++) {
            for (FrameSignature each : signs.get(i)) {
                if ((each.kind() == Kind.API || each.kind() == Kind.WORKER)
                        && FrameSignatures.isLogging(each.library())) {
                    return each.library();
                }
            }
        }
        // No thread begins in a library but by running something of it: else the stack was cut off in a log call.
        Frame last = frames.isEmpty() ? null : frames.get(frames.size() - 1);
        String cut = last == null || BEGINS.contains(last.method()) ? "" : Libraries.library(last.type());
        return cut.isEmpty() ? null : cut;
    }

    /** The logging library, as {@link #loggingLibrary}; where a thread waits in a logging library without a log call, such as when it gets a logger, that library. */
    public @Nullable String libraryInside() {
        String library = loggingLibrary();
        return library == null ? libraryAtPlace() : library;
    }

    /** The logging library to which the place belongs by its package, whatever the JDK does for it there; null when to none. */
    private @Nullable String libraryAtPlace() {
        return frames.subList(Math.max(0, place), frames.size()).stream()
                .map(Frame::type)
                .filter(each -> !Libraries.isJdk(each))
                .findFirst()
                .map(Libraries::library)
                .filter(each -> !each.isEmpty())
                .orElse(null);
    }

    /**
     * The calls of the application, or another library, inside of a log call, such as {@code toString()} of an argument or an appender of its
     * own: the calls between logging's and the innermost one, the innermost first; empty when there is none, or it doesn't log.
     */
    public List<Frame> guest() {
        int guest = -1;
        for (int i = 0; i < frames.size(); i++) {
            String type = frames.get(i).type();
            if (!Libraries.library(type).isEmpty()) {
                return guest < 0 ? List.of() : frames.subList(guest, i);
            }
            if (guest < 0 && !Libraries.isJdk(type) && !Libraries.isLogging(type)) {
                guest = i;
            }
        }
        return List.of();
    }

    /** The frame that is computing a log call's argument, or the argument's text, such as {@code toString()}; null when there is none. */
    public @Nullable Frame argument() {
        List<Frame> guest = guest();
        Frame outermost = guest.isEmpty() ? null : guest.get(guest.size() - 1);
        return guest.stream()
                .filter(each -> each.method().equals("toString") && !Libraries.isJdk(each.type()))
                .reduce((inner, outer) -> outer)
                .orElse(outermost != null && outermost.method().startsWith("lambda$") ? outermost : null);
    }

    /** The call that the logging library made and that is still in it: of an appender of the application's own, else its own innermost one. */
    public @Nullable Frame appender() {
        return appender;
    }

    private @Nullable Frame findAppender() {
        List<Frame> guest = guest();
        return guest.isEmpty()
                ? frames.stream()
                        .filter(each -> !Libraries.library(each.type()).isEmpty())
                        .findFirst()
                        .orElse(null)
                : guest.get(guest.size() - 1);
    }

    /** Whether the thread waits for work, whatever the queue is called. */
    public boolean isTaking() {
        return isTaking(frames.size());
    }

    private boolean isTaking(int end) {
        return frames.subList(0, end).stream()
                .anyMatch(each -> TAKES.matcher(each.method()).matches());
    }

    /** Whether the thread waits because it puts something into a queue that is full. */
    public boolean isPutting() {
        int end = place < 0 ? frames.size() : place;
        // A queue without places hands over by one method in both ways.
        return !isTaking(end)
                && (how == How.CONDITION || how == How.PARK)
                && frames.subList(0, end).stream()
                        .anyMatch(each -> each.type().contains("Queue")
                                && (each.method().startsWith("put")
                                        || each.method().equals("transfer")));
    }

    /**
     * The kind of work that the thread does, by the strongest sign on its stack. While the thread logs, only frames of the logging library
     * count; null when none is known.
     */
    public @Nullable Kind work() {
        return work;
    }

    /** The index of the first call that is the application's and not logging's. */
    private int limit() {
        int guard = -1;
        for (int i = 0; i < frames.size(); i++) {
            if (has(i, Kind.API) || has(i, Kind.WORKER)) {
                return i;
            }
            guard = has(i, Kind.GUARD) ? i : guard;
        }
        return guard >= 0 ? guard + 1 : frames.size();
    }

    /** The innermost call of a kind; null when there is none. */
    public @Nullable Frame first(Kind kind) {
        for (int i = 0; i < frames.size(); i++) {
            if (has(i, kind)) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The code that made the innermost log call, whichever library it is of; null when it is not seen. */
    public @Nullable Frame caller() {
        boolean logs = false;
        for (Frame each : frames) {
            boolean logging =
                    !Libraries.library(each.type()).isEmpty() || each.type().endsWith("Logger");
            if (logs && !logging && !Libraries.isJdk(each.type())) {
                return each;
            }
            logs |= logging;
        }
        return null;
    }

    /** The innermost call of the application: outside of all libraries that the table knows, and of the JDK. */
    public @Nullable Frame application() {
        int begin = 0;
        for (int i = 0; i < frames.size(); i++) {
            begin = has(i, Kind.API) || has(i, Kind.GUARD) ? i + 1 : begin;
        }
        for (int i = begin; i < frames.size(); i++) {
            String type = frames.get(i).type();
            boolean foreign = Libraries.isJdk(type)
                    || Libraries.isLogging(type)
                    || Libraries.isOther(type)
                    || !signs.get(i).isEmpty();
            if (!foreign) {
                return frames.get(i);
            }
        }
        return null;
    }
}
