package dev.tailrace.bench.load;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A kind of line: how it is logged and how it is parsed. Immutable.
 *
 * <p>A line contains the process (or the phase of a run), the thread and the thread's sequence. Everything else follows from these three
 * numbers, so that a line is either exactly right or torn.
 */
public final class Line {
    /** The logger that every run uses. */
    public static final String LOGGER = "dev.tailrace.race.Incident";

    /** The pattern of the lines with a prefix. */
    static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";

    /** The prefix of the names of logging threads. */
    static final String THREAD = "worker-";

    /** The prefix up to the thread's name, at level INFO; d is a digit. */
    private static final String TIME = "dddd-dd-dd dd:dd:dd.ddd INFO  [";

    private static final String NAME = "] " + LOGGER + " - ";
    private static final int MOST_DIGITS = 18;

    private final boolean prefixed;
    private final Message message;

    /** Logs the lines of one thread; created before the measurement. */
    public interface Voice {
        void log(long sequence);
    }

    Line(boolean prefixed, Message message) {
        this.prefixed = prefixed;
        this.message = message;
    }

    public Voice voice(Logger logger, int process, int thread) {
        return message.voice(logger, process, thread);
    }

    /** The stamp of the line from {@code from} up to, without the line feed, {@code to}; null if the line is incomplete. */
    public @Nullable Stamp read(byte[] line, int from, int to) {
        int at = prefixed ? endOfPrefix(line, from, to) : from;
        if (at < 0) {
            return null;
        }
        int namedThread = (int) number(line, from + TIME.length() + THREAD.length(), to);
        // A missing number is −1, and then the text differs.
        Stamp stamp = message.stamp(namedThread, numbers(line, at, to));
        String head = message.head(stamp.process(), stamp.thread(), stamp.sequence());
        String rest = message.rest(stamp.thread(), stamp.sequence());
        boolean whole = to - at == head.length() + rest.length()
                && matches(line, at, to, head)
                && matches(line, at + head.length(), to, rest);
        return whole && stamp.thread() >= 0 ? stamp : null;
    }

    /** The length in bytes of a line with its line feed. */
    public int length(int process, int thread, long sequence) {
        int prefix = prefixed ? TIME.length() + LineKind.threadName(thread).length() + NAME.length() : 0;
        return prefix
                + message.head(process, thread, sequence).length()
                + message.rest(thread, sequence).length()
                + 1;
    }

    /** The start of the message, or −1 if the line has no such prefix. */
    private static int endOfPrefix(byte[] line, int from, int to) {
        if (to - from < TIME.length()) {
            return -1;
        }
        for (int i = 0; i < TIME.length(); i++) {
            char expected = TIME.charAt(i);
            if (expected == 'd' ? !isDigit(line[from + i]) : line[from + i] != expected) {
                return -1;
            }
        }
        int name = from + TIME.length();
        while (name < to && line[name] != ']') {
            name++;
        }
        return matches(line, name, to, NAME) ? name + NAME.length() : -1;
    }

    private static boolean matches(byte[] line, int from, int to, String expected) {
        if (to - from < expected.length()) {
            return false;
        }
        for (int i = 0; i < expected.length(); i++) {
            if (line[from + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static long[] numbers(byte[] line, int from, int to) {
        long[] numbers = {-1, -1, -1};
        int at = from;
        for (int i = 0; i < numbers.length; i++) {
            while (at < to && !isDigit(line[at])) {
                at++;
            }
            numbers[i] = number(line, at, to);
            while (at < to && isDigit(line[at])) {
                at++;
            }
        }
        return numbers;
    }

    /** The number that begins here, or −1. */
    private static long number(byte[] line, int from, int to) {
        long number = -1;
        for (int i = from; i < Math.min(to, from + MOST_DIGITS) && isDigit(line[i]); i++) {
            number = Math.max(number, 0) * 10 + (line[i] - '0');
        }
        return number;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
