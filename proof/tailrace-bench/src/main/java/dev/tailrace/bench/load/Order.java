package dev.tailrace.bench.load;

import org.slf4j.Logger;

/**
 * The standard message: three arguments, a long, a double and an int. The thread's name contains its number; the long is the sequence, and
 * the other arguments follow from it.
 */
record Order() implements Message {
    private static final String MESSAGE = "order {} filled at {} qty {}";

    @Override
    public Line.Voice voice(Logger logger, int process, int thread) {
        return sequence -> logger.info(MESSAGE, sequence, price(sequence), quantity(sequence));
    }

    @Override
    public String head(int process, int thread, long sequence) {
        return "order " + sequence + " filled at " + price(sequence) + " qty " + quantity(sequence);
    }

    @Override
    public Stamp stamp(int namedThread, long[] numbers) {
        return new Stamp(1, namedThread, numbers[0]);
    }

    private static double price(long sequence) {
        return 100 + (sequence % 9_000) / 8.0;
    }

    private static int quantity(long sequence) {
        return (int) (sequence % 5_000) + 1;
    }
}
