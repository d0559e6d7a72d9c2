package dev.tailrace.bench.load;

import org.slf4j.Logger;

/** A record of tab-separated fields that the caller has built: one String, logged without a prefix. */
final class Tsv implements Line {
    private final Texts texts;
    private final int textLength;

    Tsv(int textLength) {
        this.texts = Texts.of(textLength, '\t');
        this.textLength = textLength;
    }

    @Override
    public Voice voice(Logger logger, int process, int thread) {
        String who = process + "\t" + thread + "\t";
        StringBuilder record = new StringBuilder(textLength + 64);
        return sequence -> {
            record.setLength(0);
            logger.info(record.append(who)
                    .append(sequence)
                    .append('\t')
                    .append(texts.of(thread, sequence))
                    .toString());
        };
    }

    @Override
    public boolean read(byte[] line, int from, int to, Stamp stamp) {
        return stamp.read(line, from, to, '\t')
                && stamp.position() < to
                && line[stamp.position()] == '\t'
                && Prefix.isRest(line, stamp.position() + 1, to, texts.of(stamp.thread(), stamp.sequence()));
    }

    @Override
    public int length(int process, int thread, long sequence) {
        return (process + "\t" + thread + "\t" + sequence + "\t").length() + textLength + 1;
    }
}
