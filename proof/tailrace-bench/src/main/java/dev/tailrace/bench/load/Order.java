package dev.tailrace.bench.load;

import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;

/**
 * The standard line of about 106 bytes: three arguments, a long, a double and an int. The thread's name contains its number; the long is
 * the sequence, and the other arguments follow from it.
 */
final class Order implements Line {
    private static final byte[] LEAD = "order ".getBytes(StandardCharsets.US_ASCII);
    private static final int NAME = "dddd-dd-dd dd:dd:dd.ddd INFO  [".length();
    private static final String MESSAGE = "order {} filled at {} qty {}";

    @Override
    public Voice voice(Logger logger, int process, int thread) {
        return sequence -> logger.info(MESSAGE, sequence, price(sequence), quantity(sequence));
    }

    @Override
    public boolean read(byte[] line, int from, int to, Stamp stamp) {
        int message = Prefix.end(line, from, to);
        if (message < 0 || !Prefix.matches(line, message, to, LEAD)) {
            return false;
        }
        // In this line, the numbers of the stamp are in "worker-THREAD" and "order SEQUENCE".
        int thread = (int) number(line, from + NAME + LineKind.THREAD.length(), to);
        long sequence = number(line, message + LEAD.length, to);
        if (thread < 0 || sequence < 0) {
            return false;
        }
        stamp.set(1, thread, sequence);
        return Prefix.isRest(line, message, to, text(sequence));
    }

    @Override
    public int length(int process, int thread, long sequence) {
        return Prefix.length(LineKind.threadName(thread).length())
                + text(sequence).length()
                + 1;
    }

    private static String text(long sequence) {
        return "order " + sequence + " filled at " + price(sequence) + " qty " + quantity(sequence);
    }

    private static double price(long sequence) {
        return 100 + (sequence % 9_000) / 8.0;
    }

    private static int quantity(long sequence) {
        return (int) (sequence % 5_000) + 1;
    }

    private static long number(byte[] bytes, int from, int to) {
        long value = -1;
        for (int i = from; i < to && bytes[i] >= '0' && bytes[i] <= '9' && i - from < 18; i++) {
            value = Math.max(value, 0) * 10 + (bytes[i] - '0');
        }
        return value;
    }
}
