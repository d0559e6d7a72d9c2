package dev.tailrace.bench.load;

import org.slf4j.Logger;

/** A record of tab-separated fields that the caller has built: one String. */
record Tsv(Texts texts) implements Message {
    private static final int ROOM = 2_048;

    @Override
    public Line.Voice voice(Logger logger, int process, int thread) {
        String who = process + "\t" + thread + "\t";
        StringBuilder record = new StringBuilder(ROOM);
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
    public String head(int process, int thread, long sequence) {
        return process + "\t" + thread + "\t" + sequence + "\t";
    }

    @Override
    public String rest(int thread, long sequence) {
        return texts.of(thread, sequence);
    }
}
