package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One javacore while it is read: each line begins with a tag that says what it is. Not thread-safe. */
final class Javacore {
    private static final int MOST_DEADLOCK_LINES = 500;

    private final Source source;
    private final StackPool pool;
    private final List<ThreadDraft> threads = new ArrayList<>();
    private final List<String> deadlock = new ArrayList<>();
    /** The threads of the deadlock, which an excerpt may show alone. */
    private final List<ThreadDraft> members = new ArrayList<>();

    private @Nullable ThreadDraft member;
    /** Which thread waits for which monitor, from the list of monitors: old javacores do not have it with the threads. */
    private final Map<String, Lock> monitors = new HashMap<>();

    private @Nullable LocalDateTime at;
    private String jvm = "";
    private @Nullable ThreadDraft thread;
    private @Nullable Lock monitor;
    private Lock.Role waiterRole = Lock.Role.ENTERS;
    private boolean ended;
    private long unread;
    private @Nullable Source firstUnread;

    Javacore(Source source, StackPool pool) {
        this.source = source;
        this.pool = pool;
    }

    void accept(String line, Source place) {
        int space = line.indexOf(' ');
        String tag = space < 0 ? line.strip() : line.substring(0, space);
        String text = space < 0 ? "" : line.substring(space).strip();
        switch (tag) {
            case "1TIDATETIME" -> at = DumpTime.javacore(text.startsWith("Date:") ? text.substring(5) : text);
            case "1CIJAVAVERSION" -> jvm = text;
            case "1LKDEADLOCK", "2LKDEADLOCKTHR", "3LKDEADLOCKWTR", "4LKDEADLOCKOBJ", "3LKDEADLOCKOWN" ->
                deadlock(tag, text, place);
            case "3LKMONOBJECT" -> monitor(text);
            case "3LKWAITERQ" -> waiterRole = Lock.Role.ENTERS;
            case "3LKNOTIFYQ" -> waiterRole = Lock.Role.AWAITS;
            case "3LKWAITER", "3LKWAITNOTIFY" -> waiter(text);
            // The current thread stands before all threads, and then once more among them.
            case "1XMTHDINFO" -> threads.clear();
            case "3XMTHREADINFO" -> header(text, place);
            case "3XMJAVALTHREAD" -> javaThread(text);
            case "3XMCPUTIME" -> cpu(text);
            case "3XMTHREADBLOCK" -> block(text);
            case "4XESTACKTRACE" -> frame(text, place);
            case "5XESTACKTRACE" -> entered(text);
            // It ends the file; "---" surrounds the words.
            case "NULL" -> ended |= text.contains("END OF DUMP");
            default -> {}
        }
    }

    private void deadlock(String tag, String text, Source place) {
        if (deadlock.size() < MOST_DEADLOCK_LINES && !text.startsWith("Deadlock detected")) {
            deadlock.add(text);
            member(tag, text, place);
        }
    }

    /** Each thread of a deadlock owns what the one before it waits for; the first is named once more at the end. */
    private void member(String tag, String text, Source place) {
        if (tag.equals("2LKDEADLOCKTHR")) {
            ThreadDraft before = member;
            String name = quoted(text);
            if (before != null) {
                before.locks.replaceAll(each -> each.ownedBy(name));
            }
            member = new ThreadDraft(name, place);
            member.state = ThreadInfo.State.BLOCKED;
            if (members.stream().noneMatch(each -> each.name.equals(name))) {
                members.add(member);
            }
        } else if (tag.equals("4LKDEADLOCKOBJ") && member != null) {
            member.locks.add(object(Lock.Role.ENTERS, text, ""));
        }
    }

    /** {@code java/lang/Object@0xB56658D8: Flat locked by "Worker 0" (J9VMThread:0x92A3EC00), entry count 1}. */
    private void monitor(String text) {
        int end = text.indexOf(": ");
        monitor = end < 0 ? null : object(Lock.Role.ENTERS, text.substring(0, end), quoted(text.substring(end)));
    }

    private void waiter(String text) {
        Lock of = monitor;
        if (of != null) {
            monitors.put(quoted(text), new Lock(waiterRole, of.id(), of.type(), of.owner(), 0));
        }
    }

    private void header(String text, Source place) {
        if (!text.startsWith("\"")) {
            // A thread of the JVM itself, or of native code.
            thread = null;
            return;
        }
        int end = text.lastIndexOf('"');
        ThreadDraft draft = new ThreadDraft(end > 0 ? text.substring(1, end) : text.substring(1), place);
        String rest = end > 0 ? text.substring(end + 1) : "";
        draft.state = state(after(rest, "state:"));
        String id = after(rest, "java/lang/Thread:");
        draft.id = id.isEmpty() ? after(rest, "TID:") : id;
        thread = draft;
        threads.add(draft);
    }

    private void javaThread(String text) {
        String number = after(text, "getId:");
        if (thread != null && !number.isEmpty()) {
            thread.id = "#" + number;
        }
    }

    private void cpu(String text) {
        if (thread != null) {
            try {
                thread.cpuSeconds = Double.parseDouble(after(text, "CPU usage total: "));
            } catch (NumberFormatException e) {
                thread.cpuSeconds = Double.NaN;
            }
        }
    }

    /** {@code Blocked on: java/lang/String@0x68CFB210 Owned by: "owner" (J9VMThread:0x14007400, java/lang/Thread:0x1)}. */
    private void block(String text) {
        ThreadDraft current = thread;
        int colon = text.indexOf(": ");
        if (current == null || colon < 0) {
            return;
        }
        Lock.Role role = text.startsWith("Blocked")
                ? Lock.Role.ENTERS
                : text.startsWith("Parked") ? Lock.Role.PARKS : Lock.Role.AWAITS;
        String rest = text.substring(colon + 2);
        int owned = rest.indexOf(" Owned by: ");
        String object = owned < 0 ? rest : rest.substring(0, owned);
        current.locks.add(object(role, object.strip(), owned < 0 ? "" : quoted(rest.substring(owned))));
    }

    private void frame(String text, Source place) {
        ThreadDraft current = thread;
        Frame frame = text.startsWith("at ") ? pool.frame(text.substring(3).strip(), FrameText::parseJ9) : null;
        if (current != null && !current.add(frame)) {
            unread++;
            firstUnread = firstUnread == null ? place : firstUnread;
        }
    }

    /** {@code (entered lock: java/lang/Object@0x000000008008, entry count: 1)}. */
    private void entered(String text) {
        ThreadDraft current = thread;
        int colon = text.indexOf("lock: ");
        int comma = text.lastIndexOf(", entry count");
        if (current == null || colon < 0 || comma < colon) {
            return;
        }
        Lock held = object(Lock.Role.HOLDS, text.substring(colon + 6, comma), "");
        // Object.wait gives the monitor back, but it stands here all the same.
        boolean waitedOn = current.locks.stream()
                .anyMatch(each -> each.stops() && each.id().equals(held.id()));
        if (!waitedOn) {
            current.locks.add(new Lock(held.role(), held.id(), held.type(), "", current.depth()));
        }
    }

    private static Lock object(Lock.Role role, String object, String owner) {
        String name = object.strip().replace('/', '.');
        int at = name.lastIndexOf('@');
        return at < 0
                ? new Lock(role, "", name, owner, 0)
                : new Lock(role, name.substring(at + 1), name.substring(0, at), owner, 0);
    }

    private static String quoted(String text) {
        int begin = text.indexOf('"');
        int end = text.lastIndexOf('"');
        return begin >= 0 && end > begin ? text.substring(begin + 1, end) : "";
    }

    /** The text behind a label, up to the next comma, space or parenthesis. */
    private static String after(String text, String label) {
        int begin = text.indexOf(label);
        if (begin < 0) {
            return "";
        }
        begin += label.length();
        int end = begin;
        while (end < text.length() && ", )".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(begin, end);
    }

    private static ThreadInfo.State state(String word) {
        return switch (word) {
            case "R" -> ThreadInfo.State.RUNNABLE;
            case "B" -> ThreadInfo.State.BLOCKED;
            // Waiting with and without a limit are not distinguished.
            case "CW", "P", "S" -> ThreadInfo.State.WAITING;
            case "Z" -> ThreadInfo.State.TERMINATED;
            default -> ThreadInfo.State.UNKNOWN;
        };
    }

    void finish(EvidenceBuilder to) {
        List<ThreadInfo> finished = new ArrayList<>();
        for (ThreadDraft each : threads.isEmpty() ? members : threads) {
            Lock waited = monitors.get(each.name);
            if (waited != null && each.locks.stream().noneMatch(Lock::stops)) {
                each.locks.add(0, waited);
            }
            finished.add(each.finish(pool));
        }
        if (finished.isEmpty()) {
            to.add(new ParseProblem(source, 1, "A javacore begins here, but there is no thread in it."));
            return;
        }
        List<String> deadlocks = deadlock.isEmpty() ? List.of() : List.of(String.join(" ", deadlock));
        to.add(new ThreadSample(source, at, jvm, finished, deadlocks));
        if (firstUnread != null) {
            to.add(new ParseProblem(firstUnread, unread, "They should be calls of a stack, and are none."));
        }
        if (!ended) {
            to.add(new ParseProblem(source, 0, "The javacore that begins here has no end: threads may be missing."));
        }
    }
}
