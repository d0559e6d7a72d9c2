package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Lock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines between calls that describe locks, as HotSpot, {@code ThreadInfo.toString()} and VisualVM write them. They name an
 * object in one of four ways: {@code <0x000000076b5a1f80> (a a.B)}, {@code <79cb85b4> (a a.B)}, {@code <a.B@30a0c6fe>},
 * {@code a.B@30a0c6fe}.
 */
final class LockText {
    private static final List<Map.Entry<String, Lock.Role>> WORDS = List.of(
            Map.entry("locked ownable synchronizer ", Lock.Role.HOLDS),
            Map.entry("locked synchronizer ", Lock.Role.HOLDS),
            Map.entry("locked ", Lock.Role.HOLDS),
            Map.entry("waiting to lock ", Lock.Role.ENTERS),
            Map.entry("waiting to re-lock in wait() ", Lock.Role.ENTERS),
            Map.entry("blocked on ", Lock.Role.ENTERS),
            Map.entry("waiting on ", Lock.Role.AWAITS),
            Map.entry("waiting for ", Lock.Role.AWAITS),
            Map.entry("parking to wait for ", Lock.Role.PARKS));

    /** A thread that waits until another one has initialised a class is RUNNABLE all the same. */
    private static final String CLASS = "waiting on the Class initialization monitor for ";

    /** Lines that name no lock that is held or waited for. */
    private static final List<String> NOTHING = List.of("None", "eliminated ", "<no locks>");

    private LockText() {}

    /** Whether the line, without its indentation, describes a lock, be it one that the compiler has removed. */
    static boolean isOne(String text) {
        return text.startsWith("- ");
    }

    /** Whether a line that {@link #parse} makes nothing of describes no lock at all. */
    static boolean isNothing(String text) {
        return NOTHING.stream().anyMatch(text.substring(2).strip()::startsWith);
    }

    /**
     * The lock that a line describes; null when it describes none, or not in words that are known.
     *
     * @param text the line without its indentation
     * @param depth the index of the call before it
     */
    static @Nullable Lock parse(String text, int depth) {
        String words = text.substring(2).stripLeading();
        if (words.startsWith(CLASS)) {
            String type = words.substring(CLASS.length()).strip();
            return new Lock(Lock.Role.AWAITS, Lock.CLASS_ID + type, type, "", depth);
        }
        for (Map.Entry<String, Lock.Role> each : WORDS) {
            if (words.startsWith(each.getKey())) {
                String rest = words.substring(each.getKey().length()).strip();
                Lock lock = object(each.getValue(), rest, owner(rest), depth);
                boolean known = !lock.id().isEmpty() || !lock.type().isEmpty() || rest.startsWith("<no ");
                return known ? lock : null;
            }
        }
        return null;
    }

    /** A line of the list below "Locked ownable synchronizers:"; null when it names none. */
    static @Nullable Lock parseSynchronizer(String text) {
        String rest = text.substring(2).strip();
        boolean named = rest.startsWith("<") || rest.indexOf('@') > 0;
        return named ? object(Lock.Role.HOLDS, rest, "", -1) : null;
    }

    /** The lock on an object that is named in one of the four ways. */
    static Lock object(Lock.Role role, String text, String owner, int depth) {
        String type = type(text);
        // These texts use one word for both ways to wait.
        boolean parks = role == Lock.Role.AWAITS && type.startsWith("java.util.concurrent.");
        return new Lock(parks ? Lock.Role.PARKS : role, id(text), type, owner, depth);
    }

    private static String id(String rest) {
        String name = rest;
        if (rest.startsWith("<")) {
            int end = rest.indexOf('>');
            if (end < 0) {
                return "";
            }
            name = rest.substring(1, end);
        } else if (rest.startsWith("(")) {
            return "";
        }
        int space = name.indexOf(' ');
        if (space == 2 && name.startsWith("no")) {
            return "";
        }
        name = space < 0 ? name : name.substring(0, space);
        int at = name.lastIndexOf('@');
        if (at > 0) {
            int end = hexEnd(name, at + 1);
            return end > at + 1 ? name.substring(at, end) : "";
        }
        boolean hex = name.startsWith("0x") || (rest.startsWith("<") && hexEnd(name, 0) == name.length());
        return hex ? name : "";
    }

    private static int hexEnd(String text, int from) {
        int end = from;
        while (end < text.length() && Character.digit(text.charAt(end), 16) >= 0) {
            end++;
        }
        return end;
    }

    private static String type(String rest) {
        int begin = rest.indexOf("(a ");
        int end = rest.indexOf(')', begin + 1);
        if (begin >= 0 && end > begin) {
            return rest.substring(begin + 3, end);
        }
        int from = rest.startsWith("<") ? 1 : 0;
        int at = rest.indexOf('@');
        int space = rest.indexOf(' ');
        return at > from && (space < 0 || at < space) ? rest.substring(from, at) : "";
    }

    /**
     * The thread that owns a lock: newer JDKs name it by its number, {@code , owner #27}, VisualVM by its name,
     * {@code owned by "y" t@12}. Empty when it is unknown.
     */
    static String owner(String rest) {
        int begin = rest.indexOf(", owner ");
        if (begin >= 0) {
            return rest.substring(begin + 8).strip();
        }
        begin = rest.indexOf(" owned by");
        if (begin < 0) {
            return "";
        }
        String named = rest.substring(begin + 9).strip();
        if (named.startsWith(":")) {
            named = named.substring(1).strip();
        }
        int close = named.lastIndexOf('"');
        return named.startsWith("\"") && close > 0 ? named.substring(1, close) : named;
    }
}
