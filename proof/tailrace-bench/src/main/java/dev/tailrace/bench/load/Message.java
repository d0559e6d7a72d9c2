package dev.tailrace.bench.load;

import org.slf4j.Logger;

/** A kind of message: how it is logged, and its text. Implementations are immutable and thread-safe. */
interface Message {
    Line.Voice voice(Logger logger, int process, int thread);

    /** The text up to what {@link #rest} returns. */
    String head(int process, int thread, long sequence);

    default String rest(int thread, long sequence) {
        return "";
    }

    /** The stamp of a message with these numbers, logged by the thread with this number. */
    default Stamp stamp(int namedThread, long[] numbers) {
        return new Stamp((int) numbers[0], (int) numbers[1], numbers[2]);
    }
}
