package dev.tailrace.bench.load;

/** The producer of a line: process, thread and the thread's own sequence from 0. Mutable, not thread-safe. */
public final class Stamp {
    private int process;
    private int thread;
    private long sequence;
    private int position;

    /** The process, or the phase of a run. */
    public int process() {
        return process;
    }

    /** The thread within the process. */
    public int thread() {
        return thread;
    }

    /** The sequence within the thread. */
    public long sequence() {
        return sequence;
    }

    /** The position where reading ended. */
    int position() {
        return position;
    }

    /** Reads three numbers separated by {@code separator}; false if they are missing. */
    boolean read(byte[] bytes, int from, int to, char separator) {
        position = from;
        long first = number(bytes, to);
        if (first < 0 || !skip(bytes, to, separator)) {
            return false;
        }
        long second = number(bytes, to);
        if (second < 0 || !skip(bytes, to, separator)) {
            return false;
        }
        long third = number(bytes, to);
        if (third < 0 || first > Integer.MAX_VALUE || second > Integer.MAX_VALUE) {
            return false;
        }
        set((int) first, (int) second, third);
        return true;
    }

    void set(int newProcess, int newThread, long newSequence) {
        process = newProcess;
        thread = newThread;
        sequence = newSequence;
    }

    private boolean skip(byte[] bytes, int to, char separator) {
        if (position < to && bytes[position] == separator) {
            position++;
            return true;
        }
        return false;
    }

    /** A number without sign or leading zeros, or −1. */
    private long number(byte[] bytes, int to) {
        int start = position;
        long value = 0;
        while (position < to && bytes[position] >= '0' && bytes[position] <= '9') {
            value = value * 10 + (bytes[position++] - '0');
        }
        int digits = position - start;
        return digits == 0 || digits > 18 || (digits > 1 && bytes[start] == '0') ? -1 : value;
    }
}
