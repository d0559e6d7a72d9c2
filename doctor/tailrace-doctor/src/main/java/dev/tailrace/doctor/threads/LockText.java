package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Lock;
import org.jspecify.annotations.Nullable;

/** Reads the lines between calls that tell of locks, as HotSpot writes them. */
final class LockText {
    private static final String[] WORDS = {
        "- locked ", "- waiting to lock ", "- waiting on ", "- parking to wait for ", "- waiting to re-lock in wait() "
    };
    private static final Lock.Role[] ROLES = {
        Lock.Role.HOLDS, Lock.Role.ENTERS, Lock.Role.AWAITS, Lock.Role.PARKS, Lock.Role.ENTERS
    };

    private LockText() {}

    /** Whether the line, without its indentation, tells of a lock, be it one that the compiler has removed. */
    static boolean isOne(String text) {
        return text.startsWith("- ");
    }

    /**
     * The lock that a line tells of; null when it tells of none.
     *
     * @param text the line without its indentation
     * @param depth the index of the call before it
     */
    static @Nullable Lock parse(String text, int depth) {
        for (int i = 0; i < WORDS.length; i++) {
            if (text.startsWith(WORDS[i])) {
                String rest = text.substring(WORDS[i].length()).strip();
                return new Lock(ROLES[i], id(rest), type(rest), owner(rest), depth);
            }
        }
        return null;
    }

    /** A line of the list below "Locked ownable synchronizers:"; null when it names none. */
    static @Nullable Lock parseSynchronizer(String text) {
        return text.startsWith("- <") ? new Lock(Lock.Role.HOLDS, id(text.substring(2)), type(text), "", -1) : null;
    }

    /** {@code <0x000000076b5a1f80>} or {@code <a.B@30a0c6fe>}, but not {@code <no object reference available>}. */
    private static String id(String rest) {
        int end = rest.indexOf('>');
        if (!rest.startsWith("<") || end < 0) {
            return "";
        }
        int at = rest.lastIndexOf('@', end);
        return at > 0 ? rest.substring(at, end) : rest.startsWith("<0x") ? rest.substring(1, end) : "";
    }

    private static String type(String rest) {
        int begin = rest.indexOf("(a ");
        int end = rest.indexOf(')', begin + 1);
        if (begin >= 0 && end > begin) {
            return rest.substring(begin + 3, end);
        }
        int at = rest.indexOf('@');
        return rest.startsWith("<") && at > 0 ? rest.substring(1, at) : "";
    }

    /** Newer JDKs name the thread that owns a lock by its number: {@code , owner #27}. */
    private static String owner(String rest) {
        int begin = rest.indexOf(", owner ");
        return begin < 0 ? "" : rest.substring(begin + 8).strip();
    }
}
