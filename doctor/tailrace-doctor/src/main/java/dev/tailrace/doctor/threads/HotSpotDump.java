package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One dump of HotSpot, or in the words of a tool like it, while it is read, line by line. Not thread-safe. */
final class HotSpotDump {
    private static final int MOST_DEADLOCK_LINES = 500;

    /** Lines that some tools put between a thread's name and its stack. */
    private static final List<String> BETWEEN = List.of(
            "Name: ",
            "State: ",
            "Total blocked: ",
            "Blocked count: ",
            "Stack trace:",
            "stackTrace:",
            "Stack:",
            "Thread is waiting on monitor(s):",
            "Locked on:",
            "Current Thread: ",
            "----------",
            "No compile task",
            "Compiling:",
            "Carrying virtual thread #",
            "JavaThread state:",
            "Thread: 0x",
            "local variable: ");

    private static final List<String> SAYS_NOTHING = List.of("This means ", "waiting to reenter", "owns one");

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
    private long unknownLocks;
    private @Nullable Source firstUnknownLock;
    /** Threads that a deadlock's section lists: an excerpt may have no other. */
    private final Map<String, ThreadDraft> deadlocked = new LinkedHashMap<>();

    private @Nullable ThreadDraft member;

    HotSpotDump(Source source, @Nullable LocalDateTime at, String jvm, boolean hasHead, StackPool pool) {
        this.source = source;
        this.at = at;
        this.jvm = jvm;
        this.hasHead = hasHead;
        this.pool = pool;
    }

    /** The rest of a JVM's report of a deadlock without its head: stacks, each below a line with its thread's name. */
    static HotSpotDump ofDeadlockedStacks(String first, Source source, StackPool pool) {
        HotSpotDump dump = new HotSpotDump(source, null, "", false, pool);
        dump.part = Part.DEADLOCK_STACKS;
        dump.member = dump.member(first, source);
        return dump;
    }

    /** The name of the thread that a line such as {@code "Thread-1":} names; empty when it is no such line. */
    static String memberName(String text) {
        return text.length() > 3 && text.startsWith("\"") && text.endsWith("\":")
                ? text.substring(1, text.length() - 2)
                : "";
    }

    /**
     * Takes a line.
     *
     * @param header the thread that begins there; null when none does
     */
    void accept(@Nullable ThreadDraft header, String line, Source place) {
        if (line.isBlank()) {
            blank();
            return;
        }
        if (header != null) {
            endThread();
            endDeadlock();
            part = Part.THREADS;
            thread = header;
            foreignInRow = 0;
            return;
        }
        String text = line.strip();
        if (isDeadlock(text)) {
            boolean begins = text.endsWith(":") || text.endsWith("detected");
            endThread();
            endDeadlock();
            part = begins ? Part.DEADLOCK : Part.THREADS;
            ended |= !begins;
            foreignInRow = 0;
            return;
        }
        boolean understood = switch (part) {
            case ADDRESSES -> true;
            case DEADLOCK_STACKS -> deadlockStack(text, place);
            case DEADLOCK -> deadlockLine(text, place);
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

    /** Whether a line begins or ends what a JVM or a tool like it says of a deadlock. */
    static boolean isDeadlock(String text) {
        return (text.startsWith("Found ") && text.contains("deadlock"))
                || text.equals("Java-level deadlock has been detected");
    }

    private void blank() {
        if (part == Part.ADDRESSES) {
            part = Part.THREADS;
        }
        boolean follows = thread != null && thread.stackFollows && thread.frames.isEmpty();
        if (part == Part.THREADS && !follows) {
            endThread();
        }
    }

    private boolean between(String text) {
        if (text.startsWith("Threads class SMR info:")) {
            part = Part.ADDRESSES;
            return true;
        }
        if (isSynchronizers(text)) {
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
        return isBetween(text) || nameless || DumpTime.line(text) != null;
    }

    /** The list of a thread's synchronizers comes after an empty line, when the thread itself has been read already. */
    private void synchronizer(String text) {
        Lock lock = LockText.parseSynchronizer(text);
        if (lock != null && !threads.isEmpty()) {
            threads.get(threads.size() - 1).locks.add(lock);
        }
    }

    private static boolean isSynchronizers(String text) {
        return text.startsWith("Locked ownable synchronizers:") || text.startsWith("Number of locked synchronizers");
    }

    private static boolean isBetween(String text) {
        return BETWEEN.stream().anyMatch(text::startsWith);
    }

    private boolean inThread(ThreadDraft current, String text, Source place) {
        if (stackLine(current, text, place)) {
            return true;
        }
        if (text.startsWith("java.lang.Thread.State: ")) {
            current.stateLine(text.substring(24));
            return current.state != ThreadInfo.State.UNKNOWN;
        }
        if (text.startsWith("Mounted virtual thread #")) {
            endThread();
            ThreadDraft mounted = new ThreadDraft("", place);
            mounted.id = text.substring(text.indexOf('#'));
            mounted.state = ThreadInfo.State.RUNNABLE;
            thread = mounted;
            return true;
        }
        if (isSynchronizers(text)) {
            synchronizers = true;
            return true;
        }
        return text.equals("...") || isBetween(text) || ofIde(current, text) || ThreadHeader.goesOn(current, text);
    }

    /** A call, or what a thread has to do with a lock; false when the line is neither. */
    private boolean stackLine(ThreadDraft current, String text, Source place) {
        if (text.startsWith("at ") || FrameText.isOne(text)) {
            return current.add(pool.frame(text.startsWith("at ") ? text.substring(3) : text, FrameText::parse));
        }
        if (!LockText.isOne(text)) {
            return false;
        }
        if (FrameText.isOfDebugger(text)) {
            return current.add(pool.frame(text.substring(2), FrameText::parseDebugger));
        }
        Lock lock = synchronizers ? LockText.parseSynchronizer(text) : LockText.parse(text, current.depth());
        if (lock != null) {
            current.add(lock);
        } else if (current.ofDebugger) {
            return false;
        } else if (!LockText.isNothing(text)) {
            unknownLocks++;
            firstUnknownLock = firstUnknownLock == null ? place : firstUnknownLock;
        }
        return true;
    }

    /** IntelliJ's words: {@code on java.lang.Object@1 owned by "x" Id=3}, {@code waiting for x to release lock on <0x3ab2> (a a.B)}. */
    private static boolean ofIde(ThreadDraft current, String text) {
        if (text.startsWith("on ") && text.indexOf('@') > 0) {
            current.waitsOn(text.substring(3));
            return true;
        }
        int release = text.startsWith("waiting for ") ? text.indexOf(" to release lock on ") : -1;
        if (release > 12) {
            current.add(LockText.object(
                    Lock.Role.ENTERS, text.substring(release + 20), text.substring(12, release), current.depth()));
            return true;
        }
        return text.startsWith("blocks ") && text.indexOf('@') > 0;
    }

    private boolean deadlockLine(String text, Source place) {
        if (text.startsWith("Java stack information") || text.equals("Thread stacks")) {
            endDeadlock();
            part = Part.DEADLOCK_STACKS;
            return true;
        }
        if (!text.startsWith("====") && deadlock.size() < MOST_DEADLOCK_LINES) {
            if (text.contains(" is waiting to lock ") || SAYS_NOTHING.stream().noneMatch(text::startsWith)) {
                deadlock.add(text);
            }
            memberLine(text, place);
        }
        return true;
    }

    /** Reads a thread of the section: what it waits for, and which thread holds that. */
    private void memberLine(String text, Source place) {
        ThreadDraft named = named(text, place);
        if (named != null) {
            member = named;
            return;
        }
        int sentence = text.indexOf(" is waiting to lock ");
        int held = text.indexOf(" which is held by ");
        if (sentence > 0 && held > sentence) {
            ThreadDraft known = member(text.substring(0, sentence), place);
            known.add(LockText.object(
                    Lock.Role.ENTERS, text.substring(sentence + 20, held), text.substring(held + 18), -1));
            return;
        }
        ThreadDraft current = member;
        if (current == null) {
            return;
        }
        boolean parks = text.startsWith("waiting for ownable synchronizer 0x");
        int object = text.startsWith("waiting to lock ") ? text.indexOf("(object 0x") : -1;
        if (parks || object > 0) {
            String rest = text.substring(parks ? 33 : object + 8);
            int comma = rest.indexOf(',');
            String id = comma < 0 ? rest : rest.substring(0, comma);
            String type = comma < 0 ? "" : rest.substring(comma + 1).strip();
            current.state = parks ? ThreadInfo.State.WAITING : current.state;
            current.add(LockText.object(parks ? Lock.Role.PARKS : Lock.Role.ENTERS, "<" + id + "> (" + type, "", -1));
        } else if (text.startsWith("which is held by ")) {
            String owner = text.substring(17).strip();
            int close = owner.lastIndexOf('"');
            String name = owner.startsWith("\"") && close > 0 ? owner.substring(1, close) : owner;
            current.locks.replaceAll(each -> each.stops() && each.owner().isEmpty() ? each.ownedBy(name) : each);
        }
    }

    /** The thread that a line names; null when it is no such line. */
    private @Nullable ThreadDraft named(String text, Source place) {
        String name = memberName(text);
        return name.isEmpty() ? null : member(name, place);
    }

    private ThreadDraft member(String name, Source place) {
        return deadlocked.computeIfAbsent(name, key -> {
            ThreadDraft draft = new ThreadDraft(key, place);
            draft.state = ThreadInfo.State.BLOCKED;
            return draft;
        });
    }

    private boolean deadlockStack(String text, Source place) {
        ThreadDraft named = named(text, place);
        if (named != null) {
            member = named;
        } else if (member != null) {
            stackLine(member, text, place);
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
        ThreadDraft ends = thread;
        // A watchdog shows the thread that it watches alone, and once more among all.
        boolean again = ends != null
                && ends.stackFollows
                && !ends.id.isEmpty()
                && threads.stream().anyMatch(each -> each.id.equals(ends.id) && each.name.equals(ends.name));
        if (ends != null && !again) {
            threads.add(ends);
        }
        thread = null;
        synchronizers = false;
    }

    /** Adds the threads that only a deadlock's section lists, where an excerpt has no more. */
    private void addMembers() {
        if (hasHead && !threads.isEmpty()) {
            return;
        }
        for (ThreadDraft each : deadlocked.values()) {
            if (threads.stream().noneMatch(other -> other.name.equals(each.name))) {
                threads.add(each);
            }
        }
    }

    /** Whether nothing of it can follow: it is whole, or nothing of it came for so many lines. */
    boolean isOver(int patience) {
        return foreignInRow > (ended ? 0 : patience);
    }

    void finish(EvidenceBuilder to) {
        endThread();
        endDeadlock();
        addMembers();
        if (threads.isEmpty()) {
            to.add(ParseProblem.decisive(
                    source, Math.max(1, foreign), "A thread dump begins here, but there is no thread in it."));
            return;
        }
        ThreadDraft.nameOwners(threads);
        List<ThreadInfo> finished =
                threads.stream().map(each -> each.finish(pool)).toList();
        to.add(new ThreadSample(source, at, jvm, finished, deadlocks));
        if (deadlocks.isEmpty()
                && finished.stream().allMatch(each -> each.frames().isEmpty())) {
            to.add(ParseProblem.decisive(
                    source, 0, "The thread dump that begins here has no stack that doctor understands."));
        }
        if (firstUnknownLock != null) {
            to.add(ParseProblem.decisive(
                    firstUnknownLock, unknownLocks, "They describe locks in words that doctor does not know."));
        }
        if (firstForeign != null) {
            long counted = Math.max(1, foreign - (ended ? 0 : Math.min(foreign - 1, foreignInRow)));
            to.add(new ParseProblem(firstForeign, counted, "They stand amid a thread dump and are no part of one."));
        }
        if (!hasHead) {
            to.add(new ParseProblem(
                    source, 0, "These threads have no head of a dump before them: when it was, is not known."));
        } else if (!ended) {
            to.add(new ParseProblem(source, 0, "The thread dump that begins here has no end: threads may be missing."));
        }
    }
}
