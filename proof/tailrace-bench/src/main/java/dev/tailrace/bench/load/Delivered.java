package dev.tailrace.bench.load;

import org.slf4j.Logger;

/** A message with three arguments: the producer, the sequence and a text. */
record Delivered(Texts texts) implements Message {
    private static final String MESSAGE = "message {}/{} delivered: {}";

    @Override
    public Line.Voice voice(Logger logger, int process, int thread) {
        String who = process + "/" + thread;
        return sequence -> logger.info(MESSAGE, who, sequence, texts.of(thread, sequence));
    }

    @Override
    public String head(int process, int thread, long sequence) {
        return "message " + process + "/" + thread + "/" + sequence + " delivered: ";
    }

    @Override
    public String rest(int thread, long sequence) {
        return texts.of(thread, sequence);
    }
}
