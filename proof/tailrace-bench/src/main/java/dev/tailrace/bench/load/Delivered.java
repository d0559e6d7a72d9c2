package dev.tailrace.bench.load;

import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;

/** A message with three arguments: the producer, the sequence and a text. */
final class Delivered implements Line {
    private static final byte[] LEAD = "message ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MIDDLE = " delivered: ".getBytes(StandardCharsets.US_ASCII);
    private static final String MESSAGE = "message {}/{} delivered: {}";

    private final Texts texts;
    private final int textLength;

    Delivered(int textLength) {
        this.texts = Texts.of(textLength, ' ');
        this.textLength = textLength;
    }

    @Override
    public Voice voice(Logger logger, int process, int thread) {
        String who = process + "/" + thread;
        return sequence -> logger.info(MESSAGE, who, sequence, texts.of(thread, sequence));
    }

    @Override
    public boolean read(byte[] line, int from, int to, Stamp stamp) {
        int message = Prefix.end(line, from, to);
        if (message < 0 || !Prefix.matches(line, message, to, LEAD)) {
            return false;
        }
        return stamp.read(line, message + LEAD.length, to, '/')
                && Prefix.matches(line, stamp.position(), to, MIDDLE)
                && Prefix.isRest(
                        line, stamp.position() + MIDDLE.length, to, texts.of(stamp.thread(), stamp.sequence()));
    }

    @Override
    public int length(int process, int thread, long sequence) {
        String name = LineKind.threadName(thread);
        int numbers = (process + "/" + thread + "/" + sequence).length();
        return Prefix.length(name.length()) + LEAD.length + numbers + MIDDLE.length + textLength + 1;
    }
}
