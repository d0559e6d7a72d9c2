package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Gathering;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import dev.tailrace.probe.evidence.Unread;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One dump of HotSpot while it is read, line by line. Not thread-safe. */
final class HotSpotDump {
    private static final int MOST_FRAMES = 20_000;
    private static final int MOST_DEADLOCK_LINES = 500;

    private enum Part {
        THREADS,
        /** The addresses of all threads, before the first of them. */
        ADDRESSES,
        DEADLOCK,
        DEADLOCK_STACKS
    }

    private final Source source;
    private final @Nullable LocalDateTime at;
    private final String jvm;
    private final boolean hasHead;
    private final StackPool pool;
    private final List<ThreadDraft> threads = new ArrayList<>();
    private final List<String> deadlocks = new ArrayList<>();
    private final List<String> deadlock = new ArrayList<>();
    private Part part = Part.THREADS;
    private @Nullable ThreadDraft thread;
    /** In the list of locks that are no monitors, which {@code -l} asks for; an empty line stands before and after it. */
    private boolean synchronizers;

    private boolean ended;
    private long foreign;
    private int foreignInRow;
    private @Nullable Source firstForeign;

    HotSpotDump(Source source, @Nullable LocalDateTime at, String jvm, boolean hasHead, StackPool pool) {
        this.source = source;
        this.at = at;
        this.jvm = jvm;
        this.hasHead = hasHead;
        this.pool = pool;
    }

    void accept(String line, Source place) {
        if (line.isBlank()) {
            blank();
            return;
        }
        ThreadDraft header = ThreadHeader.parse(line, place);
        if (header != null) {
            endThread();
            endDeadlock();
            part = Part.THREADS;
            thread = header;
            foreignInRow = 0;
            return;
        }
        String text = line.strip();
        if (text.startsWith("Found ") && text.contains("deadlock")) {
            endThread();
            endDeadlock();
            part = text.endsWith(":") ? Part.DEADLOCK : Part.THREADS;
            ended |= !text.endsWith(":");
            foreignInRow = 0;
            return;
        }
        boolean understood = switch (part) {
            case ADDRESSES, DEADLOCK_STACKS -> true;
            case DEADLOCK -> deadlockLine(text);
            case THREADS -> thread == null ? between(text) : inThread(thread, text, place);
        };
        if (understood) {
            foreignInRow = 0;
        } else {
            foreignInRow++;
            // What follows a whole dump is not its own.
            if (!ended) {
                foreign++;
                firstForeign = firstForeign == null ? place : firstForeign;
            }
        }
    }

    private void blank() {
        if (part == Part.ADDRESSES) {
            part = Part.THREADS;
        }
        if (part == Part.THREADS) {
            endThread();
        }
    }

    private boolean between(String text) {
        if (text.startsWith("Threads class SMR info:")) {
            part = Part.ADDRESSES;
            return true;
        }
        if (text.startsWith("Locked ownable synchronizers:")) {
            synchronizers = true;
            return true;
        }
        if (synchronizers && LockText.isOne(text)) {
            synchronizer(text);
            return true;
        }
        if (text.startsWith("JNI global ref")) {
            ended = true;
            return true;
        }
        // A thread of the JVM whose name has been lost: it ends just now, and has no stack.
        boolean nameless = text.startsWith("os_prio=") && text.contains(" tid=0x");
        return nameless || DumpTime.line(text) != null;
    }

    /** The list follows its thread after an empty line, when the thread is finished already. */
    private void synchronizer(String text) {
        Lock lock = LockText.parseSynchronizer(text);
        if (lock == null || threads.isEmpty()) {
            return;
        }
        threads.get(threads.size() - 1).locks.add(lock);
    }

    private boolean inThread(ThreadDraft current, String text, Source place) {
        if (text.startsWith("at ")) {
            Frame frame = pool.frame(text.substring(3), FrameText::parse);
            if (frame == null || current.frames.size() >= MOST_FRAMES) {
                return false;
            }
            current.frames.add(frame);
            return true;
        }
        if (LockText.isOne(text)) {
            Lock lock = synchronizers ? LockText.parseSynchronizer(text) : LockText.parse(text, current.depth());
            if (lock != null) {
                current.locks.add(lock);
            }
            return true;
        }
        if (text.startsWith("java.lang.Thread.State: ")) {
            String[] words = text.substring(24).strip().split(" ", -1);
            current.state = ThreadDraft.state(words[0]);
            return current.state != ThreadInfo.State.UNKNOWN;
        }
        if (text.startsWith("Mounted virtual thread #")) {
            endThread();
            ThreadDraft mounted = new ThreadDraft("", place);
            mounted.id = text.substring(text.indexOf('#'));
            mounted.virtual = true;
            mounted.daemon = true;
            mounted.state = ThreadInfo.State.RUNNABLE;
            thread = mounted;
            return true;
        }
        if (text.startsWith("Locked ownable synchronizers:")) {
            synchronizers = true;
            return true;
        }
        return text.startsWith("Carrying virtual thread #")
                || text.startsWith("No compile task")
                || text.startsWith("Compiling:")
                || text.startsWith("JavaThread state:")
                || text.startsWith("Thread: 0x");
    }

    private boolean deadlockLine(String text) {
        if (text.startsWith("Java stack information")) {
            endDeadlock();
            part = Part.DEADLOCK_STACKS;
            return true;
        }
        if (!text.startsWith("====") && deadlock.size() < MOST_DEADLOCK_LINES) {
            deadlock.add(text);
        }
        return true;
    }

    private void endDeadlock() {
        if (!deadlock.isEmpty()) {
            deadlocks.add(String.join(" ", deadlock));
            deadlock.clear();
        }
    }

    private void endThread() {
        if (thread != null) {
            threads.add(thread);
            thread = null;
        }
        synchronizers = false;
    }

    /** Whether nothing of it can follow: it is whole, or nothing of it came for so many lines. */
    boolean isOver(int patience) {
        return foreignInRow > (ended ? 0 : patience);
    }

    void finish(Gathering to) {
        endThread();
        endDeadlock();
        if (threads.isEmpty()) {
            to.add(new Unread(
                    source, Math.max(1, foreign), "A thread dump begins here, but there is no thread in it."));
            return;
        }
        ThreadDraft.nameOwners(threads);
        List<ThreadInfo> finished =
                threads.stream().map(each -> each.finish(pool)).toList();
        to.add(new ThreadSample(source, at, jvm, finished, deadlocks));
        if (firstForeign != null) {
            long counted = Math.max(1, foreign - (ended ? 0 : Math.min(foreign - 1, foreignInRow)));
            to.add(new Unread(firstForeign, counted, "They stand amid a thread dump and are no part of one."));
        }
        if (!hasHead) {
            to.add(new Unread(
                    source, 0, "These threads have no head of a dump before them: when it was, is not known."));
        } else if (!ended) {
            to.add(new Unread(source, 0, "The thread dump that begins here has no end: threads may be missing."));
        }
    }
}
